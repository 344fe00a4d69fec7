#include "core/contact/ldi/vertices/vertex_contact.h"

namespace lamina::ldi {

VertexContacts::VertexContacts(const VertexSurface& own, std::uint8_t side, PairContacts& result)
    : own_(own), side_(side), result_(result), points_(result.evidence.add<PointEvidence>()) {}

void VertexContacts::make_room(std::size_t more) {
  result_.contacts.reserve(result_.contacts.size() + more);
  result_.gradient.reserve(result_.gradient.size() + 4 * more);
  points_.points.reserve(points_.points.size() + more);
}

void VertexContacts::add(std::uint32_t vertex, const Vec3& from, const VertexWay& way, double area) {
  Contact contact;
  contact.kind = MeasureKind::depth;
  contact.measure = way.depth;
  contact.weight = way.cosine;
  contact.area = area;
  contact.cell = static_cast<int>(result_.contacts.size());
  const auto begin = static_cast<std::uint32_t>(result_.gradient.size());
  result_.gradient.push_back({vertex, -way.direction});
  for (std::size_t k = 0; k < 3; ++k)
    result_.gradient.push_back({way.corners[k], way.weights[k] * way.direction});
  contact.gradient[side_] = {begin, begin + 1};
  contact.gradient[1 - side_] = {begin + 1, begin + 4};
  points_.points.push_back(point_of(vertex, from, way, area));
  result_.area += area;
  result_.contacts.push_back(contact);
}

/// Of corners 1 and 2. Loose particles are corner 0 of theirs.
std::array<float, 2> VertexContacts::barycentric_of(std::uint32_t vertex, std::uint32_t triangle) const {
  if (own_.loose())
    return {0, 0};
  const Triangle& own = own_.triangle(triangle);
  const bool first = own[0] == vertex;
  return {!first && own[1] == vertex ? 1.0f : 0.0f, !first && own[1] != vertex ? 1.0f : 0.0f};
}

ContactPointPair VertexContacts::point_of(std::uint32_t vertex, const Vec3& from, const VertexWay& way,
                                          double area) const {
  const std::uint32_t around = own_.fans().first_triangle(vertex);
  ContactPointPair pair;
  pair.position = {from, from + way.depth * way.direction};
  pair.normal = way.normal;
  // Pressed by the part of the force across the surface, as a flat contact of this area would be.
  pair.area = area * way.cosine;
  pair.triangle = {around, way.triangle};
  pair.barycentric = {barycentric_of(vertex, around),
                      std::array{static_cast<float>(way.weights[1]), static_cast<float>(way.weights[2])}};
  pair.body = {side_, static_cast<std::uint8_t>(1 - side_)};
  pair.contact = static_cast<std::uint32_t>(result_.contacts.size());
  return pair;
}

} // namespace lamina::ldi
