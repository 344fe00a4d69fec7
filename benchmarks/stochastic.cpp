// Random pairs that are followed: a step between two bodies that move on each other. One thread.

#include "benchmarks/models.h"
#include "core/contact/method.h"
#include "core/contact/stochastic/stochastic_evidence.h"
#include "core/mesh/procedural.h"

#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <vector>

namespace lamina::bench {
namespace {

/// Two blobs of so many triangles, which turn on each other and overlap by up to a hundredth of their width.
class TurningBlobs {
public:
  explicit TurningBlobs(std::size_t triangles)
      : surfaces_{surface_with_meshlets(make_blob({1, 0.8, 0.9}, 0.05, 30, 3, triangles)),
                  surface_with_meshlets(make_blob({0.9, 1, 0.8}, 0.05, 30, 8, triangles))},
        rest_{surfaces_[0].positions, surfaces_[1].positions} {}

  void move(double time) {
    place(0, 0.03 * time, Vec3::Zero());
    place(1, -0.04 * time, Vec3(0.983 + 0.002 * std::sin(5 * time), 0.05, 0.02));
  }
  std::array<const Surface*, 2> surfaces() const { return {&surfaces_[0], &surfaces_[1]}; }

private:
  void place(std::size_t i, double angle, const Vec3& offset) {
    const Mat3 turn = Eigen::AngleAxisd(angle, Vec3(0.6, 0.8, 0)).toRotationMatrix();
    surfaces_[i].bounds = {};
    for (std::size_t v = 0; v < surfaces_[i].positions.size(); ++v) {
      surfaces_[i].positions[v] = turn * rest_[i][v] + offset;
      surfaces_[i].bounds.include(surfaces_[i].positions[v]);
    }
    enclose_meshlets(*surfaces_[i].meshlets, surfaces_[i].positions, surfaces_[i].balls);
  }
  std::array<Surface, 2> surfaces_;
  std::array<std::vector<Vec3>, 2> rest_; ///< m
};

/// Arguments: triangles of either body, pairs that are followed, evaluations.
void random_search(benchmark::State& state, RandomSearch search) {
  TurningBlobs blobs(static_cast<std::size_t>(state.range(0)));
  ContactSettings settings;
  settings.method = "stochastic";
  settings.stochastic.search = search;
  settings.stochastic.pairs = static_cast<int>(state.range(1));
  settings.stochastic.evaluations = static_cast<int>(state.range(2));
  const std::array<BodyPair, 1> pairs = {BodyPair{0, 1, false}};
  const auto method = make_contact_method(settings);
  std::vector<PairContacts> results;
  double time = 0, contacts = 0, evaluations = 0, kept = 0;
  method->detect({{blobs.surfaces()}, pairs, settings, {}, 1}, results); // what is made once
  for (auto _ : state) {
    state.PauseTiming();
    blobs.move(time += 0.01);
    state.ResumeTiming();
    method->detect({{blobs.surfaces()}, pairs, settings, {}, 1}, results);
    contacts += static_cast<double>(results[0].contacts.size());
    evaluations += static_cast<double>(stochastic_of(results[0]).evaluations);
    kept += static_cast<double>(stochastic_of(results[0]).kept);
  }
  const auto steps = static_cast<double>(state.iterations());
  state.counters["vertices"] = static_cast<double>(blobs.surfaces()[0]->positions.size());
  state.counters["contacts"] = contacts / steps;
  state.counters["evaluations"] = evaluations / steps;
  state.counters["kept"] = kept / steps;
}
BENCHMARK_CAPTURE(random_search, pairs, RandomSearch::pairs)
    ->ArgNames({"triangles", "pairs", "evaluations"})
    ->Args({10'000, 64, 4096})
    ->Args({10'000, 64, 1024})
    ->Args({10'000, 128, 16384})
    ->Args({100'000, 64, 4096})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(random_search, trees, RandomSearch::tree)
    ->ArgNames({"triangles", "pairs", "evaluations"})
    ->Args({10'000, 64, 4096})
    ->Unit(benchmark::kMicrosecond);

} // namespace
} // namespace lamina::bench
