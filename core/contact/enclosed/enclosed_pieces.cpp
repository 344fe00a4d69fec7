#include "core/contact/enclosed/enclosed_pieces.h"

#include "core/base/parallel.h"
#include "core/contact/enclosed/way_out.h"
#include "core/contact/point_evidence.h"
#include "core/contact/vertex_fans.h"

#include <algorithm>
#include <array>

namespace lamina::enclosed {

namespace {

/// Any that is no axis: boxes have none of their edges along it.
const Vec3 looking = Vec3(0.36, 0.48, 0.8);

struct PairSide {
  const Surface &own, &around;
  std::uint8_t side; ///< of `own`: 0 is body a, 1 is body b
};

/// Closed surfaces look at what is within them from behind.
bool is_within(const Vec3& point, const Surface& around) {
  return first_hit({around}, {point, looking}).from_behind &&
         first_hit({around}, {point, -looking}).from_behind;
}

/// All points that triangles use lie within. Most pieces that do not are known by their bounds, or first
/// point.
bool lies_within(const Surface& own, const Surface& around) {
  if (own.positions.empty() || around.positions.empty() || !around.bounds.contains(own.bounds.min) ||
      !around.bounds.contains(own.bounds.max))
    return false;
  for (const Triangle& triangle : *own.triangles)
    for (const std::uint32_t vertex : triangle)
      if (!is_within(own.positions[vertex], around))
        return false;
  return !own.triangles->empty();
}

std::vector<std::uint32_t> vertices_of(const VertexFans& fans) {
  std::vector<std::uint32_t> vertices;
  for (std::uint32_t v = 0; v < fans.vertex_count(); ++v)
    if (fans.has_triangles(v))
      vertices.push_back(v);
  return vertices;
}

/// Greater than any that friction points of the pair name.
std::uint32_t free_cell(const PairContacts& pair) {
  std::uint32_t next = 0;
  pair.for_each_friction_point([&next](const FrictionPoint& point) {
    next = std::max({next, point.cell[0] + 1, point.cell[1] + 1});
  });
  return next;
}

void forget_contacts(PairContacts& pair) {
  pair.area = 0;
  pair.contacts.clear();
  pair.gradient.clear();
  pair.rigid.clear();
  pair.friction.clear();
  pair.sampled.clear();
}

/// The column from a vertex, which belongs to a triangle, to where the way out leaves the other surface.
void add_column(const PairSide& of, std::uint32_t vertex, std::uint32_t triangle, double area,
                const Vec3& way, std::uint32_t first_cell, PairContacts& pair) {
  const Vec3& from = of.own.positions[vertex];
  const bvh::Hit hit = first_hit({of.around}, {from, way});
  if (!hit.exists() || !hit.from_behind)
    return;
  const auto other = static_cast<std::uint8_t>(1 - of.side);
  const double b = hit.barycentric[0], c = hit.barycentric[1];
  Contact contact;
  contact.area = area;
  contact.measure = area * hit.distance;
  contact.cell = static_cast<int>(first_cell + pair.contacts.size());
  // The column shrinks as the vertex moves along the way, and grows as the place that it ends at does.
  const Triangle& t = (*of.around.triangles)[hit.triangle];
  const auto begin = static_cast<std::uint32_t>(pair.gradient.size());
  pair.gradient.push_back({vertex, -area * way});
  pair.gradient.push_back({t[0], area * (1 - b - c) * way});
  pair.gradient.push_back({t[1], area * b * way});
  pair.gradient.push_back({t[2], area * c * way});
  contact.gradient[of.side] = {begin, begin + 1};
  contact.gradient[other] = {begin + 1, begin + 4};

  ContactPointPair point;
  point.position = {from, from + hit.distance * way};
  point.normal = way;
  point.area = area;
  const Triangle& own = (*of.own.triangles)[triangle];
  point.triangle = {triangle, hit.triangle};
  point.barycentric = {std::array{own[1] == vertex ? 1.0f : 0.0f, own[2] == vertex ? 1.0f : 0.0f},
                       std::array{static_cast<float>(b), static_cast<float>(c)}};
  point.body = {of.side, other};
  point.contact = static_cast<std::uint32_t>(pair.contacts.size());
  pair.area += area;
  pair.contacts.push_back(contact);
  pair.evidence.add<PointEvidence>().points.push_back(point);
}

void lead_out(const PairSide& of, PairContacts& pair) {
  if (!lies_within(of.own, of.around))
    return;
  const VertexFans fans(*of.own.triangles, of.own.positions.size());
  const std::vector<std::uint32_t> vertices = vertices_of(fans);
  std::vector<Vec3> points;
  for (const std::uint32_t vertex : vertices)
    points.push_back(of.own.positions[vertex]);
  const std::optional<WayOut> out = shortest_way_out(points, {of.around});
  if (!out)
    return;
  const std::uint32_t first_cell = free_cell(pair);
  forget_contacts(pair);
  // A splinter may have been turned inside out.
  for (const double sign : {1.0, -1.0}) {
    if (!pair.contacts.empty())
      break;
    for (const std::uint32_t vertex : vertices)
      if (const double area = -sign * fans.area_vector(vertex, of.own.positions).dot(out->direction);
          area > 0)
        add_column(of, vertex, fans.first_triangle(vertex), area, out->direction, first_cell, pair);
  }
}

} // namespace

void lead_pieces_out(const DetectionInput& input, std::span<PairContacts> found) {
  parallel_for(found.size(), input.threads, [&](std::size_t p) {
    const BodyPair& pair = input.pairs[p];
    const Surface &a = *input.shapes.surfaces[pair.a], &b = *input.shapes.surfaces[pair.b];
    if (pair.a == pair.b || !(a.is_piece || b.is_piece))
      return;
    lead_out({a, b, 0}, found[p]);
    lead_out({b, a, 1}, found[p]);
  });
}

} // namespace lamina::enclosed
