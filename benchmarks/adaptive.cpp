// Method `adaptive` beside `ldi` where both find a volume equally well, and what the error bar of `ldi`
// costs. A body slides by half a thousandth of its size a step, as in a simulation, from eight places. Errors
// are root mean squares over all of them, so that no lucky place counts. Every figure is one thread's.

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
#include <random>
#include <string>

namespace lamina::bench {
namespace {

/// Two bodies, of which the second slides from several places.
struct Slide {
  TriangleMesh a, b;
  Vec3 way;       ///< a step, m
  Vec3 offset;    ///< m: it begins no farther from where it lies
  double degrees; ///< and no more turned about its centre
  bool upright;   ///< about the y axis alone
};

constexpr int starts = 8, steps = 5;
constexpr int repetitions = 3;

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
          placed(make_ridge({1, 0.5, 1}, width, 0.02), {0, 0.248, 0}, turned(180, {0, 0, 1})),
          {5e-4, 0, 2e-4},
          {0.1, 0, 0.1},
          180,
          true};
}

Slide slide_named(const std::string& name) {
  const Vec3 near(0.02, 0.02, 0.02);
  if (name == "cylinder")
    return {make_box({1, 1, 1}),
            placed(make_cylinder(0.3, 0.8, 1024), {0.4, 0.45, 0.1}, turned(35, {1, 2, 3})),
            {5e-4, 2e-4, 1e-4},
            near,
            20,
            false};
  if (name == "wide_ridge")
    return ridge(0.3);
  if (name == "small_ridge")
    return ridge(1e-3);
  if (name == "nut")
    return {make_screw({0.12, 0.08, 0.03, 3}, 0.7, 12000),
            placed(make_nut({0.12, 0.08, 0.03, 3}, 0.004, 0.24, 0.16, 6000), {0, -0.006, 0}),
            {0, -1e-4, 0},
            {1e-3, 1e-3, 1e-3},
            2,
            true};
  return {bunny(), turned_cube(0.6, 35, {0.1, 0.1, -0.25}), {5e-4, 2e-4, 1e-4}, near, 20, false};
}

/// What settings come to over all starts and steps.
struct Figures {
  double volume_error = 0, area_error = 0; ///< root mean squares, of the volume and of the area vector
  std::vector<double> ms;                  ///< of steps but the first of a start
  double tiles = 0;                        ///< or columns, a step
};

class Sliding {
public:
  explicit Sliding(const Slide& slide)
      : a_(surface_with_meshlets(slide.a)), b_(surface_with_meshlets(slide.b)), way_(slide.way) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> within(-1, 1);
    const auto roll = [&] { return Vec3(within(random), within(random), within(random)); };
    const std::vector<Vec3> lies = b_.positions;
    const Vec3 centre = b_.bounds.centre();
    ContactSettings finest;
    finest.method = "adaptive";
    finest.adaptive.tiles = TileKind::traced;
    finest.adaptive.volume_tolerance = 1e-7;
    for (int start = 0; start < starts; ++start) {
      const Quat turn = turned(slide.degrees * within(random), slide.upright ? Vec3::UnitY() : roll());
      const Vec3 offset = roll().cwiseProduct(slide.offset);
      starts_.emplace_back();
      for (const Vec3& corner : lies)
        starts_.back().push_back(turn * (corner - centre) + centre + offset);
    }
    for_all([&](bool) {
      exact_.push_back(adaptive::bounded_volume(a_, b_, {1e-7}).volume);
      exact_areas_.push_back(area_vector(detect(finest, *make_contact_method(finest))));
    });
  }

  Figures run(const ContactSettings& settings) {
    Figures figures;
    std::unique_ptr<ContactMethod> method;
    std::size_t next = 0;
    for_all([&](bool first) {
      if (first)
        method = make_contact_method(settings);
      const auto start = std::chrono::steady_clock::now();
      detect(settings, *method);
      const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - start;
      if (!first)
        figures.ms.push_back(wall.count());
      figures.tiles += static_cast<double>(images_of(found_[0]).columns);
      figures.volume_error += std::pow(images_of(found_[0]).volume / exact_[next] - 1, 2);
      figures.area_error +=
          (area_vector(found_[0]) - exact_areas_[next]).squaredNorm() / exact_areas_[next].squaredNorm();
      ++next;
    });
    const auto all = static_cast<double>(next);
    figures.volume_error = std::sqrt(figures.volume_error / all);
    figures.area_error = std::sqrt(figures.area_error / all);
    figures.tiles /= all;
    return figures;
  }

private:
  template <class Visit>
  void for_all(const Visit& visit) {
    for (const std::vector<Vec3>& start : starts_)
      for (int step = 0; step < steps; ++step) {
        b_.positions = start;
        for (Vec3& position : b_.positions)
          position += step * way_;
        b_.bounds = enclose_meshlets(*b_.meshlets, b_.vertex_positions(), b_.balls);
        visit(step == 0);
      }
  }

  const PairContacts& detect(const ContactSettings& wanted, ContactMethod& method) {
    Settings settings;
    settings.contact = wanted;
    settings.simulation.threads = 1;
    const std::array<const Surface*, 2> both{&a_, &b_};
    const std::array<BodyPair, 1> pairs{BodyPair{0, 1, false, true}};
    const DetectionInput input = detection_input(both, pairs, settings);
    MethodTimings timings = method.detect(input, found_);
    check_.find(input, found_, timings);
    return found_[0];
  }

  /// The gradient of the volume over the place of the first body.
  static Vec3 area_vector(const PairContacts& pair) {
    Vec3 sum = Vec3::Zero();
    for (const RigidGradient& rigid : pair.rigid)
      sum += rigid.linear;
    return sum;
  }

  Surface a_, b_;
  Vec3 way_;
  std::vector<std::vector<Vec3>> starts_; ///< places of the corners of the second body
  std::vector<double> exact_;             ///< m³, per start and step
  std::vector<Vec3> exact_areas_;         ///< m²
  std::vector<PairContacts> found_;
  adaptive::VolumeCheck check_;
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

ContactSettings by_tiles(double tolerance, TileKind kind = TileKind::shadows) {
  ContactSettings settings;
  settings.method = "adaptive";
  settings.adaptive.volume_tolerance = tolerance;
  settings.adaptive.tiles = kind;
  settings.adaptive.tile_budget = 1 << 17;
  return settings;
}

/// The first of these settings whose volumes have an error no larger than this, and what they come to.
struct Reached {
  ContactSettings settings;
  Figures figures;
};
std::optional<Reached> first_within(Sliding& bodies, const std::vector<ContactSettings>& all, double error) {
  for (const ContactSettings& settings : all) {
    Figures figures = bodies.run(settings);
    if (figures.volume_error <= error)
      return Reached{settings, std::move(figures)};
  }
  return std::nullopt;
}

/// Argument: k, for errors of no more than 10⁻ᵏ. `ratio`: of the time of `ldi` over that of `adaptive`; none
/// if one of them is not that exact however fine.
void equal_error(benchmark::State& state, const std::string& name, TileKind kind) {
  Sliding& bodies = sliding(name);
  const double error = std::pow(10.0, -static_cast<double>(state.range(0)));
  std::vector<ContactSettings> pixels, tiles;
  for (int resolution = 4; resolution <= 1024; resolution += std::max(1, resolution / 4))
    pixels.push_back(by_pixels(resolution));
  for (double tolerance = 1; tolerance >= 1e-7; tolerance /= 2)
    tiles.push_back(by_tiles(tolerance, kind));
  const auto ldi = first_within(bodies, pixels, error), adaptive = first_within(bodies, tiles, error);
  std::vector<double> ldi_ms, adaptive_ms;
  const auto add = [&](const std::optional<Reached>& reached, std::vector<double>& ms) {
    if (!reached)
      return;
    const Figures figures = bodies.run(reached->settings);
    ms.insert(ms.end(), figures.ms.begin(), figures.ms.end());
  };
  for (auto _ : state) {
    add(ldi, ldi_ms);
    add(adaptive, adaptive_ms);
  }
  if (ldi) {
    state.counters["pixels"] = ldi->settings.ldi.resolution;
    state.counters["ldi_ms"] = spread_of(ldi_ms).median;
    state.counters["ldi_area"] = ldi->figures.area_error;
  }
  if (adaptive) {
    state.counters["tolerance"] = adaptive->settings.adaptive.volume_tolerance;
    state.counters["tiles"] = adaptive->figures.tiles;
    state.counters["adaptive_ms"] = spread_of(adaptive_ms).median;
    state.counters["adaptive_area"] = adaptive->figures.area_error;
  }
  if (ldi && adaptive)
    state.counters["ratio"] = spread_of(ldi_ms).median / spread_of(adaptive_ms).median;
}

/// Of `adaptive` in steady motion. Argument: k, for a tolerance of 10⁻ᵏ. Counters: time and tiles of a step,
/// and their ratio, and errors.
void tile_cost(benchmark::State& state, const std::string& name, TileKind kind) {
  Sliding& bodies = sliding(name);
  const ContactSettings settings = by_tiles(std::pow(10.0, -static_cast<double>(state.range(0))), kind);
  Figures figures;
  for (auto _ : state)
    figures = bodies.run(settings);
  state.counters["ms"] = spread_of(figures.ms).median;
  state.counters["tiles"] = figures.tiles;
  state.counters["volume_error"] = figures.volume_error;
  state.counters["area_error"] = figures.area_error;
  state.counters["tile_us"] = 1e3 * spread_of(figures.ms).median / figures.tiles;
}

/// Detection with an error bar over detection without, at the default resolution.
void error_bar_of_ldi(benchmark::State& state, const std::string& name, TileKind) {
  Sliding& bodies = sliding(name);
  ContactSettings plain, with_bar;
  with_bar.ldi.error_bar = true;
  std::vector<double> plain_ms, ratios;
  for (auto _ : state) {
    plain_ms.push_back(spread_of(bodies.run(plain).ms).median);
    ratios.push_back(spread_of(bodies.run(with_bar).ms).median / plain_ms.back());
  }
  state.counters["plain_ms"] = spread_of(plain_ms).median;
  state.counters["ratio"] = spread_of(ratios).median;
}

using Function = void(benchmark::State&, const std::string&, TileKind);

benchmark::internal::Benchmark* add(const char* what, const std::string& name, Function* function,
                                    TileKind kind = TileKind::shadows) {
  const std::string title = std::string(what) + (kind == TileKind::traced ? "_traced/" : "/") + name;
  return benchmark::RegisterBenchmark(title.c_str(),
                                      [=](benchmark::State& state) { function(state, name, kind); })
      ->Iterations(repetitions)
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

const bool registered = [] {
  for (const std::string name : {"cylinder", "wide_ridge", "small_ridge", "nut", "bunny"}) {
    for (const TileKind kind : {TileKind::shadows, TileKind::traced}) {
      add("equal_error", name, equal_error, kind)->DenseRange(1, 4);
      add("tile_cost", name, tile_cost, kind)->DenseRange(2, 4);
    }
    add("error_bar_of_ldi", name, error_bar_of_ldi);
  }
  return true;
}();

} // namespace
} // namespace lamina::bench
