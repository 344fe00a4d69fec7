#include "tests/papers/h08/cylinder.h"

#include "core/contact/method.h"
#include "core/mesh/procedural.h"
#include "core/response/detection_request.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>

namespace lamina::papers::h08 {

namespace {

constexpr int turns = 100;
constexpr int rings = 11;      ///< of vertices along the axis
constexpr double radius = 0.5; ///< m
constexpr double length = 2;   ///< m

/// Around the z axis, with a vertex in the middle of each end.
TriangleMesh cylinder(int sides, double turn) {
  TriangleMesh mesh;
  for (int ring = 0; ring < rings; ++ring)
    for (int side = 0; side < sides; ++side) {
      const double angle = turn + 2 * std::numbers::pi * side / sides;
      mesh.vertices.push_back(
          {radius * std::cos(angle), radius * std::sin(angle), length * (ring / (rings - 1.0) - 0.5)});
    }
  const auto at = [sides](int ring, int side) {
    return static_cast<std::uint32_t>(ring * sides + side % sides);
  };
  const auto middle = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.push_back({0, 0, -0.5 * length});
  mesh.vertices.push_back({0, 0, 0.5 * length});
  for (int side = 0; side < sides; ++side) {
    for (int ring = 0; ring + 1 < rings; ++ring) {
      mesh.triangles.push_back({at(ring, side), at(ring, side + 1), at(ring + 1, side + 1)});
      mesh.triangles.push_back({at(ring, side), at(ring + 1, side + 1), at(ring + 1, side)});
    }
    mesh.triangles.push_back({middle, at(0, side + 1), at(0, side)});
    mesh.triangles.push_back({middle + 1, at(rings - 1, side), at(rings - 1, side + 1)});
  }
  return mesh;
}

Surface surface_of(const TriangleMesh& mesh) {
  Surface surface;
  surface.triangles = std::make_shared<const std::vector<Triangle>>(mesh.triangles);
  surface.positions = mesh.vertices;
  for (const Vec3& p : surface.positions)
    surface.bounds.include(p);
  return surface;
}

/// Net force on the cylinder, with the same stiffness at every vertex.
Vec3 force(const PairContacts& found, bool with_cosine) {
  Vec3 sum = Vec3::Zero();
  for (const Contact& contact : found.contacts)
    for (std::uint32_t i = contact.gradient[0].begin; i < contact.gradient[0].end; ++i)
      sum -= (with_cosine ? contact.weight : 1) * contact.measure * found.gradient[i].value;
  return sum;
}

} // namespace

Tangential tangential_force(int sides, double depth, bool with_cosine) {
  Settings settings;
  settings.contact.method = "raytraced";
  settings.contact.raytraced.area = RayArea::uniform;
  settings.contact.raytraced.force = RayForce::ray;
  settings.simulation.threads = 1;
  const auto method = make_contact_method(settings.contact);
  TriangleMesh slab = make_box({10, 2, 10});
  for (Vec3& p : slab.vertices)
    p.y() -= 1 + radius * (1 - depth);
  const Surface plane = surface_of(slab);
  const std::array<BodyPair, 1> pairs = {BodyPair{0, 1}};
  std::vector<PairContacts> found;
  Tangential result;
  for (int turn = 0; turn < turns; ++turn) {
    const Surface moved = surface_of(cylinder(sides, 2 * std::numbers::pi / sides * (turn + 0.5) / turns));
    const std::array<const Surface*, 2> surfaces = {&moved, &plane};
    method->detect(detection_input(surfaces, pairs, settings), found);
    const Vec3 net = force(found[0], with_cosine);
    const double ratio = net.y() > 0 ? std::hypot(net.x(), net.z()) / net.y() : 0;
    result.mean += ratio / turns;
    result.worst = std::max(result.worst, ratio);
  }
  return result;
}

Table cylinder_table() {
  Table table{"H08-fig8",
              {"depth_over_radius", "sides", "mean_with_cosine", "worst_with_cosine", "mean_without",
               "worst_without"},
              {}};
  for (const double depth : {0.1, 0.3, 0.6})
    for (int sides = 10; sides <= 150; sides += 10) {
      const Tangential with = tangential_force(sides, depth, true),
                       without = tangential_force(sides, depth, false);
      table.rows.push_back(
          {depth, static_cast<double>(sides), with.mean, with.worst, without.mean, without.worst});
    }
  return table;
}

} // namespace lamina::papers::h08
