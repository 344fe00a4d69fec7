// Distance fields (T04 section 4): making that of the bunny scan, of 256 cells and a half band of 10 %, and
// asking it; the same of OpenVDB where it was there when this was built. Grids and octrees of several sizes,
// with their memory and their errors at 70,000 points.

#include "core/bench/models.h"
#include "core/field/body_field.h"
#include "core/mesh/nearest_triangle.h"

#include <benchmark/benchmark.h>

#ifdef LAMINA_HAS_OPENVDB
#include <openvdb/openvdb.h>
#include <openvdb/tools/GridOperators.h>
#include <openvdb/tools/Interpolation.h>
#include <openvdb/tools/MeshToVolume.h>
#include <tbb/global_control.h>
#endif

#include <algorithm>
#include <cmath>
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

const std::vector<double>& exact_distances() {
  static const std::vector<double> all = [] {
    const NearestTriangle nearest(scan());
    std::vector<double> made;
    for (const Vec3& p : points())
      made.push_back(std::sqrt(nearest.to(p).squared_distance));
    return made;
  }();
  return all;
}

/// Memory, and errors at the points over 1/256 of the longest side.
template <class Field>
void say_quality(const Field& field, benchmark::State& state) {
  const double unit = bounds(scan()).size().maxCoeff() / cells;
  double sum = 0, most = 0;
  for (std::size_t i = 0; i < points().size(); ++i) {
    const double error = std::abs(std::abs(field.at(points()[i]).distance) - exact_distances()[i]) / unit;
    sum += error;
    most = std::max(most, error);
  }
  state.counters["MB"] = static_cast<double>(field.bytes()) / 1e6;
  state.counters["mean_error"] = sum / static_cast<double>(points().size());
  state.counters["most_error"] = most;
}

void field_grid_quality(benchmark::State& state) {
  const field::FieldSurface surface{scan().triangles, scan().vertices};
  const field::FieldOptions options{static_cast<int>(state.range(0)), band, 1, {}};
  field::DistanceField field;
  for (auto _ : state)
    field = field::make_field(surface, options);
  say_quality(field, state);
}
BENCHMARK(field_grid_quality)
    ->ArgName("cells")
    ->Arg(64)
    ->Arg(128)
    ->Arg(256)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

void field_octree_quality(benchmark::State& state) {
  const field::FieldSurface surface{scan().triangles, scan().vertices};
  const field::FieldOptions options{static_cast<int>(state.range(0)), band, 1, {}};
  field::OctreeField field;
  for (auto _ : state)
    field = field::make_octree(surface, options, {static_cast<double>(state.range(1)) / 100});
  say_quality(field, state);
}
BENCHMARK(field_octree_quality)
    ->ArgNames({"cells", "percent"})
    ->ArgsProduct({{64, 128, 256}, {2, 5, 10, 30}})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

void field_octree_asked_70000(benchmark::State& state) {
  const field::OctreeField field =
      field::make_octree({scan().triangles, scan().vertices}, {cells, band, 0, {}});
  for (auto _ : state)
    for (const Vec3& p : points())
      benchmark::DoNotOptimize(field.at(p));
}
BENCHMARK(field_octree_asked_70000)->Unit(benchmark::kMillisecond);

/// As contact asks: of whatever structure the field of a body is.
void field_body_asked_70000(benchmark::State& state) {
  field::BodyFieldOptions options{{cells, band, 0, {}}, {}};
  if (state.range(0) != 0)
    options.octree.emplace();
  const field::BodyField field = field::make_body_field({scan().triangles, scan().vertices}, options);
  for (auto _ : state)
    for (const Vec3& p : points())
      benchmark::DoNotOptimize(field.at(p));
}
BENCHMARK(field_body_asked_70000)->ArgName("octree")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

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
