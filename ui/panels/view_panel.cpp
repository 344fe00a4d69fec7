#include "ui/panels/panel.h"
#include "ui/panels/style.h"

#include <imgui.h>

namespace lamina {
void draw_view_panel(PanelContext&);

namespace {

void check(PanelContext& context, const char* label, bool& on, const char* tooltip) {
  ImGui::Checkbox(label, &on);
  context.rects.record(std::string("view ") + label);
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", tooltip);
}

void choose(PanelContext& context, const char* label, PixelView view, const char* tooltip) {
  if (ImGui::RadioButton(label, context.view.pixels == view))
    context.view.pixels = view;
  context.rects.record(std::string("pixels ") + label);
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", tooltip);
}

// One colour per view direction, as in F08 Fig. 10.
void legend() {
  const ImU32 colours[] = {IM_COL32(226, 66, 58, 255), IM_COL32(70, 176, 78, 255),
                           IM_COL32(66, 120, 226, 255)};
  const char* names[] = {"x", "y", "z"};
  const float size = 0.75f * ImGui::GetFontSize();
  for (int i = 0; i < 3; ++i) {
    if (i)
      ImGui::SameLine(0, ImGui::GetFontSize());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float top = at.y + 0.5f * (ImGui::GetTextLineHeight() - size);
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, top}, {at.x + size, top + size}, colours[i], 2);
    ImGui::Dummy({size, ImGui::GetTextLineHeight()});
    ImGui::SameLine(0, 4);
    ImGui::TextUnformatted(names[i]);
  }
  ImGui::SameLine(0, ImGui::GetFontSize());
  ImGui::TextDisabled("view direction");
}

} // namespace

void draw_view_panel(PanelContext& context) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("contact pixels");
  ImGui::SameLine(0, ImGui::GetFontSize());
  choose(context, "off", PixelView::off, "C or V goes through the three");
  ImGui::SameLine();
  choose(context, "over", PixelView::over, "pixels over the bodies");
  ImGui::SameLine();
  choose(context, "through", PixelView::through, "pixels seen through faint bodies");
  if (context.view.pixels != PixelView::off)
    legend();
  check(context, "regions", context.view.regions, "the box sampled for each pair");
  ImGui::SameLine();
  check(context, "forces", context.view.forces, "G  contact force on each body");
  ImGui::SameLine();
  check(context, "grid", context.view.grid, "the ground grid");
}

} // namespace lamina
