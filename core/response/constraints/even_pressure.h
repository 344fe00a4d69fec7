#pragma once

#include "core/response/constraints/cell_constraint.h"

#include <span>

namespace lamina {

/// Spreads the pressures of the cells between two rigid bodies as p₀ + p_ξ ξ + p_η η, which has the same
/// force and the same moments. Rigid bodies leave open how cells share their load. So shares would drift from
/// step to step, and with them the torque of friction. Cells without pressure stay so. Nothing changes where
/// that would make a cell pull, or where the cells lie on a line.
///
/// `pressures` (Pa): one a cell.
void even_pressures(std::span<const CellConstraint> cells, std::span<double> pressures);

} // namespace lamina
