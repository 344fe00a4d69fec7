#include "core/contact/tree_box.h"
#include "ui/panels/evidence/evidence_rows.h"
#include "ui/panels/view_controls.h"

namespace lamina {
namespace {

/// Boxes of trees, and how deep to look.
void tree_switches(PanelContext& context, bool& first) {
  ViewModes& view = context.view;
  view_check(context, "tree", view.tree, "the boxes of the trees that the method searches with", first);
  first = false;
  if (!view.tree)
    return;
  ImGui::SameLine(0, view_gap);
  ImGui::SetNextItemWidth(6 * ImGui::GetFrameHeight());
  ImGui::SliderInt("##tree level", &view.tree_level, 0, deepest_tree_level, "level %d",
                   ImGuiSliderFlags_AlwaysClamp);
  context.rects.record("view tree level");
  view_tooltip(
      "how many splits below the root: deeper boxes are smaller; what was not searched stays coarse");
}

} // namespace

EvidenceRows tree_rows() {
  return {evidence_type<TreeBox>(), nullptr, tree_switches, nullptr, nullptr, nullptr};
}

} // namespace lamina
