// Method `adaptive` beside `ldi` where both find a volume equally well, and what the error bar of `ldi`
// costs. A body slides by half a thousandth of its size a step, as in a simulation, and every figure is one
// thread's.

#include "core/bench/models.h"
#include "core/bench/spread.h"
#include "core/contact/adaptive/bounded_volume.h"
#include "core/contact/adaptive/volume_check.h"
#include "core/mesh/procedural.h"
#include "core/response/detection_request.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace lamina::bench {
namespace {

/// Two bodies, of which the second slides.
struct Slide {
  TriangleMesh a, b;
  Vec3 way; ///< a step, m
};

constexpr int steps = 12;
constexpr int repetitions = 5;

TriangleMesh placed(TriangleMesh mesh, const Vec3& at, const Quat& turn = Quat::Identity()) {
  for (Vec3& vertex : mesh.vertices)
    vertex = turn * vertex + at;
  return mesh;
}

Quat turned(double degrees, const Vec3& axis) {
  return Quat(Eigen::AngleAxisd(degrees * std::acos(-1.0) / 180, axis.normalized()));
}

/// A block that stands on its ridge and 2 mm of its face in the ground.
Slide ridge(double width) {
  return {placed(make_box({4, 1, 4}), {0, -0.5, 0}),
          placed(make_ridge({1, 0.5, 1}, width, 0.02), {0, 0.248, 0},
                 turned(180, {0, 0, 1}) * turned(10, {0, 1, 0})),
          {5e-4, 0, 2e-4}};
}

Slide slide_named(const std::string& name) {
  if (name == "cylinder")
    return {make_box({1, 1, 1}),
            placed(make_cylinder(0.3, 0.8, 1024), {0.4, 0.45, 0.1}, turned(35, {1, 2, 3})),
            {5e-4, 2e-4, 1e-4}};
  if (name == "wide_ridge")
    return ridge(0.3);
  if (name == "small_ridge")
    return ridge(1e-3);
  if (name == "nut")
    return {make_screw({0.12, 0.08, 0.03, 3}, 0.7, 12000),
            placed(make_nut({0.12, 0.08, 0.03, 3}, 0.004, 0.24, 0.16, 6000), {0, -0.006, 0}),
            {0, -1e-4, 0}};
  return {bunny(), turned_cube(0.6, 35, {0.1, 0.1, -0.25}), {5e-4, 2e-4, 1e-4}};
}

class Sliding {
public:
  explicit Sliding(const Slide& slide)
      : a_(surface_with_meshlets(slide.a)), b_(surface_with_meshlets(slide.b)), way_(slide.way) {
    for (int step = 0; step < steps; ++step) {
      exact_.push_back(adaptive::bounded_volume(a_, b_, {1e-6}).volume);
      move(1);
    }
    move(-steps);
  }

  /// Root of the mean squared error of the volumes, over the volume; the wall times of steps are added.
  double run(const ContactSettings& wanted, std::vector<double>& ms, std::uint64_t* columns = nullptr) {
    Settings settings;
    settings.contact = wanted;
    settings.simulation.threads = 1;
    const auto method = make_contact_method(wanted);
    adaptive::VolumeCheck check;
    const std::array<const Surface*, 2> both{&a_, &b_};
    const std::array<BodyPair, 1> pairs{BodyPair{0, 1, false, true}};
    double squares = 0;
    std::vector<PairContacts> found;
    for (int step = 0; step < steps; ++step) {
      const auto start = std::chrono::steady_clock::now();
      const DetectionInput input = detection_input(both, pairs, settings);
      MethodTimings timings = method->detect(input, found);
      check.find(input, found, timings);
      const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - start;
      ms.push_back(wall.count());
      const ImageEvidence& images = images_of(found[0]);
      if (columns)
        *columns += images.columns;
      const double off = images.volume / exact_[static_cast<std::size_t>(step)] - 1;
      squares += off * off;
      move(1);
    }
    move(-steps);
    return std::sqrt(squares / steps);
  }

private:
  void move(int by) {
    for (Vec3& position : b_.positions)
      position += by * way_;
    b_.bounds = enclose_meshlets(*b_.meshlets, b_.vertex_positions(), b_.balls);
  }

  Surface a_, b_;
  Vec3 way_;
  std::vector<double> exact_; ///< m³, per step
};

Sliding& sliding(const std::string& name) {
  static std::map<std::string, Sliding> made;
  const auto known = made.find(name);
  return known != made.end() ? known->second : made.emplace(name, slide_named(name)).first->second;
}

ContactSettings by_pixels(int resolution) {
  ContactSettings settings;
  settings.ldi.resolution = settings.ldi.flat_resolution = resolution;
  return settings;
}

ContactSettings by_tiles(double tolerance) {
  ContactSettings settings;
  settings.method = "adaptive";
  settings.adaptive.volume_tolerance = tolerance;
  settings.adaptive.tile_budget = 1 << 17;
  return settings;
}

/// The first of these settings whose error is no larger than this.
std::optional<ContactSettings> first_within(Sliding& bodies, const std::vector<ContactSettings>& all,
                                            double error) {
  std::vector<double> unused;
  for (const ContactSettings& settings : all)
    if (bodies.run(settings, unused) <= error)
      return settings;
  return std::nullopt;
}

/// Argument: k, for errors of no more than 10⁻ᵏ. `ratio`: of the time of `ldi` over that of `adaptive`; none
/// if one of them is not that exact however fine.
void equal_error(benchmark::State& state, const std::string& name) {
  Sliding& bodies = sliding(name);
  const double error = std::pow(10.0, -static_cast<double>(state.range(0)));
  std::vector<ContactSettings> pixels, tiles;
  for (int resolution = 4; resolution <= 1024; resolution += std::max(1, resolution / 4))
    pixels.push_back(by_pixels(resolution));
  for (double tolerance = 1; tolerance >= 1e-7; tolerance /= 2)
    tiles.push_back(by_tiles(tolerance));
  const auto ldi = first_within(bodies, pixels, error), adaptive = first_within(bodies, tiles, error);
  std::vector<double> ldi_ms, adaptive_ms;
  std::uint64_t looked_at = 0;
  for (auto _ : state) {
    if (ldi)
      bodies.run(*ldi, ldi_ms);
    if (adaptive)
      bodies.run(*adaptive, adaptive_ms, &looked_at);
  }
  if (ldi) {
    state.counters["pixels"] = ldi->ldi.resolution;
    state.counters["ldi_ms"] = spread_of(ldi_ms).median;
  }
  if (adaptive) {
    const double tile_count = static_cast<double>(looked_at) / static_cast<double>(adaptive_ms.size());
    state.counters["tolerance"] = adaptive->adaptive.volume_tolerance;
    state.counters["tiles"] = tile_count;
    state.counters["adaptive_ms"] = spread_of(adaptive_ms).median;
    state.counters["tile_us"] = 1e3 * spread_of(adaptive_ms).median / tile_count;
  }
  if (ldi && adaptive)
    state.counters["ratio"] = spread_of(ldi_ms).median / spread_of(adaptive_ms).median;
}

/// Of `adaptive` in steady motion. Argument: k, for a tolerance of 10⁻ᵏ. Counters: time and tiles of a step,
/// and their ratio.
void tile_cost(benchmark::State& state, const std::string& name) {
  Sliding& bodies = sliding(name);
  const ContactSettings settings = by_tiles(std::pow(10.0, -static_cast<double>(state.range(0))));
  std::vector<double> ms;
  std::uint64_t tiles = 0;
  for (auto _ : state)
    bodies.run(settings, ms, &tiles);
  const double count = static_cast<double>(tiles) / static_cast<double>(ms.size());
  state.counters["ms"] = spread_of(ms).median;
  state.counters["tiles"] = count;
  state.counters["tile_us"] = 1e3 * spread_of(ms).median / count;
}

/// Detection with an error bar over detection without, at the default resolution.
void error_bar_of_ldi(benchmark::State& state, const std::string& name) {
  Sliding& bodies = sliding(name);
  ContactSettings plain, with_bar;
  with_bar.ldi.error_bar = true;
  std::vector<double> plain_ms, bar_ms;
  for (auto _ : state) {
    bodies.run(plain, plain_ms);
    bodies.run(with_bar, bar_ms);
  }
  state.counters["plain_ms"] = spread_of(plain_ms).median;
  state.counters["ratio"] = spread_of(bar_ms).median / spread_of(plain_ms).median;
}

using Function = void(benchmark::State&, const std::string&);

benchmark::internal::Benchmark* add(const char* kind, const std::string& name, Function* function) {
  return benchmark::RegisterBenchmark((std::string(kind) + "/" + name).c_str(),
                                      [=](benchmark::State& state) { function(state, name); })
      ->Iterations(repetitions)
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

const bool registered = [] {
  for (const std::string name : {"cylinder", "wide_ridge", "small_ridge", "nut", "bunny"}) {
    add("equal_error", name, equal_error)->DenseRange(1, 4);
    add("tile_cost", name, tile_cost)->DenseRange(2, 4);
    add("error_bar_of_ldi", name, error_bar_of_ldi);
  }
  return true;
}();

} // namespace
} // namespace lamina::bench
