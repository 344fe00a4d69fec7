#pragma once

#include "ui/panels/panel.h"

#include <cstddef>

namespace lamina {

/// Rows below the tolerance of the volume: tiles, volume, error bar and bound of the step, and in how many
/// pairs the tolerance is not met.
void volume_error_rows(PanelContext& context);

/// How many pairs of a snapshot are off by more than the tolerance of its settings, or by nobody knows what.
std::size_t pairs_beyond_tolerance(const Snapshot& snapshot);

} // namespace lamina
