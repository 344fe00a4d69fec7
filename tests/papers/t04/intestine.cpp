#include "tests/papers/t04/intestine.h"

#include "core/bench/processor_clock.h"
#include "core/bench/spread.h"
#include "core/mesh/cloth_mesh.h"
#include "core/mesh/tet_check.h"
#include "core/mesh/tet_surface.h"
#include "core/simulation/simulation.h"
#include "tests/papers/bodies.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

namespace lamina::papers::t04 {

namespace {

// Metres. Folds lie a tenth of their width apart.
constexpr double radius = 0.015, fold_spacing = 2.2 * radius, straight = 0.45, segment = radius;
constexpr double membrane_thickness = 2e-3, clearance = 2e-3;
constexpr int sides = 8;

struct PlaceAlong {
  Vec3 centre, across; ///< across lies in the plane of the folds, unit
};

/// Along straight runs in x, joined by half circles, in the plane y = 0.
PlaceAlong place_along(double length) {
  const double half_circle = 0.5 * std::numbers::pi * fold_spacing, fold = straight + half_circle;
  const double which = std::floor(length / fold), rest = length - which * fold;
  const double sign = std::fmod(which, 2) == 0 ? 1 : -1, z = which * fold_spacing;
  if (rest <= straight)
    return {{sign * (rest - 0.5 * straight), 0, z}, {0, 0, sign}};
  const double angle = (rest - straight) / (0.5 * fold_spacing);
  const Vec3 outwards(sign * std::sin(angle), 0, -std::cos(angle));
  return {Vec3(sign * 0.5 * straight, 0, z + 0.5 * fold_spacing) + 0.5 * fold_spacing * outwards,
          -sign * outwards};
}

/// A wedge between two triangles, cut into three. Neighbours cut their common faces alike, for the order of
/// indices decides.
void add_wedge(std::array<std::uint32_t, 3> low, std::uint32_t up, TetMesh& mesh) {
  std::sort(low.begin(), low.end());
  const auto [a, b, c] = low;
  for (Tetrahedron tet : {Tetrahedron{a, b, c, c + up}, Tetrahedron{a, b, b + up, c + up},
                          Tetrahedron{a, a + up, b + up, c + up}}) {
    const auto edge = [&](std::size_t k) { return Vec3(mesh.nodes[tet[k]] - mesh.nodes[tet[0]]); };
    if (edge(1).cross(edge(2)).dot(edge(3)) < 0)
      std::swap(tet[0], tet[1]);
    mesh.tetrahedra.push_back(tet);
  }
}

TetMesh folded_tube(int segments) {
  TetMesh mesh;
  for (int ring = 0; ring <= segments; ++ring) {
    const PlaceAlong at = place_along(ring * segment);
    mesh.nodes.push_back(at.centre);
    for (int k = 0; k < sides; ++k) {
      const double angle = 2 * std::numbers::pi * k / sides;
      mesh.nodes.push_back(at.centre +
                           radius * (std::cos(angle) * at.across + std::sin(angle) * Vec3::UnitY()));
    }
  }
  constexpr std::uint32_t per_ring = sides + 1;
  for (int ring = 0; ring < segments; ++ring) {
    const std::uint32_t first = per_ring * static_cast<std::uint32_t>(ring);
    for (std::uint32_t k = 0; k < sides; ++k)
      add_wedge({first, first + 1 + k, first + 1 + (k + 1) % sides}, per_ring, mesh);
  }
  return mesh;
}

SceneBody tube(int segments, double height) {
  const PreparedTets prepared = prepare_tets(folded_tube(segments));
  std::vector<std::uint32_t> boundary;
  SceneBody gut = body("intestine", boundary_surface(prepared.mesh, boundary), BodyKind::soft,
                       {Vec3(0, height, 0), Quat::Identity()});
  gut.mesh_nodes =
      std::make_shared<const std::vector<std::uint32_t>>(find_nodes(gut.mesh->mesh, prepared.mesh, boundary));
  gut.tetrahedra = std::make_shared<const TetMesh>(prepared.mesh);
  gut.material.young_modulus = 2e4;
  gut.material.damping = 0.02;
  return gut;
}

/// Clamped in a frame around the folds.
SceneBody membrane(double depth) {
  constexpr double margin = 0.06;
  const double width = straight + 4 * radius + 2 * margin, height = depth + 2 * radius + 2 * margin;
  SceneBody cloth;
  cloth.name = "mesentery";
  cloth.kind = BodyKind::cloth;
  cloth.mesh = prepare_cloth_mesh(make_sheet(width, height, 28));
  cloth.pose.position = {0, 0, 0.5 * depth};
  cloth.material.cloth.thickness = membrane_thickness;
  cloth.material.cloth.stretch_stiffness = 6000;
  cloth.material.cloth.shear_stiffness = 2400;
  cloth.density = 1000;
  const Vec3 half(0.5 * width, 0.1, 0.5 * height), centre = cloth.pose.position;
  constexpr double rim = 0.025;
  for (const int axis : {0, 2})
    for (const int sign : {-1, 1}) {
      Box box{centre - 1.01 * half, centre + 1.01 * half};
      (sign < 0 ? box.max : box.min)[axis] = centre[axis] + sign * (half[axis] - rim);
      cloth.clamps.push_back({box, std::nullopt});
    }
  return cloth;
}

SceneBody probe(double height, double depth) {
  constexpr double size = 0.012;
  SceneBody ball = body("probe", make_sphere(size, 320), BodyKind::scripted);
  const double above = height + radius + 2 * size, within = 0; // folds sag with the membrane
  ball.motion.interpolation = Interpolation::cubic;
  const auto reach = [&](double time, const Vec3& place) {
    ball.motion.keyframes.push_back({time, {place, Quat::Identity()}});
  };
  reach(0, {0, above, 0.2 * depth});
  reach(0.6, {0, above, 0.2 * depth});
  reach(1.2, {0, within, 0.35 * depth});
  reach(2.4, {0.05, within, 0.65 * depth});
  reach(3, {0.05, above, 0.65 * depth});
  return ball;
}

} // namespace

std::shared_ptr<Scene> intestine_scene(int segments) {
  const double height = radius + 0.5 * membrane_thickness + clearance;
  SceneBody gut = tube(segments, height);
  Box box;
  for (const Vec3& vertex : gut.mesh->mesh.vertices)
    box.include(vertex);
  const double depth = box.max.z() - radius;
  auto scene = scene_of({std::move(gut), membrane(depth), probe(height, depth)}, "default");
  scene->title = "Virtual intestine";
  scene->settings.contact.method = "proximity";
  return scene;
}

Operation operate(int segments, double seconds) {
  const auto scene = intestine_scene(segments);
  Simulation simulation(scene);
  Operation result;
  result.time_step = scene->settings.simulation.time_step;
  result.tetrahedra = scene->bodies[0].tetrahedra->tetrahedra.size();
  for (const SceneBody& description : scene->bodies)
    result.triangles += description.mesh->mesh.triangles.size();
  double detection_ms = 0, all_ms = 0;
  bench::ProcessorClock clock;
  run(simulation, seconds, [&](const StepStatistics& statistics) {
    result.step_ms.push_back(1000 * clock.lap());
    const auto& phases = statistics.timings.detection;
    detection_ms += std::accumulate(phases.begin(), phases.end(), 0.0);
    all_ms += statistics.timings.wall;
    const auto now = simulation.snapshot();
    std::array<std::size_t, 3> counts{};
    for (const PairState& pair : now->pairs)
      if (pair.contacts.body[0] == 0)
        counts[pair.contacts.body[1]] += pair.contacts.contacts.size();
    result.self_contacts = std::max(result.self_contacts, counts[0]);
    result.membrane_contacts = std::max(result.membrane_contacts, counts[1]);
    result.probe_contacts = std::max(result.probe_contacts, counts[2]);
    for (const Vec3& vertex : *now->bodies[0].positions)
      result.deepest = std::max(result.deepest, -vertex.y());
    clock.lap();
  });
  result.detection_share = detection_ms / all_ms;
  return result;
}

Table intestine_table() {
  Table table{"T04-gut",
              {"segments", "tetrahedra", "triangles", "self_contacts", "membrane_contacts", "probe_contacts",
               "step_ms", "detection_share", "time_step_ms"},
              {}};
  for (const int segments : {75, 150, 300}) {
    const Operation done = operate(segments, 3);
    table.rows.push_back({number(static_cast<std::size_t>(segments)), number(done.tetrahedra),
                          number(done.triangles), number(done.self_contacts), number(done.membrane_contacts),
                          number(done.probe_contacts), bench::spread_of(done.step_ms).median,
                          done.detection_share, 1000 * done.time_step});
  }
  return table;
}

} // namespace lamina::papers::t04
