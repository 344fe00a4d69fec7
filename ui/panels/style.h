#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>

namespace lamina {

/// Colours and spacing of the panels for a light or a dark theme.
void apply_panel_style(bool dark);

/// Text colours that stand out from a panel: what went wrong, and what goes on.
ImVec4 warning_colour(bool dark);
ImVec4 accent_colour(bool dark);

/// Whether the panel that is being drawn is too narrow for a label and its widgets side by side, as panels
/// with large text are.
bool panel_is_narrow();

/// Where values begin in a row with a label on its left, from the left edge of a panel.
float label_width();

/// Goes from a label to its widgets: on in the row, or to the next row of a narrow panel.
void after_label();

/// A text whose lines end at spaces, none wider than this where its words allow. Dear ImGui by itself also
/// breaks lines behind the point of a number.
std::string wrapped_at_spaces(const std::string& text, float width);

/// Text in a colour, wrapped at the panel's edge.
void wrapped_text(const std::string& text, const ImVec4& colour);

/// A choice as people read it: "pixels_across" becomes "pixels across".
std::string readable(std::string name);

/// "3,204": thousands apart.
std::string grouped(std::uint64_t number);
/// "1 ray", "2,000 rays".
std::string counted(std::uint64_t count, const std::string& thing);

/// Three significant digits, without an exponent between 0.001 and 99999: "1.6", "0.00314", "2.4e9".
std::string brief(double value);

/// A share of a whole, 0 to 1: "0.43 %", "12 %".
std::string percent(double share);

/// A number of bytes: "12 kB", "3.4 MB".
std::string byte_text(std::uintmax_t bytes);

} // namespace lamina
