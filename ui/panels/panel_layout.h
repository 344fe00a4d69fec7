#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace lamina {

enum class PanelSide { left, right };

/// Where panels are and how large: two columns, whose panels go from top to bottom. Panels are named by their
/// index in panel_list(). Sizes are in heights of the text, so that they grow with it; 0 stands for what
/// suits the content.
class PanelLayout {
public:
  PanelLayout() { restore(); }

  /// As it is at the first start.
  void restore();

  const std::vector<std::size_t>& column(PanelSide side) const { return columns_[std::size_t(side)]; }
  /// Takes a panel out of its column and puts it into another place: before the panel that is at `place`
  /// then, or at the end.
  void move(std::size_t panel, PanelSide side, std::size_t place);

  float width(PanelSide side) const { return widths_[std::size_t(side)]; }
  void set_width(PanelSide side, float width) { widths_[std::size_t(side)] = width; }
  float height(std::size_t panel) const { return heights_[panel]; }
  void set_height(std::size_t panel, float height) { heights_[panel] = height; }

  /// As lines of an ini file, and back. What is no such line, and panels that there are not, are passed over;
  /// panels that are not named stay where they are.
  std::string text() const;
  void read(const std::string& text);

private:
  std::array<std::vector<std::size_t>, 2> columns_;
  std::array<float, 2> widths_{};
  std::vector<float> heights_;
};

} // namespace lamina
