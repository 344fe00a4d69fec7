#include "ui/panels/legend.h"

#include "ui/panels/split_view.h"
#include "ui/render/overlay/colour_ramp.h"

#include <imgui.h>

#include <algorithm>

namespace lamina {
namespace {

constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings |
                                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;

ImU32 ink(const Colour& colour) {
  return ImGui::ColorConvertFloat4ToU32({colour[0], colour[1], colour[2], 1});
}

/// A mark as high as small letters, in the line of the text that follows.
void draw_mark(LegendEntry::Mark mark, const Colour& colour) {
  const float size = 0.75f * ImGui::GetFontSize();
  const float width = mark == LegendEntry::Mark::square ? size : 1.6f * size;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float middle = at.y + 0.5f * ImGui::GetTextLineHeight();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (mark == LegendEntry::Mark::square)
    list.AddRectFilled({at.x, middle - 0.5f * size}, {at.x + size, middle + 0.5f * size}, ink(colour), 2);
  else
    list.AddLine({at.x, middle}, {at.x + width - 1, middle}, ink(colour), 2);
  if (mark == LegendEntry::Mark::arrow)
    list.AddTriangleFilled({at.x + width, middle}, {at.x + width - 0.6f * size, middle - 0.35f * size},
                           {at.x + width - 0.6f * size, middle + 0.35f * size}, ink(colour));
  ImGui::Dummy({width, ImGui::GetTextLineHeight()});
}

void draw_ramp(const LegendEntry& entry) {
  constexpr int steps = 32;
  const ImVec2 size(8 * ImGui::GetFontSize(), 0.75f * ImGui::GetFontSize());
  ImGui::TextUnformatted(entry.text.c_str());
  ImGui::SameLine();
  ImGui::TextUnformatted(entry.items.front().word.c_str());
  ImGui::SameLine();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float top = at.y + 0.5f * (ImGui::GetTextLineHeight() - size.y);
  for (int i = 0; i < steps; ++i) {
    const float left = at.x + size.x * float(i) / steps, right = at.x + size.x * float(i + 1) / steps;
    ImGui::GetWindowDrawList()->AddRectFilledMultiColor(
        {left, top}, {right, top + size.y}, ink(ramp_colour(double(i) / steps)),
        ink(ramp_colour(double(i + 1) / steps)), ink(ramp_colour(double(i + 1) / steps)),
        ink(ramp_colour(double(i) / steps)));
  }
  ImGui::Dummy({size.x, ImGui::GetTextLineHeight()});
  ImGui::SameLine();
  ImGui::TextUnformatted(entry.items.back().word.c_str());
}

/// Marks with their words in one row, then what they are; nothing goes beyond `most_right`, of the screen.
void draw_entry(const LegendEntry& entry, float most_right) {
  if (entry.mark == LegendEntry::Mark::ramp && !entry.items.empty())
    return draw_ramp(entry);
  bool first = true;
  for (const LegendEntry::Item& item : entry.items) {
    if (!first)
      ImGui::SameLine(0, 10);
    first = false;
    draw_mark(entry.mark, item.colour);
    if (item.word.empty())
      continue;
    ImGui::SameLine(0, 4);
    ImGui::TextUnformatted(item.word.c_str());
  }
  if (entry.text.empty())
    return;
  const float begin = first ? ImGui::GetCursorScreenPos().x : ImGui::GetItemRectMax().x + 10;
  if (begin + ImGui::CalcTextSize(entry.text.c_str()).x <= most_right) {
    if (!first)
      ImGui::SameLine(0, 10);
    return ImGui::TextUnformatted(entry.text.c_str());
  }
  // What is too long for its strip takes lines of its own.
  ImGui::PushTextWrapPos(most_right - ImGui::GetWindowPos().x);
  ImGui::TextWrapped("%s", entry.text.c_str());
  ImGui::PopTextWrapPos();
}

// Within a strip; returns its top.
float draw_box(PanelContext& context, const char* name, const std::vector<LegendEntry>& entries,
               const FreeStrip& free, float height) {
  if (entries.empty())
    return height;
  // Within the window the font has its scale already.
  const float scale = strip_text_scale(free);
  ImGui::SetNextWindowPos({free.left, height - 8}, ImGuiCond_Always, {0, 1});
  ImGui::SetNextWindowSizeConstraints({0, 0}, {std::max(60.0f, free.right - free.left), 0.5f * height});
  ImGui::SetNextWindowBgAlpha(0.6f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8, 5});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1}); // one line is lower than the usual least
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {6, 2});
  if (ImGui::Begin(name, nullptr, flags | ImGuiWindowFlags_AlwaysAutoResize)) {
    ImGui::SetWindowFontScale(scale);
    ImGui::BeginGroup();
    for (const LegendEntry& entry : entries)
      draw_entry(entry, free.right - 9);
    ImGui::EndGroup();
    context.rects.record(name);
  }
  const float top = ImGui::GetWindowPos().y;
  ImGui::End();
  ImGui::PopStyleVar(3);
  return top;
}

} // namespace

float draw_legend(PanelContext& context, float width, float height) {
  if (!context.view.legend)
    return height;
  const auto split = split_view(context, width);
  if (!split)
    return draw_box(context, "legend", context.legend, free_strip(context, width), height);
  constexpr float gap = 4;
  return std::min(
      draw_box(context, "legend", context.legend, {std::max(split->left, gap), split->middle - gap}, height),
      draw_box(context, "legend beside", context.legend_beside, {split->middle + gap, split->right}, height));
}

} // namespace lamina
