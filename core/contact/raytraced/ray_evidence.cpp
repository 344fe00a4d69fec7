#include "core/contact/raytraced/ray_evidence.h"

namespace lamina {

void RayEvidence::clear() {
  rays = 0;
  fates = {};
  enclosed = {};
  cast.clear();
}

std::unique_ptr<Evidence> RayEvidence::summary() const {
  auto light = std::make_unique<RayEvidence>();
  light->rays = rays;
  light->fates = fates;
  light->enclosed = enclosed;
  return light;
}

const RayEvidence& rays_of(const PairContacts& pair) {
  static const RayEvidence none;
  const RayEvidence* found = pair.evidence.find<RayEvidence>();
  return found ? *found : none;
}

} // namespace lamina
