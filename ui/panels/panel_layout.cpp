#include "ui/panels/panel_layout.h"

#include "ui/panels/panel.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>

namespace lamina {
namespace {

constexpr const char* heading = "[Lamina][Panels]";
constexpr const char* side_names[] = {"left", "right"};
constexpr float largest = 200; // heights of the text; more is no size that anybody has set

bool is_size(float size) {
  return std::isfinite(size) && size >= 0 && size <= largest;
}

} // namespace

void PanelLayout::restore() {
  const auto panels = panel_list();
  columns_ = {};
  widths_ = {};
  heights_.assign(panels.size(), 0);
  for (std::size_t i = 0; i < panels.size(); ++i)
    columns_[std::size_t(panels[i].side)].push_back(i);
}

void PanelLayout::move(std::size_t panel, PanelSide side, std::size_t place) {
  for (std::vector<std::size_t>& column : columns_)
    std::erase(column, panel);
  std::vector<std::size_t>& column = columns_[std::size_t(side)];
  column.insert(column.begin() + std::ptrdiff_t(std::min(place, column.size())), panel);
}

std::string PanelLayout::text() const {
  std::ostringstream text;
  text << heading << "\n";
  for (std::size_t side = 0; side < 2; ++side) {
    text << side_names[side] << "=" << widths_[side] << "\n";
    for (const std::size_t panel : columns_[side])
      text << side_names[side] << "," << heights_[panel] << "," << panel_list()[panel].title << "\n";
  }
  return text.str();
}

void PanelLayout::read(const std::string& text) {
  std::istringstream lines(text);
  bool mine = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("["))
      mine = line == heading;
    for (std::size_t side = 0; mine && side < 2; ++side) {
      const std::string name = side_names[side];
      float size = 0;
      int title = 0;
      if (std::sscanf(line.c_str(), (name + "=%f").c_str(), &size) == 1 && is_size(size))
        widths_[side] = size;
      if (std::sscanf(line.c_str(), (name + ",%f,%n").c_str(), &size, &title) != 1 || title == 0 ||
          !is_size(size))
        continue;
      const auto panels = panel_list();
      for (std::size_t panel = 0; panel < panels.size(); ++panel)
        if (line.substr(std::size_t(title)) == panels[panel].title) {
          // Those that are named come last, in their order: a panel of a newer program stays above them.
          move(panel, PanelSide(side), columns_[side].size());
          heights_[panel] = size;
        }
    }
  }
}

} // namespace lamina
