#include "ui/panels/evidence/evidence_rows.h"
#include "ui/panels/pointer_tip.h"
#include "ui/panels/step_plot.h"
#include "ui/panels/view_controls.h"
#include "ui/render/contacts/ray_lines.h"

namespace lamina {
namespace {

void ray_switches(PanelContext& context, bool& first) {
  view_check(context, "rays", context.view.rays, "the rays that were cast, coloured by what became of them",
             first);
  first = false;
}

ImU32 ray_ink(const Colour& colour) {
  return ImGui::ColorConvertFloat4ToU32({colour[0], colour[1], colour[2], 1});
}

const char* fate_sentence(RayFate fate) {
  switch (fate) {
  case RayFate::contact:
    return "Left the other body while still within its own: a contact.";
  case RayFate::missed:
    return "Met nothing of the other body.";
  case RayFate::entering:
    return "Met the other body from outside, so its vertex is not in it.";
  case RayFate::own_first:
    return "Left its own body before it met the other, or without being in another part of itself.";
  case RayFate::open:
    return "Its own body does not close around it.";
  case RayFate::at_rest:
    return "No deeper than the surface overlaps itself at rest.";
  }
  return "";
}

// What became of the rays of this step, and bodies that rays cannot tell to be within another.
void ray_fates_found(PanelContext& context) {
  const Snapshot& now = *context.snapshot;
  const std::array<std::uint64_t, ray_fates> fates = fates_of(now);
  for (std::size_t fate = 0; fate < ray_fates; ++fate) {
    if (fates[fate] == 0)
      continue;
    ImGui::BeginGroup();
    legend_line(fate_word(RayFate(fate)), ray_ink(fate_colour(RayFate(fate))), grouped(fates[fate]));
    ImGui::EndGroup();
    context.rects.record(std::string("rays ") + fate_word(RayFate(fate)));
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("%s", fate_sentence(RayFate(fate)));
  }
  for (const PairState& pair : now.pairs)
    for (std::size_t side = 0; side < 2; ++side)
      if (rays_of(pair.contacts).enclosed[side]) {
        wrapped_text(body_name(now, pair.contacts.body[side]) + " may lie wholly within " +
                         body_name(now, pair.contacts.body[1 - side]) + ": such an overlap has no contact",
                     warning_colour(context.dark));
        context.rects.record("enclosed");
      }
}

std::string ray_counts(const StepStatistics& s) {
  return s.rays ? counted(s.rays, "ray") : std::string();
}

} // namespace

EvidenceRows ray_rows() {
  return {evidence_type<RayEvidence>(), nullptr, ray_switches, ray_fates_found, ray_counts, nullptr};
}

} // namespace lamina
