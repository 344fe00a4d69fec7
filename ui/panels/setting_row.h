#pragma once

#include "ui/panels/panel.h"

#include <string>
#include <string_view>

namespace lamina {

/// Draws one row for a setting: its label and unit, a widget that fits its kind, and a mark that resets it to
/// the default where it differs. Numbers can be typed, dragged, or stepped with the arrow keys; what is out
/// of range is refused with the range below the row. A change is posted and acts at the next step; while
/// the scene is locked there is none. Choosing
/// a method brings back the backend that it ran on last. `label`: in place of the setting's own, for a row
/// outside of its group.
void setting_row(PanelContext& context, const Setting& setting, const char* label = nullptr);
void setting_row(PanelContext& context, std::string_view name);

/// The sentence of a setting with its unit, range and default, as a tooltip of the last widget; before it why
/// nothing can be changed now, if that is so.
void setting_tooltip(const Setting& setting, const std::string& locked = {});

} // namespace lamina
