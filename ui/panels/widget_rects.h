#pragma once

#include <map>
#include <string>

namespace lamina {

/// Where the widgets of the last frame were, by name ("resolution", "resolution slider", "play"), in the
/// viewport's logical pixels. Tests aim real mouse events with it, and the window shows where a setting is.
class WidgetRects {
public:
  struct Rect {
    float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    bool visible = false; ///< not scrolled or clipped away
    bool window = false;  ///< a panel or box, not a widget in it

    bool contains(double x, double y) const { return x >= x0 && x < x1 && y >= y0 && y < y1; }
  };

  void begin_frame() { rects_.clear(); }

  /// Notes the widget that ImGui submitted last.
  void record(const std::string& name);

  /// Notes the window that ImGui is drawing; one that is not solid lets the pointer through.
  void record_window(const std::string& name, bool solid = true);

  /// Null if the last frame had no such widget.
  const Rect* find(const std::string& name) const;

  /// Whether a point lies on a panel or box.
  bool window_at(double x, double y) const;

  const std::map<std::string, Rect>& all() const { return rects_; }

private:
  std::map<std::string, Rect> rects_;
};

} // namespace lamina
