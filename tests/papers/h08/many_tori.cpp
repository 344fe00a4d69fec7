#include "tests/papers/h08/many_tori.h"

#include "core/bench/power_fit.h"
#include "tests/papers/bodies.h"
#include "tests/papers/h08/lockstep.h"
#include "tests/papers/h08/tori.h"

#include <cmath>
#include <utility>

namespace lamina::papers::h08 {

namespace {

constexpr int column = 5; ///< tori on top of each other
constexpr int iterations = 6;
constexpr const char* methods[] = {"raytraced", "raytraced H08", "proximity"};

} // namespace

std::shared_ptr<Scene> many_tori(int count, const std::string& method, int threads) {
  std::vector<SceneBody> tori;
  const int across = static_cast<int>(std::ceil(std::sqrt(std::ceil(count / static_cast<double>(column)))));
  for (int i = 0; i < count; ++i) {
    const int level = i % column, place = i / column;
    // Every torus is turned and shifted a little, or vertices would lie on vertices.
    const Vec3 at(1.33 * (place % across) + 0.02 * (i % 3), 0.34 * level,
                  1.33 * (place / across) + 0.03 * (i % 4));
    tori.push_back(torus("torus " + std::to_string(i), {at, turn({std::sin(i), 3, std::cos(i)}, 23 * i)}, 5));
  }
  auto scene = scene_of(std::move(tori), "default");
  scene->gravity = Vec3::Zero();
  scene->settings.response.response = ResponseKind::penalty;
  scene->settings.response.stiffness_source = StiffnessSource::given;
  scene->settings.response.depth_stiffness = 1e6;
  choose_method(*scene, method);
  scene->settings.simulation.threads = threads;
  return scene;
}

std::vector<Table> many_tori_tables() {
  Table table = timed_table("H08-fig13", {"tori", "method"});
  Table fits{"H08-fig13-fit", {"method", "over", "of", "exponent", "spread"}, {}};
  using Points = std::vector<std::pair<double, double>>;
  std::vector<Points> steps(std::size(methods)), detection(std::size(methods)), pairs(std::size(methods));
  for (const int count : {2, 5, 10, 20, 50, 100, 200}) {
    std::vector<std::shared_ptr<const Scene>> scenes;
    for (const char* method : methods)
      scenes.push_back(many_tori(count, method, 1));
    const std::vector<Timed> timed = run_in_turn(scenes, iterations);
    for (std::size_t m = 0; m < timed.size(); ++m) {
      add_row(table, {static_cast<double>(count), methods[m]}, timed[m]);
      const double detect = timed[m].median_of_phase("bvh") + timed[m].median_of_phase("cast");
      steps[m].push_back({count, timed[m].median(&StepTimings::wall)});
      detection[m].push_back({count, detect});
      pairs[m].push_back({timed[m].median_contact_pairs(), detect});
    }
  }
  const auto fit = [&](std::size_t m, const char* over, const char* of, const Points& points) {
    const bench::PowerFit found = bench::fit_power(points);
    fits.rows.push_back({methods[m], over, of, found.exponent, found.spread});
  };
  for (std::size_t m = 0; m < std::size(methods); ++m) {
    fit(m, "tori", "step", steps[m]);
    fit(m, "tori", "trees and search", detection[m]);
    fit(m, "contact pairs", "trees and search", pairs[m]);
  }
  return {std::move(table), std::move(fits)};
}

} // namespace lamina::papers::h08
