#include "core/contact/tetdistance/pair_contacts.h"

#include "core/base/merge_by_key.h"

#include <algorithm>
#include <cmath>

namespace lamina::tetdistance {

namespace {

/// Pieces belong together while their push turns by less than about 60°.
constexpr double about_the_same_way = 0.5;

/// Of what looks along a push by no more than rounding makes of a right angle there is no area.
constexpr double least_facing = 1e-9;

double seen_along(const Vec3& area, const Vec3& direction) {
  const double seen = area.dot(direction);
  return seen > least_facing * area.norm() ? seen : 0;
}

OnSurface at_vertex(const SurfaceParts& parts, std::uint32_t vertex) {
  OnSurface place;
  place.triangle = parts.first_triangle(vertex);
  place.exists = true;
  const Triangle& corners = (*parts.surface().triangles)[place.triangle];
  for (std::size_t k = 1; k < 3; ++k)
    place.barycentric[k - 1] = corners[k] == vertex ? 1.0f : 0.0f;
  return place;
}

OnSurface on_edge(const SurfaceParts& parts, const SurfaceEdge& edge, double along) {
  OnSurface place;
  place.triangle = edge.triangle[0];
  place.exists = true;
  const Triangle& corners = (*parts.surface().triangles)[place.triangle];
  for (std::size_t k = 1; k < 3; ++k)
    place.barycentric[k - 1] = static_cast<float>(corners[k] == edge.vertex[0]   ? 1 - along
                                                  : corners[k] == edge.vertex[1] ? along
                                                                                 : 0);
  return place;
}

} // namespace

PairContactsMaker::PairContactsMaker(const TetBody& a, const TetBody& b, bool self, TetReaction reaction,
                                     PairContacts& result)
    : bodies_{&a, &b}, self_(self), reaction_(reaction), result_(result),
      points_(result.evidence.add<PointEvidence>()) {}

/// What of a place counts here, and not from the other side.
double PairContactsMaker::share(std::uint32_t side, double own_scale, const Closest& closest,
                                const Vec3& direction) const {
  if (!own(side).receives())
    return 1;
  const OnSurface place = other(side).on_surface(closest);
  const SurfaceParts& parts = other(side).parts();
  const Triangle& corners = (*parts.surface().triangles)[place.triangle];
  const double v = place.barycentric[0], w = place.barycentric[1];
  const double other_scale = (1 - v - w) * parts.facing(corners[0], -direction) +
                             v * parts.facing(corners[1], -direction) +
                             w * parts.facing(corners[2], -direction);
  return own_scale > 0 && other_scale > 0 ? other_scale / (own_scale + other_scale) : 0.5;
}

/// m: by which the surface overlaps itself at rest.
double PairContactsMaker::rest_overlap(std::uint32_t side, std::uint32_t vertex) const {
  const auto& offsets = own(side).parts().surface().self_offset;
  return self_ && offsets && vertex < offsets->size() ? static_cast<double>((*offsets)[vertex]) : 0;
}

void PairContactsMaker::add_points(std::span<const tetrahedra::PointInTet> found) {
  for (std::size_t i = 0; i < found.size(); ++i)
    if (i == 0 || found[i].point != found[i - 1].point || found[i].side != found[i - 1].side)
      add_point(found[i]);
}

void PairContactsMaker::add_point(const tetrahedra::PointInTet& found) {
  const SurfaceParts& parts = own(found.side).parts();
  const TetBody& receiver = other(found.side);
  const DepthInTet inside(receiver.solid(), receiver.field(), found.tetrahedron);
  if (!inside.usable() || !parts.has_triangles(found.point))
    return;
  const Vec3& place = parts.surface().positions[found.point];
  Contact contact;
  contact.kind = MeasureKind::depth;
  contact.measure = inside.depth(found.weights) - rest_overlap(found.side, found.point);
  if (!(contact.measure > 0))
    return;
  at_nodes_.clear();
  const Vec3 push = inside.push(place, found.weights, 1, reaction_, at_nodes_);
  const Vec3 normal = push.normalized();
  const Closest closest = inside.closest(place);
  contact.area = seen_along(parts.area_of_vertex(found.point), normal) *
                 share(found.side, parts.facing(found.point, normal), closest, normal);
  if (!(contact.area > 0))
    return;
  at_vertices_ = {{found.point, push}};
  add_gradient(found.side, contact);
  add_contact(found.side, contact, normal, place, at_vertex(parts, found.point), closest);
}

void PairContactsMaker::add_edges(std::uint32_t side, std::span<const EdgePiece> found) {
  const std::vector<SurfaceEdge>& edges = own(side).parts().edges();
  Stretch stretch;
  while (!found.empty()) {
    const std::uint32_t edge = found.front().edge;
    const auto end = std::find_if(found.begin(), found.end(),
                                  [edge](const EdgePiece& piece) { return piece.edge != edge; });
    const auto count = static_cast<std::size_t>(end - found.begin());
    if (any_is_deep(side, found.first(count))) {
      for (const EdgePiece& piece : found.first(count))
        add_piece(side, edges[edge], piece, stretch);
      finish_stretch(side, edges[edge], stretch);
    }
    found = found.subspan(count);
  }
}

/// Whether any of these pieces can be deep. Tetrahedra without inner nodes, as of splinters, have no depth.
bool PairContactsMaker::any_is_deep(std::uint32_t side, std::span<const EdgePiece> pieces) const {
  const TetBody& receiver = other(side);
  return std::any_of(pieces.begin(), pieces.end(), [&receiver](const EdgePiece& piece) {
    const Tetrahedron& nodes = receiver.solid().tetrahedra[piece.tetrahedron];
    return std::any_of(nodes.begin(), nodes.end(),
                       [&receiver](std::uint32_t node) { return receiver.field().distance(node) != 0; });
  });
}

void PairContactsMaker::add_piece(std::uint32_t side, const SurfaceEdge& edge, const EdgePiece& piece,
                                  Stretch& stretch) {
  const TetBody& receiver = other(side);
  const DepthInTet inside(receiver.solid(), receiver.field(), piece.tetrahedron);
  if (!inside.usable())
    return;
  const std::vector<Vec3>& positions = own(side).parts().surface().positions;
  const Vec3 &a = positions[edge.vertex[0]], &b = positions[edge.vertex[1]];
  const double along = 0.5 * (piece.from + piece.to), length = (piece.to - piece.from) * (b - a).norm();
  const Vec3 middle = (1 - along) * a + along * b;
  const tetrahedra::TetWeights u = inside.weights(middle);
  // The mean of the depths at both ends is that in the middle.
  const double measure = inside.depth(u) * length;

  const std::size_t before = at_nodes_.size();
  const Vec3 push = inside.push(middle, u, length, reaction_, at_nodes_);
  if (stretch.length > 0 && push.dot(stretch.push) < about_the_same_way * push.norm() * stretch.push.norm()) {
    const std::vector<AtNode> of_piece(at_nodes_.begin() + static_cast<std::ptrdiff_t>(before),
                                       at_nodes_.end());
    at_nodes_.resize(before);
    finish_stretch(side, edge, stretch);
    at_nodes_ = of_piece;
  }
  stretch.length += length;
  stretch.measure += measure;
  stretch.push += length * push;
  stretch.at_end[0] += (1 - along) * length * push;
  stretch.at_end[1] += along * length * push;
  stretch.centre += along * measure;
  if (measure > stretch.greatest) {
    stretch.greatest = measure;
    stretch.middle = middle;
    stretch.tetrahedron = piece.tetrahedron;
  }
}

/// Makes a contact of it, and begins another one.
void PairContactsMaker::finish_stretch(std::uint32_t side, const SurfaceEdge& edge, Stretch& stretch) {
  const Stretch whole = stretch;
  stretch = {};
  const SurfaceParts& parts = own(side).parts();
  const std::vector<Vec3>& positions = parts.surface().positions;
  const double offset = std::max(rest_overlap(side, edge.vertex[0]), rest_overlap(side, edge.vertex[1]));
  Contact contact;
  contact.kind = MeasureKind::area;
  contact.length = whole.length;
  contact.measure = whole.measure - offset * whole.length;
  if (contact.measure > 0) {
    const TetBody& receiver = other(side);
    const DepthInTet inside(receiver.solid(), receiver.field(), whole.tetrahedron);
    const Vec3 normal = whole.push.normalized();
    const Closest closest = inside.closest(whole.middle);
    const Vec3 &a = positions[edge.vertex[0]], &b = positions[edge.vertex[1]];
    const double scale = 0.5 * (parts.facing(edge.vertex[0], normal) + parts.facing(edge.vertex[1], normal));
    contact.area = seen_along(parts.area_of_edge(edge), normal) * whole.length / (b - a).norm() *
                   share(side, scale, closest, normal);
    if (contact.area > 0) {
      const double along = whole.centre / whole.measure;
      at_vertices_ = {{edge.vertex[0], whole.at_end[0]}, {edge.vertex[1], whole.at_end[1]}};
      add_gradient(side, contact);
      add_contact(side, contact, normal, (1 - along) * a + along * b, on_edge(parts, edge, along), closest);
    }
  }
  at_nodes_.clear();
}

/// What is pushed first if it is of body a; of self-contact all is of body a.
void PairContactsMaker::add_gradient(std::uint32_t side, Contact& contact) {
  merge_by_key(at_nodes_, 0, &AtNode::node, &AtNode::value);
  const auto end = [this] { return static_cast<std::uint32_t>(result_.gradient.size()); };
  const auto first_node = static_cast<std::uint32_t>(other(side).parts().surface().positions.size());
  const auto add_vertices = [&] {
    const std::uint32_t begin = end();
    result_.gradient.insert(result_.gradient.end(), at_vertices_.begin(), at_vertices_.end());
    return Range{begin, end()};
  };
  const auto add_nodes = [&] {
    const std::uint32_t begin = end();
    for (const AtNode& at : at_nodes_)
      result_.gradient.push_back({first_node + at.node, at.value});
    return Range{begin, end()};
  };
  contact.gradient[side] = add_vertices();
  const Range nodes = add_nodes();
  if (self_)
    contact.gradient = {Range{contact.gradient[0].begin, nodes.end}, Range{nodes.end, nodes.end}};
  else
    contact.gradient[1 - side] = nodes;
}

void PairContactsMaker::add_contact(std::uint32_t side, Contact contact, const Vec3& normal,
                                    const Vec3& place, const OnSurface& on_own, const Closest& closest) {
  const OnSurface on_other = other(side).on_surface(closest);
  const auto index = static_cast<std::uint32_t>(result_.contacts.size());
  contact.cell = static_cast<int>(index);
  ContactPointPair pair;
  pair.position = {place, closest.place};
  pair.normal = normal;
  pair.area = on_other.exists ? contact.area : 0;
  pair.triangle = {on_own.triangle, on_other.triangle};
  pair.barycentric = {on_own.barycentric, on_other.barycentric};
  pair.body = {static_cast<std::uint8_t>(side), static_cast<std::uint8_t>(self_ ? 0 : 1 - side)};
  pair.contact = index;
  result_.area += contact.area;
  result_.contacts.push_back(contact);
  points_.points.push_back(pair);
}

} // namespace lamina::tetdistance
