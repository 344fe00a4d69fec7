#pragma once

namespace lamina {

/// Gives the current ImGui context a readable font in 14 logical pixels, sharp at the given number of device
/// pixels per logical one. It is a sans-serif font of the system; where none is found, ImGui's own.
void load_panel_font(double pixel_ratio, double scale);

} // namespace lamina
