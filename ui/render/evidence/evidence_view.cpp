#include "ui/render/evidence/evidence_view.h"

#include "core/contact/method.h"
#include "ui/render/evidence/field_view.h"
#include "ui/render/evidence/hash_view.h"
#include "ui/render/evidence/image_view.h"
#include "ui/render/evidence/point_view.h"
#include "ui/render/evidence/ray_view.h"
#include "ui/render/evidence/stochastic_view.h"
#include "ui/render/evidence/tet_view.h"
#include "ui/render/evidence/tree_view.h"

#include <algorithm>

namespace lamina {
namespace {

std::vector<EvidenceView>& registered() {
  static std::vector<EvidenceView> views = {image_view(), ray_view(),        tet_view(),   hash_view(),
                                            field_view(), stochastic_view(), point_view(), tree_view()};
  return views;
}

} // namespace

const std::vector<EvidenceView>& evidence_views() {
  return registered();
}

void add_evidence_view(EvidenceView view) {
  const auto known = [&](const EvidenceView& other) { return other.type == view.type; };
  if (std::none_of(registered().begin(), registered().end(), known))
    registered().push_back(view);
}

SnapshotExtras needed_extras(const ViewModes& modes, const ContactSettings& contact) {
  SnapshotExtras extras;
  extras.pixels =
      of_contacts(modes.skin) || (modes.forces && modes.force_level != ForceLevel::body) ||
      std::any_of(evidence_views().begin(), evidence_views().end(), [&](const EvidenceView& view) {
        return view.needs_details && leaves_evidence(contact, view.type) && view.needs_details(modes);
      });
  extras.search =
      std::any_of(evidence_views().begin(), evidence_views().end(), [&](const EvidenceView& view) {
        return view.needs_search && leaves_evidence(contact, view.type) && view.needs_search(modes);
      });
  extras.drawn = modes.contacts && !of_contacts(modes.skin);
  extras.inside = modes.inside || modes.skin == SkinColour::strain || modes.skin == SkinColour::stress;
  extras.trees = modes.ray_traced;
  if (modes.tree)
    extras.tree_level = modes.tree_level;
  return extras;
}

} // namespace lamina
