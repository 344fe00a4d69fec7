#include "core/contact/method.h"
#include "ui/panels/panel.h"
#include "ui/panels/style.h"

#include <imgui.h>

#include <array>
#include <cfloat>

namespace lamina {
void draw_view_panel(PanelContext&);

namespace {

constexpr float gap = 8; ///< between choices of a row, logical pixels

void tooltip(const char* text) {
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", text);
}

/// Goes on in the same row if this label still fits there.
void flow(const char* label) {
  const float room = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  const float wanted =
      ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize(label).x;
  if (ImGui::GetItemRectMax().x + gap + wanted <= room)
    ImGui::SameLine(0, gap);
}

void check(PanelContext& context, const char* label, bool& on, const char* text, bool first = false) {
  if (!first)
    flow(label);
  ImGui::Checkbox(label, &on);
  context.rects.record(std::string("view ") + label);
  tooltip(text);
}

struct Entry {
  const char* label;
  const char* tooltip;
};

/// A row: its name at the left, and a list to choose from.
template <class Enum, std::size_t Count>
void choose(PanelContext& context, const char* name, Enum& value, const std::array<Entry, Count>& entries,
            const char* text) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(name);
  tooltip(text);
  after_label();
  ImGui::SetNextItemWidth(-FLT_MIN);
  const std::string id = std::string("##") + name;
  const bool open = ImGui::BeginCombo(id.c_str(), entries[static_cast<std::size_t>(value)].label);
  context.rects.record(std::string("view ") + name);
  if (!open) {
    tooltip(text);
    return;
  }
  for (std::size_t i = 0; i < Count; ++i) {
    if (ImGui::Selectable(entries[i].label, static_cast<std::size_t>(value) == i))
      value = static_cast<Enum>(i);
    context.rects.record(std::string("view ") + name + "=" + entries[i].label);
    tooltip(entries[i].tooltip);
  }
  ImGui::EndCombo();
}

void contacts(PanelContext& context) {
  ViewChoices& view = context.view;
  // Methods that join points draw them the same in every view.
  if (context.snapshot && !measures_volume(context.snapshot->settings.contact.method)) {
    static constexpr std::array<Entry, 2> points = {
        {{"off", "bodies alone"}, {"points", "the points that contacts join, lines coloured by depth"}}};
    choose(context, "contacts", view.contacts, points, "C  shows and hides contacts");
    return;
  }
  int shown = view.contacts ? 1 + static_cast<int>(view.contact_view) : 0;
  static constexpr std::array<Entry, 4> entries = {
      {{"off", "bodies alone"},
       {"pixels", "contact pixels at both ends of every interval, coloured by view direction"},
       {"volume", "the intersection volume as a solid, one colour a pair"},
       {"layers", "the crossings of one view direction, coloured by their place in the column"}}};
  choose(context, "contacts", shown, entries, "C  shows and hides contacts\nV  goes through their views");
  view.contacts = shown > 0;
  if (shown > 0)
    view.contact_view = static_cast<ContactView>(shown - 1);
  if (!view.contacts || view.contact_view != ContactView::layers)
    return;
  static constexpr std::array<Entry, 3> axes = {{{"x", "along the region's first axis"},
                                                 {"y", "along the region's second axis"},
                                                 {"z", "along the region's third axis"}}};
  choose(context, "direction", view.layer_axis, axes, "view direction whose layers are shown");
  static constexpr std::array<Entry, 7> layers = {{{"all", "every layer"},
                                                   {"1", "the first crossing along the direction"},
                                                   {"2", "the second crossing"},
                                                   {"3", "the third crossing"},
                                                   {"4", "the fourth crossing"},
                                                   {"5", "the fifth crossing"},
                                                   {"6", "the sixth crossing"}}};
  choose(context, "layer", view.layer, layers, "a single layer, or all of them");
}

double middle(const Box& box, int axis) {
  return box.empty() ? 0 : box.centre()[axis];
}

void cut(PanelContext& context) {
  ViewChoices& view = context.view;
  static constexpr std::array<Entry, 4> entries = {{{"off", "nothing is cut away"},
                                                    {"x", "a plane across x"},
                                                    {"y", "a plane across y"},
                                                    {"z", "a plane across z"}}};
  const CutAxis before = view.cut;
  choose(context, "cut", view.cut, entries, "cuts away what lies on the eye's side of a plane");
  if (view.cut == CutAxis::off)
    return;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("cut at");
  after_label();
  ImGui::SetNextItemWidth(-FLT_MIN);
  const int axis = static_cast<int>(view.cut) - 1;
  if (view.cut != before)
    view.cut_position = middle(context.shown_bounds, axis);
  const Box& box = context.shown_bounds;
  const float low = box.empty() ? -1 : static_cast<float>(box.min[axis]);
  const float high = box.empty() ? 1 : static_cast<float>(box.max[axis]);
  float position = static_cast<float>(view.cut_position);
  if (ImGui::SliderFloat("##cut at", &position, low, high, "%.4g m"))
    view.cut_position = position;
  context.rects.record("view cut at");
  tooltip("where the plane lies along its axis; Ctrl and a click to type");
}

/// Boxes of trees, and how deep to look.
void tree(PanelContext& context, bool first) {
  ViewModes& view = context.view;
  check(context, "tree", view.tree, "the boxes of the trees that the method searches with", first);
  if (!view.tree)
    return;
  ImGui::SameLine(0, gap);
  ImGui::SetNextItemWidth(6 * ImGui::GetFrameHeight());
  ImGui::SliderInt("##tree level", &view.tree_level, 0, deepest_tree_level, "level %d",
                   ImGuiSliderFlags_AlwaysClamp);
  context.rects.record("view tree level");
  tooltip("how many splits below the root: deeper boxes are smaller; what was not searched stays coarse");
}

} // namespace

void draw_view_panel(PanelContext& context) {
  ViewChoices& view = context.view;
  contacts(context);
  static constexpr std::array<Entry, 7> skins = {
      {{"plain", "the body's own colour"},
       {"pressure", "pressure in Pa where bodies touch"},
       {"friction", "friction in Pa where bodies touch, shared out by the friction law"},
       {"strain", "how much soft, particle and skinned bodies are stretched or squeezed, in %"},
       {"stress", "von Mises stress of soft bodies, in Pa"},
       {"overlap", "how deep a body overlaps itself at rest, which self-contact leaves out"},
       {"sampling", "the area of surface that each vertex stands for at rest: rays see no more than that"}}};
  choose(context, "skin", view.skin, skins, "what colours the skin of bodies");
  static constexpr std::array<Entry, 4> levels = {{{"off", "no arrows"},
                                                   {"body", "pressure and friction on each body"},
                                                   {"cell", "pressure of each contact cell"},
                                                   {"vertex", "pressure on each vertex"}}};
  int force = view.forces ? 1 + static_cast<int>(view.force_level) : 0;
  choose(context, "forces", force, levels, "G  shows and hides force arrows");
  view.forces = force > 0;
  if (force > 0)
    view.force_level = static_cast<ForceLevel>(force - 1);
  cut(context);
  static constexpr std::array<Entry, 4> qualities = {
      {{"automatic", "chosen by the time that a picture takes"},
       {"low", "no shadows, no smoothed edges, coarser while things move and drawing is slow"},
       {"medium", "shadows and smoothed edges"},
       {"high", "softer shadows and smoothed edges"}}};
  choose(context, "quality", view.quality, qualities, "how much is spent on a picture");
  const bool rays = context.snapshot && casts_rays(context.snapshot->settings.contact.method);
  if (rays)
    check(context, "rays", view.rays, "the rays that were cast, coloured by what became of them", true);
  const bool trees = context.snapshot && keeps_trees(context.snapshot->settings.contact.method);
  if (trees)
    tree(context, !rays);
  check(context, "regions", view.regions, "B  the box sampled for each pair, with its pixels",
        !rays && !trees);
  check(context, "inside", view.inside, "tetrahedra, springs and bones of bodies that deform");
  check(context, "see-through", view.see_through,
        "bodies are faint while contacts or their insides are shown");
  check(context, "grid", view.grid, "the ground grid");
  check(context, "dropped", view.dropped, "columns that could not be trusted, magenta");
  check(context, "legend", view.legend, "names, colours and units of what is shown");
}

} // namespace lamina
