#include "core/contact/point_evidence.h"

namespace lamina {

void PointEvidence::renumber(int side, std::span<const std::uint32_t> triangles) {
  for (ContactPointPair& pair : points)
    for (std::size_t end = 0; end < 2; ++end)
      if (pair.body[end] == side)
        pair.triangle[end] = triangles[pair.triangle[end]];
}

void PointEvidence::get_friction_points(const PairContacts& found, std::size_t first,
                                        std::span<FrictionPoint> friction) const {
  for (std::size_t i = 0; i < friction.size(); ++i) {
    const ContactPointPair& pair = points[first + i];
    const auto cell = static_cast<std::uint32_t>(found.contacts[pair.contact].cell);
    friction[i] = {pair.normal,      pair.normal, pair.position, 0.5 * (pair.position[0] + pair.position[1]),
                   pair.area,        pair.area,   {cell, cell},  pair.triangle,
                   pair.barycentric, pair.body};
  }
}

const PointEvidence& points_of(const PairContacts& pair) {
  static const PointEvidence none;
  const PointEvidence* found = pair.evidence.find<PointEvidence>();
  return found ? *found : none;
}

} // namespace lamina
