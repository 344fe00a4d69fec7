#include "core/contact/point_contact.h"

#include "core/contact/point_evidence.h"

#include <algorithm>

namespace lamina {

SurfacePoint vertex_point(std::uint32_t triangle, const Triangle& corners, std::uint32_t vertex,
                          const Vec3& position) {
  SurfacePoint point{triangle, corners, {}, position};
  const auto corner = std::find(corners.begin(), corners.end(), vertex) - corners.begin();
  point.weights.at(static_cast<std::size_t>(corner)) = 1;
  return point;
}

void add_point_contact(const PointContact& found, PairContacts& result) {
  Contact contact;
  contact.kind = MeasureKind::depth;
  contact.measure = found.depth;
  contact.area = found.area;
  contact.cell = static_cast<int>(result.contacts.size());
  // The depth shrinks as the first point moves outwards, and grows as the second one does.
  for (std::size_t i = 0; i < 2; ++i) {
    const SurfacePoint& point = found.point[i];
    const auto begin = static_cast<std::uint32_t>(result.gradient.size());
    for (std::size_t k = 0; k < 3; ++k)
      if (point.weights[k] != 0)
        result.gradient.push_back(
            {point.corners[k], (i == 0 ? -point.weights[k] : point.weights[k]) * found.direction});
    contact.gradient[found.body[i]] = {begin, static_cast<std::uint32_t>(result.gradient.size())};
  }

  ContactPointPair pair;
  for (std::size_t i = 0; i < 2; ++i) {
    const SurfacePoint& point = found.point[i];
    pair.position[i] = point.position;
    pair.triangle[i] = point.triangle;
    pair.barycentric[i] = {static_cast<float>(point.weights[1]), static_cast<float>(point.weights[2])};
  }
  pair.normal = found.direction;
  pair.area = found.area;
  pair.body = found.body;
  pair.contact = static_cast<std::uint32_t>(result.contacts.size());
  result.area += found.area;
  result.contacts.push_back(contact);
  result.evidence.add<PointEvidence>().points.push_back(pair);
}

} // namespace lamina
