#include "core/bench/scaling.h"

#include "core/base/parallel.h"
#include "core/bench/body_grid.h"
#include "core/bench/contender.h"
#include "core/bench/models.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lamina::bench {

namespace {

constexpr std::size_t triangles_each = 1000;
/// Caps of small spheres fill fewer pixels than the bunny, and below 16 and far above 128 the power that the
/// bound follows is a guess.
constexpr double leeway = 3;
constexpr int grid_resolution = 16, many_bodies = 100, fine = 128;

/// A series that is being put together.
struct Series {
  std::string name;
  std::vector<Stand> stands;
  std::vector<ScalingRow> rows; ///< one a contender, in order, still without results

  Stand& add_stand(std::unique_ptr<MovedBodies> bodies) {
    stands.push_back({std::move(bodies), {}});
    return stands.back();
  }
  void add(Stand& stand, const DetectionCase& wanted, const std::string& curve, double x) {
    stand.contenders.push_back(case_contender(wanted, leeway));
    rows.push_back({name, curve, x, {}});
  }
};

DetectionCase with(PairPose pose, int resolution, int threads) {
  return {pose, resolution, true, "cpu", threads};
}

std::string pose_at(PairPose pose, int resolution) {
  return std::string(name_of(pose)) + ", " + std::to_string(resolution) + "²";
}

std::string grid_of(int bodies) {
  return std::to_string(bodies) + " bodies, " + std::to_string(grid_resolution) + "²";
}

Series triangle_series(const ScalingPlan& plan) {
  Series series{"triangles", {}, {}};
  for (const std::size_t count : plan.triangles) {
    const TimedMesh mesh = timed(bumpy_sphere(count));
    for (const PairPose pose : pair_poses) {
      Stand& stand = series.add_stand(std::make_unique<MovedPair>(pose, mesh));
      for (const int resolution : {grid_resolution, fine})
        series.add(stand, with(pose, resolution, 1), pose_at(pose, resolution),
                   static_cast<double>(mesh.rest->triangles.size()));
    }
  }
  return series;
}

Series resolution_series(const ScalingPlan& plan) {
  Series series{"resolution", {}, {}};
  for (const PairPose pose : pair_poses) {
    Stand& stand = series.add_stand(std::make_unique<MovedPair>(pose));
    for (const int resolution : plan.resolutions)
      series.add(stand, with(pose, resolution, 1), name_of(pose), resolution);
  }
  return series;
}

Series body_series(const ScalingPlan& plan) {
  Series series{"bodies", {}, {}};
  for (const int count : plan.bodies) {
    Stand& stand = series.add_stand(std::make_unique<BodyGrid>(count, triangles_each));
    series.add(stand, with(PairPose::shallow, grid_resolution, 1), "grid, 16²", count);
  }
  return series;
}

Series thread_series(const ScalingPlan& plan) {
  Series series{"threads", {}, {}};
  for (const PairPose pose : pair_poses) {
    Stand& stand = series.add_stand(std::make_unique<MovedPair>(pose));
    for (const int threads : plan.threads)
      series.add(stand, with(pose, fine, threads), pose_at(pose, fine), threads);
  }
  Stand& stand = series.add_stand(std::make_unique<BodyGrid>(many_bodies, triangles_each));
  for (const int threads : plan.threads)
    series.add(stand, with(PairPose::shallow, grid_resolution, threads), grid_of(many_bodies), threads);
  return series;
}

PowerFit last_three(std::vector<std::pair<double, double>> points) {
  std::sort(points.begin(), points.end());
  const std::size_t left_out = points.size() > 3 ? points.size() - 3 : 0;
  return fit_power(std::span(points).subspan(left_out));
}

} // namespace

std::vector<int> thread_counts() {
  const int all = thread_count(0);
  std::vector<int> counts;
  for (int n = 1; n < all; n *= 2)
    counts.push_back(n);
  counts.push_back(all);
  return counts;
}

std::vector<ScalingRow> run_scaling(const ScalingPlan& plan, const Progress& progress) {
  constexpr std::array makers{triangle_series, resolution_series, body_series, thread_series};
  std::vector<ScalingRow> rows;
  for (std::size_t k = 0; k < makers.size(); ++k) {
    Series series = makers[k](plan);
    const double share = 1.0 / makers.size();
    take_turns(
        series.stands, plan.warm_up, plan.repetitions,
        {progress, share * static_cast<double>(k), share * static_cast<double>(k + 1), series.name + ", "});
    BenchResult found;
    report_all(series.stands, found);
    for (std::size_t i = 0; i < series.rows.size(); ++i) {
      series.rows[i].result = std::move(found.cases[i]);
      rows.push_back(std::move(series.rows[i]));
    }
  }
  return rows;
}

std::vector<ScalingSlope> slopes_of(std::span<const ScalingRow> rows) {
  std::vector<ScalingSlope> slopes;
  std::vector<std::vector<std::pair<double, double>>> points;
  for (const ScalingRow& row : rows) {
    if (!row.result.refused.empty())
      continue;
    std::size_t k = 0;
    while (k < slopes.size() && (slopes[k].series != row.series || slopes[k].curve != row.curve))
      ++k;
    if (k == slopes.size()) {
      slopes.push_back({row.series, row.curve, {}, {}});
      points.emplace_back();
    }
    points[k].emplace_back(row.x, row.result.milliseconds.back().median);
  }
  for (std::size_t k = 0; k < slopes.size(); ++k) {
    slopes[k].all = fit_power(points[k]);
    slopes[k].last = last_three(points[k]);
  }
  return slopes;
}

} // namespace lamina::bench
