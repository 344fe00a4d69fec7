#pragma once

#include "core/response/constraints/cell_constraint.h"

#include <span>

namespace lamina {

/// Lets bodies with round surfaces roll. In front of a rolling ball, material goes down into the ground, and
/// behind it comes up. Each cell by itself would stop that, though the contact only moves along:
///
///    depth  d₀ ┐  ╭─────╮          round: d falls to zero at the rim, and what turns moves the contact
///              │ ╱   ball ╲
///              │╱           ╲       flat: d ends at the rim as it is, and what turns goes deeper there
///              └──────────────► ξ
///
/// The depths of the cells are fitted by d₀ + d_ξ ξ + d_η η − ½ (κ_ξ ξ² + κ_η η²). How round the contact is
/// along ξ is s = κ_ξ L² / 2 d₀, 0 to 1, L its half width. Of the normal rows, the part that is linear in ξ
/// is taken out by s: a ball turns freely, a box does not. Too few cells for a fit say s by their normals,
/// where nothing rubs: with friction, the few cells of an edge hold it in a heap. Rows stay sums of those of
/// the pair, so momentum is conserved.
///
/// `rows` are those of two rigid bodies, in the order of the cells.
void let_roll(std::span<const CellConstraint> cells, std::span<CellTwistRows> rows);

} // namespace lamina
