#pragma once

namespace lamina {

/// Gives the current ImGui context the program's font (assets/fonts) in 15 logical pixels times `scale`,
/// sharp at the given number of device pixels per logical one.
void load_panel_font(double pixel_ratio, double scale);

} // namespace lamina
