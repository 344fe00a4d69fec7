// Distances to the boundary inside of tetrahedra, and the method that pushes by them. A ball is a cube of so
// many cells along each side, drawn out, its inside shaken by a fifth of a cell.

#include "core/contact/method.h"
#include "core/contact/tetdistance/distance_field.h"
#include "core/mesh/tet_surface.h"
#include "tests/mesh/tet_support.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <random>

namespace lamina::bench {
namespace {

using namespace tetdistance;

TetMesh shaken_ball(std::int64_t cells) {
  TetMesh mesh = test::tet_box(static_cast<std::uint32_t>(cells), Vec3::Constant(2));
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> within(-0.4 / static_cast<double>(cells),
                                                0.4 / static_cast<double>(cells));
  for (Vec3& node : mesh.nodes) {
    const Vec3 p = node - Vec3::Ones();
    const double across = p.cwiseAbs().maxCoeff();
    node = p.norm() > 0 ? Vec3(across / p.norm() * p) : p;
    if (across < 1 - 1e-9)
      node += Vec3(within(engine), within(engine), within(engine));
  }
  return mesh;
}

/// The nodes of the given share of the tetrahedra, those nearest to a place of the surface.
std::vector<std::uint32_t> colliding(const TetMesh& mesh, double share) {
  std::vector<std::pair<double, std::uint32_t>> order;
  for (std::uint32_t t = 0; t < mesh.tetrahedra.size(); ++t) {
    Vec3 sum = Vec3::Zero();
    for (const std::uint32_t node : mesh.tetrahedra[t])
      sum += mesh.nodes[node];
    order.push_back({(sum / 4 - Vec3(0.9, 0.4, 0.2)).norm(), t});
  }
  std::sort(order.begin(), order.end());
  order.resize(static_cast<std::size_t>(share * static_cast<double>(order.size())));
  std::vector<std::uint32_t> nodes;
  for (const auto& [distance, t] : order)
    nodes.insert(nodes.end(), mesh.tetrahedra[t].begin(), mesh.tetrahedra[t].end());
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

void distances(benchmark::State& state, TetMarch march, TetExtent extent) {
  const TetMesh mesh = shaken_ball(state.range(0));
  const auto marked = colliding(mesh, static_cast<double>(state.range(1)) / 100);
  DistanceField field;
  for (auto _ : state)
    field.update({mesh.nodes, mesh.tetrahedra, {}, 1}, {march, extent, marked, 1});
  state.counters["tetrahedra"] = static_cast<double>(mesh.tetrahedra.size());
  state.counters["nodes"] = static_cast<double>(mesh.nodes.size());
  state.counters["visited"] = static_cast<double>(field.visited());
}

void topology_of_distances(benchmark::State& state) {
  const TetMesh mesh = shaken_ball(state.range(0));
  for (auto _ : state)
    benchmark::DoNotOptimize(SolidRings(mesh.nodes.size(), mesh.tetrahedra));
}

/// Two balls that overlap by an eighth of their width.
void contacts_by_tetdistance(benchmark::State& state, TetResponse response) {
  std::array<TetMesh, 2> meshes = {shaken_ball(state.range(0)), shaken_ball(state.range(0))};
  std::array<std::vector<std::uint32_t>, 2> node_of_vertex;
  std::array<Surface, 2> surfaces;
  std::vector<Solid> solids;
  for (std::size_t i = 0; i < 2; ++i) {
    for (Vec3& node : meshes[i].nodes)
      node += static_cast<double>(i) * Vec3(1.75, 0.2, 0.1);
    TriangleMesh surface = boundary_surface(meshes[i], node_of_vertex[i]);
    surfaces[i].triangles = std::make_shared<const std::vector<Triangle>>(std::move(surface.triangles));
    surfaces[i].positions = std::move(surface.vertices);
    for (const Vec3& vertex : surfaces[i].positions)
      surfaces[i].bounds.include(vertex);
    solids.push_back({meshes[i].nodes, meshes[i].tetrahedra, node_of_vertex[i]});
  }
  const std::array<const Surface*, 2> pointers = {&surfaces[0], &surfaces[1]};
  const std::array<BodyPair, 1> pairs = {BodyPair{0, 1}};
  ContactSettings settings;
  settings.method = "tetdistance";
  settings.tetdistance.response = response;
  const auto method = make_contact_method(settings);
  std::vector<PairContacts> results;
  for (auto _ : state)
    method->detect({{pointers, solids}, pairs, settings, {}, 1}, results);
  state.counters["tetrahedra"] =
      static_cast<double>(meshes[0].tetrahedra.size() + meshes[1].tetrahedra.size());
  state.counters["contacts"] = static_cast<double>(results[0].contacts.size());
}

// 48,000 and 304,000 tetrahedra; how many in a hundred collide.
void sizes(benchmark::internal::Benchmark* of) {
  of->Args({20, 4})->Args({37, 4})->ArgNames({"cells", "colliding"})->Unit(benchmark::kMillisecond);
}
BENCHMARK_CAPTURE(distances, rings_full, TetMarch::rings, TetExtent::full)->Apply(sizes);
BENCHMARK_CAPTURE(distances, rings_lazy, TetMarch::rings, TetExtent::lazy)->Apply(sizes);
BENCHMARK_CAPTURE(distances, rings_local, TetMarch::rings, TetExtent::local)->Apply(sizes);
BENCHMARK_CAPTURE(distances, cffm_full, TetMarch::cffm, TetExtent::full)->Apply(sizes);
BENCHMARK_CAPTURE(distances, walking_full, TetMarch::walking, TetExtent::full)->Apply(sizes);
BENCHMARK_CAPTURE(distances, cpfm_full, TetMarch::cpfm, TetExtent::full)->Apply(sizes);
BENCHMARK_CAPTURE(distances, cffm_lazy, TetMarch::cffm, TetExtent::lazy)->Apply(sizes);
BENCHMARK(topology_of_distances)->Arg(37)->ArgName("cells")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(contacts_by_tetdistance, points, TetResponse::point)
    ->Arg(15)
    ->Arg(30)
    ->ArgName("cells")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(contacts_by_tetdistance, segments, TetResponse::segment)
    ->Arg(15)
    ->Arg(30)
    ->ArgName("cells")
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace lamina::bench
