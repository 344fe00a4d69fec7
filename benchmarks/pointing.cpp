// What is under the pointer where a body of 69,664 triangles deforms: its vertices are elsewhere at each
// question, as while a run plays, or where they were, as while it pauses.

#include "benchmarks/models.h"
#include "ui/render/picking/pick.h"

#include <benchmark/benchmark.h>

#include <cmath>

namespace lamina::bench {
namespace {

using Positions = std::shared_ptr<const std::vector<Vec3>>;

/// The bunny in so many slightly different shapes.
std::vector<Positions> shapes_of(const TriangleMesh& mesh, int count) {
  std::vector<Positions> shapes;
  for (int i = 0; i < count; ++i) {
    std::vector<Vec3> moved = mesh.vertices;
    for (Vec3& vertex : moved)
      vertex.x() += 0.002 * std::sin(9 * vertex.y() + 0.37 * i);
    shapes.push_back(std::make_shared<const std::vector<Vec3>>(std::move(moved)));
  }
  return shapes;
}

/// Arguments: whether the pointer is on the body, and whether the body moves from question to question.
void point_at_a_deforming_bunny(benchmark::State& state) {
  const std::shared_ptr<const PreparedMesh> mesh = prepare_body_mesh(bunny());
  const Box box = mesh->report.bounds;
  const auto shapes = shapes_of(mesh->mesh, state.range(1) ? 8 : 1);
  Snapshot snapshot;
  auto infos = std::make_shared<std::vector<BodyInfo>>(1);
  (*infos)[0].mesh = mesh;
  snapshot.infos = infos;
  snapshot.bodies.resize(1);
  const Vec3 target = state.range(0) ? box.centre() : Vec3(box.centre() + 2 * box.size());
  const Ray ray{target + Vec3(0, 0, 10), -Vec3::UnitZ()};
  Picker picker;
  std::size_t i = 0;
  for (auto _ : state) {
    snapshot.bodies[0].positions = shapes[i++ % shapes.size()];
    benchmark::DoNotOptimize(picker.body(snapshot, ray));
  }
  state.SetLabel(bunny().name);
}
BENCHMARK(point_at_a_deforming_bunny)
    ->ArgNames({"on_it", "moving"})
    ->ArgsProduct({{0, 1}, {0, 1}})
    ->Unit(benchmark::kMicrosecond);

} // namespace
} // namespace lamina::bench
