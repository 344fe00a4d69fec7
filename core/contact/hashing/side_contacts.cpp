#include "core/contact/hashing/side_contacts.h"

#include "core/contact/point_evidence.h"
#include "core/contact/shared_area.h"

#include <algorithm>
#include <cmath>

namespace lamina::hashing {

using namespace tetrahedra;

namespace {

/// Weights of an exit over the corners of its triangle, in their order.
std::array<double, 3> corner_weights(const HashedBody& body, const SolidExit& exit) {
  std::array<double, 3> weights{};
  const Triangle& triangle = body.triangle(exit.triangle);
  for (std::size_t corner = 0; corner < 3; ++corner)
    for (std::size_t k = 0; k < 3; ++k)
      if (body.solid().node_of_vertex[triangle[corner]] == exit.nodes[k])
        weights[corner] = exit.weights[k];
  return weights;
}

} // namespace

void SideContacts::find(const HashedBody& own, const HashedBody& other, bool shared,
                        std::span<const PointInTet> found) {
  own_ = &own;
  other_ = &other;
  depths_.find(own, other, found);
  joints_.clear();
  for (std::uint32_t i = 0; i < depths_.points().size(); ++i)
    if (const std::optional<Joint> joint = join(i, shared))
      joints_.push_back(*joint);
}

std::optional<SideContacts::Joint> SideContacts::join(std::uint32_t index, bool shared) const {
  const DeepPoint& deep = depths_.points()[index];
  const std::uint32_t vertex = own_->vertex_of(deep.point);
  if (vertex == no_vertex || !own_->fans().has_triangles(vertex) || deep.direction.isZero(0) ||
      !(deep.depth > 0 && std::isfinite(deep.depth)))
    return std::nullopt;
  // What looks along its way out is not what was pressed in.
  const double area = own_->area_along(vertex, -deep.direction);
  if (!(area > 0 && std::isfinite(area)))
    return std::nullopt;
  const Solid& solid = other_->solid();
  const Vec3& at = own_->point(deep.point);
  const double far = 2 * other_->surface().bounds.size().norm();
  const SolidWay way = follow_way(solid.nodes, solid.tetrahedra, other_->faces(), deep.tetrahedron, at,
                                  at + far * deep.direction);
  Joint joint{index, vertex, deep.depth, area, way.exit ? *way.exit : *deep.crossed};
  return measure(deep, area, shared, joint) ? std::optional(joint) : std::nullopt;
}

bool SideContacts::measure(const DeepPoint& deep, double own_area, bool shared, Joint& joint) const {
  const std::array<double, 3> weights = corner_weights(*other_, joint.exit);
  const Triangle& triangle = other_->triangle(joint.exit.triangle);
  double other_area = 0, at_rest = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    other_area += weights[k] * other_->area_along(triangle[k], deep.direction);
    at_rest += weights[k] * other_->rest_overlap(triangle[k]);
  }
  // No vertex of the other body lies in what is within it as a whole.
  joint.area = shared && !deep.enclosed ? shared_area(own_area, other_area) : own_area;
  if (own_ == other_)
    joint.depth -= std::max(at_rest, own_->rest_overlap(joint.vertex));
  return joint.depth > 0;
}

void SideContacts::add_to(PairContacts& result, std::uint8_t side) const {
  auto& evidence = result.evidence.add<HashEvidence>();
  evidence.colliding += depths_.points().size();
  evidence.border += depths_.border();
  for (const DeepPoint& deep : depths_.points())
    evidence.no_way_out += deep.direction.isZero(0);
  for (const Joint& joint : joints_)
    add_contact(joint, result, side);
}

void SideContacts::add_contact(const Joint& joint, PairContacts& result, std::uint8_t side) const {
  const bool self = own_ == other_;
  const std::uint8_t other_side = self ? 0 : static_cast<std::uint8_t>(1 - side);
  const DeepPoint& deep = depths_.points()[joint.deep];
  Contact contact;
  contact.kind = MeasureKind::depth;
  contact.measure = joint.depth;
  contact.area = joint.area;
  contact.cell = static_cast<int>(result.contacts.size());
  // The depth shrinks as the vertex moves outwards, and grows as the place where it is does. So both forces
  // act at one place.
  const auto begin = static_cast<std::uint32_t>(result.gradient.size());
  result.gradient.push_back({joint.vertex, -deep.direction});
  const Tetrahedron& nodes = other_->solid().tetrahedra[deep.tetrahedron];
  const auto first_node = static_cast<std::uint32_t>(other_->surface().positions.size());
  for (std::size_t k = 0; k < 4; ++k)
    result.gradient.push_back({first_node + nodes[k], deep.weights[k] * deep.direction});
  contact.gradient[side] = {begin, begin + (self ? 5 : 1)};
  if (!self)
    contact.gradient[other_side] = {begin + 1, begin + 5};

  ContactPointPair pair;
  const std::array<double, 3> weights = corner_weights(*other_, joint.exit);
  const std::uint32_t corner = own_->fans().first_triangle(joint.vertex);
  const Triangle& around = own_->triangle(corner);
  pair.position = {own_->point(deep.point), joint.exit.position};
  pair.normal = deep.direction;
  pair.area = joint.area;
  pair.triangle = {corner, joint.exit.triangle};
  pair.barycentric = {
      std::array{around[1] == joint.vertex ? 1.0f : 0.0f, around[2] == joint.vertex ? 1.0f : 0.0f},
      std::array{static_cast<float>(weights[1]), static_cast<float>(weights[2])}};
  pair.body = {side, other_side};
  pair.contact = static_cast<std::uint32_t>(result.contacts.size());
  result.area += contact.area;
  result.contacts.push_back(contact);
  result.evidence.add<PointEvidence>().points.push_back(pair);
}

} // namespace lamina::hashing
