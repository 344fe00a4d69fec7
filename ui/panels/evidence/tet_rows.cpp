#include "core/contact/tetdistance/tet_evidence.h"
#include "ui/panels/evidence/evidence_rows.h"
#include "ui/panels/pointer_tip.h"
#include "ui/panels/step_plot.h"
#include "ui/panels/view_controls.h"
#include "ui/render/contacts/march_lines.h"
#include "ui/render/overlay/legend_entries.h"
#include "ui/render/picking/pick_search.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lamina {
namespace {

void tet_switches(PanelContext& context, bool& first) {
  ViewModes& view = context.view;
  distances_check(
      context, "distances from the surface inside of bodies of tetrahedra, on the plane of the cut", first);
  first = false;
  view_check(context, "march", view.march,
             "nodes that the march of these distances came to, and those that it did without");
  view_check(context, "closest", view.closest,
             "from each colliding node inside to the closest place of the surface");
}

void march_line(PanelContext& context, NodeVisit visit, std::uint64_t count, std::uint64_t of) {
  const Colour colour = visit_colour(visit);
  ImGui::BeginGroup();
  legend_line((std::string("nodes ") + visit_word(visit)).c_str(),
              ImGui::ColorConvertFloat4ToU32({colour[0], colour[1], colour[2], 1}),
              grouped(count) + " of " + grouped(of));
  ImGui::EndGroup();
  context.rects.record(std::string("nodes ") + visit_word(visit));
}

/// Of all bodies in pairs, each once.
void tets_found(PanelContext& context) {
  std::map<std::uint32_t, TetEvidence::Marched> bodies;
  for (const PairState& pair : context.snapshot->pairs)
    for (std::size_t side = 0; side < 2; ++side)
      if (const auto& marched = tets_of(pair.contacts).marched[side]; marched.nodes > 0)
        bodies[pair.contacts.body[side]] = marched;
  TetEvidence::Marched sum;
  for (const auto& [body, marched] : bodies) {
    sum.nodes += marched.nodes;
    sum.visited += marched.visited;
    sum.colliding += marched.colliding;
  }
  if (sum.nodes == 0)
    return;
  march_line(context, NodeVisit::colliding, sum.colliding, sum.nodes);
  view_tooltip("nodes of tetrahedra that something of another body lies in");
  march_line(context, NodeVisit::visited, sum.visited, sum.nodes);
  view_tooltip("nodes that the march of distances came to. A full march comes to all, a local one to\n"
               "those that colliding nodes need. Distances of rigid bodies are found once.");
}

std::string solid_tip(const Snapshot& snapshot, const EvidenceReference& reference) {
  const std::optional<SolidReference> named = solid_of(reference);
  const MarchedSolid* solid = named ? find_solid(snapshot, *named) : nullptr;
  if (!solid)
    return {};
  const std::string name = body_name(snapshot, named->body);
  const auto distance = [solid](std::uint32_t node) { return double(solid->distances[node]); };
  if (named->kind == SolidReference::Kind::node) {
    const double off = distance(named->item);
    return name + " node " + std::to_string(named->item) + ": " + visit_word(solid->visits[named->item]) +
           (off > 0 ? ", " + length_text(off) + " from the surface" : ", on the surface");
  }
  double least = INFINITY, most = 0;
  for (const std::uint32_t node : solid->tetrahedra[named->item]) {
    least = std::min(least, distance(node));
    most = std::max(most, distance(node));
  }
  return name + " tetrahedron " + std::to_string(named->item) + ": " +
         (least > 0 ? length_text(least) : std::string("0")) + " to " + length_text(most) +
         " from the surface";
}

} // namespace

EvidenceRows tet_rows() {
  return {
      .type = evidence_type<TetEvidence>(), .switches = tet_switches, .found = tets_found, .tip = solid_tip};
}

} // namespace lamina
