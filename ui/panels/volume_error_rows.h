#pragma once

#include "ui/panels/panel.h"

#include <cstddef>

namespace lamina {

/// Rows with the volume, error bar and bound of the step.
void volume_error_rows(PanelContext& context);
/// These below the tolerance of the volume, between the tiles and in how many pairs it is met.
void volume_tolerance_rows(PanelContext& context);

/// How many pairs of a snapshot are off by more than the tolerance of its settings, or by nobody knows what.
std::size_t pairs_beyond_tolerance(const Snapshot& snapshot);

} // namespace lamina
