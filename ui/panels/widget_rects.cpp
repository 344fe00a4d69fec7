#include "ui/panels/widget_rects.h"

#include <imgui.h>

#include <algorithm>

namespace lamina {

void WidgetRects::record(const std::string& name) {
  const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
  rects_[name] = {a.x, a.y, b.x, b.y, ImGui::IsItemVisible()};
}

void WidgetRects::record_window(const std::string& name, bool solid) {
  const ImVec2 a = ImGui::GetWindowPos(), s = ImGui::GetWindowSize();
  rects_[name] = {a.x, a.y, a.x + s.x, a.y + s.y, true, solid};
}

const WidgetRects::Rect* WidgetRects::find(const std::string& name) const {
  const auto found = rects_.find(name);
  return found == rects_.end() ? nullptr : &found->second;
}

bool WidgetRects::window_at(double x, double y) const {
  return std::any_of(rects_.begin(), rects_.end(),
                     [&](const auto& entry) { return entry.second.window && entry.second.contains(x, y); });
}

} // namespace lamina
