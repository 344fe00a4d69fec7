#include "core/contact/point_evidence.h"

namespace lamina {

void PointEvidence::get_friction_points(const PairContacts&, std::size_t first,
                                        std::span<FrictionPoint> friction) const {
  for (std::size_t i = 0; i < friction.size(); ++i) {
    const ContactPointPair& pair = points[first + i];
    friction[i] = {pair.normal,
                   pair.normal,
                   pair.position,
                   0.5 * (pair.position[0] + pair.position[1]),
                   pair.area,
                   pair.area,
                   {pair.contact, pair.contact},
                   pair.triangle,
                   pair.barycentric,
                   pair.body};
  }
}

const PointEvidence& points_of(const PairContacts& pair) {
  static const PointEvidence none;
  const PointEvidence* found = pair.evidence.find<PointEvidence>();
  return found ? *found : none;
}

} // namespace lamina
