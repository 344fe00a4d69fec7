#pragma once

#include "ui/panels/panel.h"

namespace lamina {

/// Rows below the tolerance of the volume: tiles, volume, error bar and bound of the step, and whether the
/// tolerance is met.
void volume_error_rows(PanelContext& context);

/// Whether every pair of a snapshot is within the tolerance of its settings.
bool within_volume_tolerance(const Snapshot& snapshot);

} // namespace lamina
