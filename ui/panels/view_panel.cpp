#include "ui/panels/evidence/evidence_rows.h"
#include "ui/panels/panel.h"
#include "ui/panels/style.h"
#include "ui/panels/view_controls.h"

#include <imgui.h>

#include <array>
#include <string>
#include <vector>

namespace lamina {
void draw_view_panel(PanelContext&);

namespace {

void cut(PanelContext& context) {
  ViewChoices& view = context.view;
  static constexpr std::array<ViewChoice, 4> entries = {{{"off", "nothing is cut away"},
                                                         {"x", "a plane across x"},
                                                         {"y", "a plane across y"},
                                                         {"z", "a plane across z"}}};
  const CutAxis before = view.cut;
  view_choose(context, "cut", view.cut, entries, "cuts away what lies on the eye's side of a plane");
  if (view.cut == CutAxis::off)
    return;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("cut at");
  after_label();
  ImGui::SetNextItemWidth(-FLT_MIN);
  const int axis = static_cast<int>(view.cut) - 1;
  if (view.cut != before)
    begin_cut(context, view.cut);
  const Box& box = context.shown_bounds;
  const float low = box.empty() ? -1 : static_cast<float>(box.min[axis]);
  const float high = box.empty() ? 1 : static_cast<float>(box.max[axis]);
  float position = static_cast<float>(view.cut_position);
  if (ImGui::SliderFloat("##cut at", &position, low, high, "%.4g m"))
    view.cut_position = position;
  context.rects.record("view cut at");
  view_tooltip("where the plane lies along its axis; Ctrl and a click to type");
}

} // namespace

void draw_view_panel(PanelContext& context) {
  ViewChoices& view = context.view;
  const std::vector<const EvidenceRows*> evidence =
      rows_of_method(context.snapshot ? context.snapshot->settings.contact : Settings().contact);
  for (const EvidenceRows* rows : evidence)
    if (rows->contacts)
      rows->contacts(context);
  static constexpr std::array<ViewChoice, 8> skins = {
      {{"plain", "the body's own colour"},
       {"pressure", "pressure in Pa where bodies touch"},
       {"friction", "friction in Pa where bodies touch, shared out by the friction law"},
       {"strain", "how much soft, particle and skinned bodies are stretched or squeezed, in %"},
       {"stress",
        "von Mises stress of soft bodies, in Pa; the scale ends at the strength of bodies that break"},
       {"overlap", "how deep a body overlaps itself at rest, which self-contact leaves out"},
       {"sampling", "the area of surface that each vertex stands for at rest: rays see no more than that"},
       {"pieces", "a colour for each piece of a body that broke or was cut"}}};
  view_choose(context, "skin", view.skin, skins, "what colours the skin of bodies");
  static constexpr std::array<ViewChoice, 4> levels = {{{"off", "no arrows"},
                                                        {"body", "pressure and friction on each body"},
                                                        {"cell", "pressure of each contact cell"},
                                                        {"vertex", "pressure on each vertex"}}};
  int force = view.forces ? 1 + static_cast<int>(view.force_level) : 0;
  view_choose(context, "forces", force, levels, "G  shows and hides force arrows");
  view.forces = force > 0;
  if (force > 0)
    view.force_level = static_cast<ForceLevel>(force - 1);
  cut(context);
  static constexpr std::array<ViewChoice, 4> qualities = {
      {{"automatic", "chosen by the time that a picture takes"},
       {"low", "no shadows, no smoothed edges, coarser while things move and drawing is slow"},
       {"medium", "shadows and smoothed edges"},
       {"high", "softer shadows and smoothed edges"}}};
  view_choose(context, "quality", view.quality, qualities, "how much is spent on a picture");
  bool first = true;
  for (const EvidenceRows* rows : evidence)
    if (rows->switches && context.snapshot)
      rows->switches(context, first);
  view_check(context, "regions", view.regions, "B  the box sampled for each pair, with its pixels", first);
  view_check(context, "ray-traced", view.ray_traced, (std::string("T  ") + ray_traced_tooltip).c_str());
  view_check(context, "inside", view.inside, "tetrahedra, springs and bones of bodies that deform");
  view_check(context, "see-through", view.see_through,
             "bodies are faint while contacts or their insides are shown");
  view_check(context, "grid", view.grid, "the ground grid");
  view_check(context, "asleep", view.asleep, "bodies that are asleep are paler");
  view_check(context, "dropped", view.dropped, "columns that could not be trusted, magenta");
  view_check(context, "legend", view.legend, "names, colours and units of what is shown");
}

} // namespace lamina
