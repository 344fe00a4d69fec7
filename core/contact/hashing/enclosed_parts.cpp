#include "core/contact/enclosed/way_out.h"
#include "core/contact/hashing/consistent_depth.h"

namespace lamina::hashing {

using namespace tetrahedra;

namespace {

/// Some triangle of the surface around the tetrahedron that holds a point: one in which a way along an axis
/// ends.
std::optional<std::uint32_t> triangle_around(const HashedBody& body, std::uint32_t tetrahedron,
                                             const Vec3& point) {
  const Solid& solid = body.solid();
  const double far = 2 * body.surface().bounds.size().norm();
  for (int axis = 0; axis < 3; ++axis)
    for (const double length : {far, -far}) {
      const SolidWay way = follow_way(solid.nodes, solid.tetrahedra, body.faces(), tetrahedron, point,
                                      point + length * Vec3::Unit(axis));
      if (way.exit)
        return way.exit->triangle;
    }
  return std::nullopt;
}

/// The piece that a vertex belongs to, of a body in several.
std::optional<std::uint32_t> piece_of(const HashedBody& body, std::uint32_t vertex) {
  const auto& pieces = body.surface().piece_of_vertex;
  return pieces ? std::optional((*pieces)[vertex]) : std::nullopt;
}

SolidExit exit_at(const HashedBody& body, const enclosed::NearestPlace& place) {
  const Triangle& corners = body.triangle(place.triangle);
  const auto [b, c] = std::array{place.on.barycentric[0], place.on.barycentric[1]};
  SolidExit exit{place.triangle, {}, {1 - b - c, b, c}, place.position};
  for (std::size_t k = 0; k < 3; ++k)
    exit.nodes[k] = body.solid().node_of_vertex[corners[k]];
  return exit;
}

} // namespace

void ConsistentDepth::lead_out_enclosed(const HashedBody& own, const HashedBody& other) {
  if (&own == &other && !own.surface().piece_of_vertex)
    return;
  for (std::uint32_t i = 0; i < points_.size(); ++i)
    if (!sums_[i].done && gather_part(own, i))
      lead_out_part(own, other);
}

/// All that hangs together with a point and has no depth. False if something next to it has one.
bool ConsistentDepth::gather_part(const HashedBody& own, std::uint32_t index) {
  bool alone = true;
  part_.assign(1, index);
  sums_[index].done = true;
  for (std::size_t k = 0; k < part_.size(); ++k)
    for (const std::uint32_t neighbour : own.neighbours().of(points_[part_[k]].point)) {
      const std::uint32_t i = index_of_[neighbour];
      if (i == outside)
        continue;
      if (!sums_[i].done)
        part_.push_back(i);
      else if (sums_[i].weight > 0)
        alone = false;
      sums_[i].done = true;
    }
  return alone;
}

void ConsistentDepth::lead_out_part(const HashedBody& own, const HashedBody& other) {
  std::uint32_t vertex = no_vertex;
  part_points_.clear();
  for (const std::uint32_t i : part_) {
    part_points_.push_back(own.point(points_[i].point));
    if (vertex == no_vertex)
      vertex = own.vertex_of(points_[i].point);
  }
  const DeepPoint& first = points_[part_.front()];
  const std::optional<std::uint32_t> around =
      triangle_around(other, first.tetrahedron, own.point(first.point));
  if (vertex == no_vertex || !around)
    return;
  const std::optional<std::uint32_t> piece = piece_of(other, other.triangle(*around)[0]);
  if (&own == &other && piece == piece_of(own, vertex))
    return;
  const auto way = enclosed::shortest_way_out(part_points_, {other.surface(), piece});
  if (!way)
    return;
  for (std::size_t k = 0; k < part_.size(); ++k) {
    DeepPoint& deep = points_[part_[k]];
    deep.depth = way->depth(part_points_[k]);
    deep.direction = way->direction;
    deep.crossed = exit_at(other, way->place);
    deep.enclosed = true;
  }
}

} // namespace lamina::hashing
