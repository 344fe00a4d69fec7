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

float column_width(float width) {
  // Wide enough for a row of label, slider and field. Two columns leave more than a third of the window free,
  // unless the text is so large that a slider and its field would not fit then.
  const float font = ImGui::GetFontSize();
  return std::min(23 * font, std::max(0.31f * width, std::min(14 * font, 0.44f * width)));
}

// The height that a panel would take if it had all the room it wants; from its last frame.
float wanted_height(const Panel& panel) {
  const ImGuiWindow* window = ImGui::FindWindowByName(panel.title);
  if (!window)
    return 6 * ImGui::GetFrameHeight();
  if (window->Collapsed)
    return window->TitleBarHeight();
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
  const bool changes = folded(scale) != folded(before);
  ImGui::SetNextWindowCollapsed(folded(scale), changes ? ImGuiCond_Always : ImGuiCond_FirstUseEver);
}

void draw_column(PanelContext& context, PanelSide side, float width, float height) {
  std::vector<const Panel*> panels;
  std::vector<float> wanted;
  for (const Panel& panel : panel_list())
    if (panel.side == side && (!panel.wanted || panel.wanted(context))) {
      panels.push_back(&panel);
      wanted.push_back(wanted_height(panel));
    }
  const float gaps = margin * float(panels.size() + 1);
  const std::vector<float> given = share_after(panels, wanted, std::max(0.0f, height - gaps));
  const float column = std::floor(column_width(width));
  const float x = side == PanelSide::left ? margin : width - margin - column;
  float y = margin;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    ImGui::SetNextWindowPos({x, y}, ImGuiCond_Always);
    ImGui::SetNextWindowSize({column, given[i]}, ImGuiCond_Always);
    fold_at_first(context, *panels[i], height);
    const bool open =
        ImGui::Begin(panels[i]->title, nullptr, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize);
    context.rects.record_window(panels[i]->title);
    if (open)
      panels[i]->draw(context);
    ImGui::End();
    y += given[i] + margin;
  }
}

} // namespace

FreeStrip free_strip(const PanelContext& context, float width) {
  FreeStrip strip{margin, width - margin};
  if (!context.view.panels)
    return strip;
  for (const Panel& panel : panel_list())
    if (const WidgetRects::Rect* rect = context.rects.find(panel.title)) {
      if (panel.side == PanelSide::left)
        strip.left = std::max(strip.left, rect->x1 + margin);
      else
        strip.right = std::min(strip.right, rect->x0 - margin);
    }
  return strip;
}

float strip_text_scale(const FreeStrip& strip) {
  return std::clamp((strip.right - strip.left) / (20 * ImGui::GetFontSize()), 0.5f, 1.0f);
}

void draw_panels(PanelContext& context, float width, float height) {
  context.profiler_open = false;
  draw_column(context, PanelSide::left, width, height);
  draw_column(context, PanelSide::right, width, height);
  context.laid_out_scale = context.view.panel_scale;
}

} // namespace lamina
