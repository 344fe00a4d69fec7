#include "ui/panels/layout_handles.h"
#include "ui/panels/panel.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace lamina {
namespace {

constexpr float margin = 8;

// Wide enough for a row of label, slider and field, and less than a third of the window. Text so large that a
// slider and its field would not fit then gets more.
float usual_width(float width) {
  const float font = ImGui::GetFontSize();
  return std::min(23 * font, std::max(0.29f * width, std::min(14 * font, 0.44f * width)));
}

constexpr float narrowest = 10; // column, in heights of the text
constexpr float widest = 0.44f; // of the window: both columns leave a strip

float column_width(const PanelContext& context, PanelSide side, float width) {
  const float font = ImGui::GetFontSize(), set = context.layout.width(side) * font;
  if (set <= 0)
    return std::floor(usual_width(width));
  return std::floor(std::min(std::max(set, narrowest * font), widest * width));
}

// The height that a panel would take if it had all the room it wants: what was set by hand, or what its
// content took in the last frame.
float wanted_height(const PanelContext& context, std::size_t index) {
  const Panel& panel = panel_list()[index];
  const ImGuiWindow* window = ImGui::FindWindowByName(panel.title);
  if (!window)
    return 6 * ImGui::GetFrameHeight();
  if (window->Collapsed)
    return window->TitleBarHeight();
  if (const float set = context.layout.height(index); set > 0)
    return set * ImGui::GetFontSize();
  return std::ceil(window->ContentSize.y) + 2 * window->WindowPadding.y + window->TitleBarHeight();
}

// Shares a column's height: panels that want less than an even share get what they want, the others share the
// rest.
std::vector<float> share(const std::vector<float>& wanted, float available) {
  std::vector<float> given(wanted.size(), 0);
  std::vector<std::size_t> order(wanted.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    given[order[i]] = std::min(wanted[order[i]], std::floor(available / float(order.size() - i)));
    available -= given[order[i]];
  }
  return given;
}

// The same where some panels come before the others, each of which keeps a few rows.
std::vector<float> share_after(const std::vector<const Panel*>& panels, const std::vector<float>& wanted,
                               float available) {
  const float few_rows = 4 * ImGui::GetFrameHeight();
  std::vector<float> first, others;
  float kept = 0;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    (panels[i]->first ? first : others).push_back(wanted[i]);
    if (!panels[i]->first)
      kept += std::min(wanted[i], few_rows);
  }
  const float even = available * float(first.size()) / float(std::max<std::size_t>(1, panels.size()));
  const std::vector<float> given_first = share(first, std::max(available - kept, even));
  const float left = available - std::accumulate(given_first.begin(), given_first.end(), 0.0f);
  const std::vector<float> given_others = share(others, left);
  std::vector<float> given;
  auto next_first = given_first.begin(), next_other = given_others.begin();
  for (const Panel* panel : panels)
    given.push_back(panel->first ? *next_first++ : *next_other++);
  return given;
}

// Panels for which there is no room are folded at first, and again when larger text takes that room.
void fold_at_first(const PanelContext& context, const Panel& panel, float height) {
  const auto folded = [&](double scale) { return height < panel.opens_above * scale; };
  const double scale = context.view.panel_scale;
  const double before = context.laid_out_scale > 0 ? context.laid_out_scale : scale;
  const bool changes = context.fold_anew || folded(scale) != folded(before);
  ImGui::SetNextWindowCollapsed(folded(scale), changes ? ImGuiCond_Always : ImGuiCond_FirstUseEver);
}

PanelColumn lay_out(const PanelContext& context, PanelSide side, float width, float height) {
  PanelColumn column{side, margin, column_width(context, side, width), {}, {}, {}};
  if (side == PanelSide::right)
    column.x = width - margin - column.width;
  std::vector<const Panel*> panels;
  std::vector<float> wanted;
  for (const std::size_t index : context.layout.column(side)) {
    const Panel& panel = panel_list()[index];
    if (panel.wanted && !panel.wanted(context))
      continue;
    column.panels.push_back(index);
    panels.push_back(&panel);
    wanted.push_back(wanted_height(context, index));
  }
  const float gaps = margin * float(panels.size() + 1);
  column.heights = share_after(panels, wanted, std::max(0.0f, height - gaps));
  float y = margin;
  for (const float given : column.heights) {
    column.tops.push_back(y);
    y += given + margin;
  }
  return column;
}

// Whether the hand holds the panel that was begun last by its title.
bool held_by_title() {
  const ImGuiWindow& window = *ImGui::GetCurrentWindow();
  return ImGui::GetCurrentContext()->ActiveId == window.MoveId &&
         window.TitleBarRect().Contains(ImGui::GetIO().MouseClickedPos[0]) &&
         ImGui::IsMouseDragging(ImGuiMouseButton_Left, 6);
}

void draw_column(PanelContext& context, const PanelColumn& column, float height) {
  for (std::size_t i = 0; i < column.panels.size(); ++i) {
    const Panel& panel = panel_list()[column.panels[i]];
    ImGui::SetNextWindowPos({column.x, column.tops[i]}, ImGuiCond_Always);
    ImGui::SetNextWindowSize({column.width, column.heights[i]}, ImGuiCond_Always);
    fold_at_first(context, panel, height);
    // A panel that comes with a selection must not close the menu of what was selected.
    const bool open = ImGui::Begin(panel.title, nullptr,
                                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                                       ImGuiWindowFlags_NoFocusOnAppearing);
    context.rects.record_window(panel.title);
    if (held_by_title())
      context.panel_in_hand = column.panels[i];
    if (open)
      panel.draw(context);
    ImGui::End();
  }
}

FreeStrip strip_beside(const PanelContext& context, float width, bool only_lasting) {
  FreeStrip strip{margin, width - margin};
  if (!context.view.panels)
    return strip;
  for (const PanelSide side : {PanelSide::left, PanelSide::right})
    for (const std::size_t panel : context.layout.column(side)) {
      const WidgetRects::Rect* rect = context.rects.find(panel_list()[panel].title);
      if (rect && !(only_lasting && panel_list()[panel].wanted)) {
        if (side == PanelSide::left)
          strip.left = std::max(strip.left, rect->x1 + margin);
        else
          strip.right = std::min(strip.right, rect->x0 - margin);
      }
    }
  return strip;
}

} // namespace

FreeStrip free_strip(const PanelContext& context, float width) {
  return strip_beside(context, width, false);
}

FreeStrip lasting_strip(const PanelContext& context, float width) {
  return strip_beside(context, width, true);
}

float strip_text_scale(const FreeStrip& strip) {
  return std::clamp((strip.right - strip.left) / (20 * ImGui::GetFontSize()), 0.5f, 1.0f);
}

void draw_panels(PanelContext& context, float width, float height) {
  context.profiler_open = false;
  // Both are laid out before one is drawn: what a panel does may open another.
  const std::array<PanelColumn, 2> columns = {lay_out(context, PanelSide::left, width, height),
                                              lay_out(context, PanelSide::right, width, height)};
  for (const PanelColumn& column : columns)
    draw_column(context, column, height);
  for (const PanelColumn& column : columns)
    draw_layout_handles(context, column, height);
  carry_panel(context, columns, width, height);
  context.laid_out_scale = context.view.panel_scale;
  context.fold_anew = false;
}

} // namespace lamina
