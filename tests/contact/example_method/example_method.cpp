#include "tests/contact/example_method/example_method.h"

#include "core/base/parallel.h"
#include "core/contact/clock.h"
#include "core/contact/proximity/closest_points.h"
#include "tests/contact/example_method/example_evidence.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lamina::test {

namespace {

bool is_in_tetrahedron(const Vec3& point, const Solid& solid, const Tetrahedron& t) {
  const Vec3 origin = solid.nodes[t[0]];
  Mat3 edges;
  for (int k = 0; k < 3; ++k)
    edges.col(k) = solid.nodes[t[static_cast<std::size_t>(k) + 1]] - origin;
  const Vec3 weights = edges.inverse() * (point - origin);
  return (weights.array() >= 0).all() && weights.sum() <= 1;
}

bool is_in(const Vec3& point, const Solid& solid) {
  return std::any_of(solid.tetrahedra.begin(), solid.tetrahedra.end(),
                     [&](const Tetrahedron& t) { return is_in_tetrahedron(point, solid, t); });
}

/// The nearest point of a surface.
struct Nearest {
  std::uint32_t triangle = 0;
  std::array<double, 3> weights{}; ///< of its corners
  Vec3 towards = Vec3::Zero();     ///< from there to the point that was asked for, m
};

Nearest nearest_on(const Surface& surface, const Vec3& point) {
  const VertexPositions positions = surface.vertex_positions();
  std::optional<Nearest> nearest;
  for (std::uint32_t i = 0; i < surface.triangles->size(); ++i) {
    const Triangle& t = (*surface.triangles)[i];
    const Vec3 a = positions[t[0]], b = positions[t[1]], c = positions[t[2]];
    const Eigen::Vector2d beta = proximity::nearest_on_triangle(point, a, b, c).barycentric;
    const std::array<double, 3> weights{1 - beta[0] - beta[1], beta[0], beta[1]};
    const Vec3 towards = point - (weights[0] * a + weights[1] * b + weights[2] * c);
    if (!nearest || towards.norm() < nearest->towards.norm())
      nearest = {i, weights, towards};
  }
  return *nearest;
}

Vec3 area_vector(const Surface& surface, const Triangle& t) {
  const VertexPositions positions = surface.vertex_positions();
  const Vec3 p = positions[t[0]];
  return 0.5 * (positions[t[1]] - p).cross(positions[t[2]] - p);
}

/// m², by vertex.
std::vector<double> areas_of_vertices(const Surface& surface) {
  std::vector<double> areas(surface.vertex_positions().size(), 0.0);
  for (const Triangle& t : *surface.triangles)
    for (const std::uint32_t vertex : t)
      areas[vertex] += area_vector(surface, t).norm() / 3;
  return areas;
}

/// A triangle about a vertex, and where the vertex is among its corners.
std::pair<std::uint32_t, std::array<float, 2>> corner_of(const Surface& surface, std::uint32_t vertex) {
  for (std::uint32_t i = 0; i < surface.triangles->size(); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      if ((*surface.triangles)[i][k] == vertex)
        return {i, {k == 1 ? 1.0f : 0.0f, k == 2 ? 1.0f : 0.0f}};
  return {};
}

/// What friction, and whoever looks, should know of a contact.
FrictionPoint point_of(std::size_t side, const Surface& of_vertices, std::uint32_t vertex,
                       const Nearest& nearest, const Contact& contact) {
  const Vec3 position = of_vertices.vertex_positions()[vertex];
  const auto [triangle, barycentric] = corner_of(of_vertices, vertex);
  FrictionPoint point;
  point.normal = point.axis = nearest.towards.normalized();
  point.end = {position, position - nearest.towards};
  point.middle = position - 0.5 * nearest.towards;
  point.area = point.weight = contact.area;
  point.cell.fill(static_cast<std::uint32_t>(contact.cell));
  point.triangle = {triangle, nearest.triangle};
  point.barycentric = {barycentric, std::array<float, 2>{static_cast<float>(nearest.weights[1]),
                                                         static_cast<float>(nearest.weights[2])}};
  point.body = {static_cast<std::uint8_t>(side), static_cast<std::uint8_t>(1 - side)};
  return point;
}

/// Adds the contacts of the vertices of body `side` of the pair with the solid of the other.
void add_contacts(std::size_t side, const CollisionShapes& shapes, PairContacts& result) {
  auto& found = result.evidence.add<ExampleEvidence>();
  const Surface &of_vertices = *shapes.surfaces[result.body[side]],
                &other = *shapes.surfaces[result.body[1 - side]];
  const VertexPositions positions = of_vertices.vertex_positions();
  const std::vector<double> areas = areas_of_vertices(of_vertices);
  for (std::uint32_t vertex = 0; vertex < positions.size(); ++vertex) {
    if (!is_in(positions[vertex], shapes.solids[result.body[1 - side]]))
      continue;
    const Nearest nearest = nearest_on(other, positions[vertex]);
    const Triangle& corners = (*other.triangles)[nearest.triangle];
    const double depth = nearest.towards.norm();
    // A lattice reaches beyond its surface.
    if (depth == 0 || nearest.towards.dot(area_vector(other, corners)) >= 0)
      continue;

    Contact contact;
    contact.kind = MeasureKind::depth;
    contact.cell = static_cast<int>(result.contacts.size());
    contact.measure = depth;
    contact.area = areas[vertex];
    const Vec3 inwards = nearest.towards / depth;
    const auto begin = static_cast<std::uint32_t>(result.gradient.size());
    result.gradient.push_back({vertex, inwards});
    for (std::size_t k = 0; k < 3; ++k)
      result.gradient.push_back({corners[k], -nearest.weights[k] * inwards});
    contact.gradient[side] = {begin, begin + 1};
    contact.gradient[1 - side] = {begin + 1, begin + 4};
    result.contacts.push_back(contact);
    found.vertices.push_back(point_of(side, of_vertices, vertex, nearest, contact));
  }
}

/// Where both surfaces may be: friction and reports want to know.
Region overlap_of(const Box& a, const Box& b) {
  Region region;
  region.minimum = a.min.cwiseMax(b.min);
  region.size = a.max.cwiseMin(b.max) - region.minimum;
  return region;
}

class ExampleMethod : public ContactMethod {
public:
  MethodTimings detect(const DetectionInput& input, std::vector<PairContacts>& results) override {
    Clock clock;
    results.resize(input.pairs.size());
    parallel_for(input.pairs.size(), input.threads, [&](std::size_t i) {
      const BodyPair& pair = input.pairs[i];
      results[i].begin<ExampleEvidence>({pair.a, pair.b});
      results[i].region =
          overlap_of(input.shapes.surfaces[pair.a]->bounds, input.shapes.surfaces[pair.b]->bounds);
      for (std::size_t side = 0; side < 2 && !pair.with_itself(); ++side)
        add_contacts(side, input.shapes, results[i]);
    });
    return {clock.lap()};
  }
};

std::unique_ptr<ContactMethod> make_example_method() {
  return std::make_unique<ExampleMethod>();
}

} // namespace

MethodRegistration example_method() {
  return {"example",
          "cpu",
          "vertices of one body in the tetrahedra of another",
          make_example_method,
          {.phases = {{"example", "vertices", "All vertices are tried against all tetrahedra."}},
           .measure = MeasureKind::depth,
           .evidence = {evidence_type<ExampleEvidence>()},
           .needs = {.solid = true}}};
}

} // namespace lamina::test
