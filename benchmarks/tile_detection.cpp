// Detection by method `adaptive`, phase by phase, by both kinds of tiles: armadillos of 4.4 million
// triangles, a bunny in a cube, a nut on its screw. One body slides by half a thousandth of its size a step;
// splits are kept from step to step, or forgotten.

#include "core/bench/models.h"
#include "core/bench/spread.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/procedural.h"
#include "core/response/detection_request.h"

#include <benchmark/benchmark.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lamina::bench {
namespace {

constexpr int steps = 12;

std::optional<MeshPair> pair_named(const std::string& name) {
  if (name == "armadillos_hand")
    return armadillos(ArmadilloPose::hand, 6, 7);
  if (name == "armadillos_arms")
    return armadillos(ArmadilloPose::arms, 6, 7);
  if (name == "armadillos_chest")
    return armadillos(ArmadilloPose::chest, 6, 7);
  if (name == "bunny")
    return MeshPair{bunny(), turned_cube(0.6, 35, {0.1, 0.1, -0.25})};
  MeshPair pair{make_screw({0.12, 0.08, 0.03, 3}, 0.7, 12000),
                make_nut({0.12, 0.08, 0.03, 3}, 0.004, 0.24, 0.16, 6000)};
  for (Vec3& p : pair.b.vertices)
    p.y() -= 0.006;
  return pair;
}

void move(Surface& surface, const Vec3& way) {
  for (Vec3& position : surface.positions)
    position += way;
  surface.bounds = enclose_meshlets(*surface.meshlets, surface.vertex_positions(), surface.balls);
}

/// Argument: threads. Medians over the steps after the first, which finds how triangles lie beside one
/// another.
void tile_detection(benchmark::State& state, const std::string& name, TileKind tiles, bool keeps) {
  std::optional<MeshPair> pair = pair_named(name);
  if (!pair) {
    state.SkipWithError("the shared models are not at hand");
    return;
  }
  Surface a = surface_with_meshlets(std::move(pair->a)), b = surface_with_meshlets(std::move(pair->b));
  Settings settings;
  settings.contact.method = "adaptive";
  settings.contact.adaptive.tiles = tiles;
  settings.simulation.threads = static_cast<int>(state.range(0));
  const auto method = make_contact_method(settings.contact);
  const std::array<const Surface*, 2> both{&a, &b};
  const std::array<BodyPair, 1> pairs{BodyPair{0, 1, false, true}};
  const Vec3 way = name == "nut" ? Vec3(0, -1e-4, 0) : Vec3(5e-4, 2e-4, 1e-4);
  std::array<std::vector<double>, 3> ms;
  std::vector<double> sums;
  std::vector<PairContacts> found;
  for (auto _ : state)
    for (int step = 0; step < steps; ++step) {
      if (!keeps)
        method->restore_memory({});
      const MethodTimings timings = method->detect(detection_input(both, pairs, settings), found);
      if (step > 0) {
        for (std::size_t phase = 0; phase < ms.size(); ++phase)
          ms[phase].push_back(1e3 * timings[phase]);
        sums.push_back(1e3 * (timings[0] + timings[1] + timings[2]));
      }
      move(b, step + 1 < steps ? way : -(steps - 1) * way);
    }
  state.counters["regions_ms"] = spread_of(ms[0]).median;
  state.counters["tiles_ms"] = spread_of(ms[1]).median;
  state.counters["contacts_ms"] = spread_of(ms[2]).median;
  state.counters["detection_ms"] = spread_of(sums).median;
  const ImageEvidence& images = images_of(found[0]);
  state.counters["error_bar"] = images.error ? images.error->error_bar / images.volume : 1;
}

const bool registered = [] {
  for (const std::string name : {"armadillos_hand", "armadillos_arms", "armadillos_chest", "bunny", "nut"})
    for (const TileKind tiles : {TileKind::traced, TileKind::shadows})
      for (const bool keeps : {true, false})
        benchmark::RegisterBenchmark(
            ("tile_detection/" + name + (tiles == TileKind::traced ? "/traced" : "/shadows") +
             (keeps ? "/splits_kept" : "/anew"))
                .c_str(),
            [name, tiles, keeps](benchmark::State& state) { tile_detection(state, name, tiles, keeps); })
            ->Arg(1)
            ->Arg(2)
            ->Iterations(3)
            ->UseRealTime()
            ->Unit(benchmark::kMillisecond);
  return true;
}();

} // namespace
} // namespace lamina::bench
