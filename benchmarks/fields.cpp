// Distance fields (T04 section 4): making that of the bunny scan, of 256 cells and a half band of 10 %, and
// asking it; the same of OpenVDB where it was there when this was built.

#include "core/bench/models.h"
#include "core/field/distance_field.h"

#include <benchmark/benchmark.h>

#ifdef LAMINA_HAS_OPENVDB
#include <openvdb/openvdb.h>
#include <openvdb/tools/GridOperators.h>
#include <openvdb/tools/Interpolation.h>
#include <openvdb/tools/MeshToVolume.h>
#include <tbb/global_control.h>
#endif

#include <random>
#include <vector>

namespace lamina::bench {
namespace {

constexpr int cells = 256;
constexpr double band = 0.1; // of the longest side

const TriangleMesh& scan() {
  return bunny();
}

/// Points about the surface, up to four cells from a vertex along each axis.
const std::vector<Vec3>& points() {
  static const std::vector<Vec3> all = [] {
    std::mt19937 engine(1);
    const double reach = 4 * bounds(scan()).size().maxCoeff() / cells;
    std::uniform_real_distribution<double> within(-reach, reach);
    std::vector<Vec3> made;
    for (std::size_t i = 0; made.size() < 70000; ++i)
      made.push_back(scan().vertices[i * 7919 % scan().vertices.size()] +
                     Vec3(within(engine), within(engine), within(engine)));
    return made;
  }();
  return all;
}

field::DistanceField make(int threads) {
  return field::make_field({scan().triangles, scan().vertices}, {cells, band, threads, {}});
}

void field_made(benchmark::State& state) {
  std::size_t bytes = 0;
  for (auto _ : state)
    bytes = make(static_cast<int>(state.range(0))).bytes();
  state.counters["MB"] = static_cast<double>(bytes) / 1e6;
  state.counters["triangles"] = static_cast<double>(scan().triangles.size());
}
BENCHMARK(field_made)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

void field_asked_70000(benchmark::State& state) {
  const field::DistanceField field = make(0);
  for (auto _ : state)
    for (const Vec3& p : points())
      benchmark::DoNotOptimize(field.at(p));
}
BENCHMARK(field_asked_70000)->Unit(benchmark::kMillisecond);

#ifdef LAMINA_HAS_OPENVDB
openvdb::FloatGrid::Ptr openvdb_field(int threads) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads));
  const double cell = bounds(scan()).size().maxCoeff() / cells;
  std::vector<openvdb::Vec3s> positions;
  for (const Vec3& p : scan().vertices)
    positions.emplace_back(p.x() / cell, p.y() / cell, p.z() / cell);
  std::vector<openvdb::Vec3I> triangles;
  for (const Triangle& t : scan().triangles)
    triangles.emplace_back(t[0], t[1], t[2]);
  const openvdb::tools::QuadAndTriangleDataAdapter<openvdb::Vec3s, openvdb::Vec3I> mesh(positions, triangles);
  return openvdb::tools::meshToVolume<openvdb::FloatGrid>(mesh, openvdb::math::Transform(), cells * band,
                                                          cells * band);
}

void openvdb_made(benchmark::State& state) {
  openvdb::initialize();
  std::size_t bytes = 0;
  for (auto _ : state)
    bytes = openvdb_field(static_cast<int>(state.range(0)))->memUsage();
  state.counters["MB"] = static_cast<double>(bytes) / 1e6;
}
BENCHMARK(openvdb_made)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

void openvdb_asked_70000(benchmark::State& state) {
  openvdb::initialize();
  const openvdb::FloatGrid::Ptr grid = openvdb_field(2);
  const openvdb::FloatGrid::ConstAccessor accessor = grid->getConstAccessor();
  const double per_cell = cells / bounds(scan()).size().maxCoeff();
  for (auto _ : state)
    for (const Vec3& p : points()) {
      // A distance alone, without its gradient.
      const Vec3 at = per_cell * p;
      benchmark::DoNotOptimize(
          openvdb::tools::BoxSampler::sample(accessor, openvdb::Vec3d(at.x(), at.y(), at.z())));
    }
}
BENCHMARK(openvdb_asked_70000)->Unit(benchmark::kMillisecond);
#endif

} // namespace
} // namespace lamina::bench
