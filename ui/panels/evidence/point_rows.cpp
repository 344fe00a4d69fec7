#include "core/contact/point_evidence.h"
#include "ui/panels/evidence/evidence_rows.h"
#include "ui/panels/pointer_tip.h"
#include "ui/panels/view_controls.h"
#include "ui/render/picking/pick_evidence.h"

namespace lamina {
namespace {

// Points are drawn the same in every view.
void point_contacts(PanelContext& context) {
  static constexpr std::array<ViewChoice, 2> points = {
      {{"off", "bodies alone"}, {"points", "the points that contacts join, lines coloured by depth"}}};
  view_choose(context, "contacts", context.view.contacts, points, "C  shows and hides contacts");
}

std::string point_counts(const StepStatistics& s) {
  return counted(s.colliding_points, "contact point");
}

std::string point_tip(const Snapshot& snapshot, const EvidenceReference& reference) {
  const std::optional<PointReference> named = point_of(reference);
  const ContactPointPair* points = named ? find_points(snapshot, *named) : nullptr;
  return points ? points_tip(snapshot, snapshot.pairs[named->pair], *points) : std::string();
}

} // namespace

EvidenceRows point_rows() {
  return {evidence_type<PointEvidence>(), point_contacts, nullptr, nullptr, point_counts, point_tip};
}

} // namespace lamina
