#include "core/bench/scaling.h"

#include "core/base/error.h"
#include "core/bench/body_grid.h"
#include "core/bench/models.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <thread>

namespace lamina::bench {
namespace {

ScalingRow row_with(const std::string& curve, double x, double milliseconds) {
  ScalingRow row{"triangles", curve, x, {}};
  row.result.milliseconds.back() = {1, milliseconds, milliseconds, milliseconds};
  return row;
}

TEST(Scaling, SlopesAreThoseOfEachCurve) {
  std::vector<ScalingRow> rows;
  for (const double x : {1.0, 10.0, 100.0, 1000.0, 10000.0}) {
    rows.push_back(row_with("linear", x, 3 * x));
    // Flat at first, then a square.
    rows.push_back(row_with("bent", x, x <= 10 ? 100 : x * x / 100));
  }
  rows.push_back(row_with("linear", 1e6, 1e9));
  rows.back().result.refused = "wrong";
  const std::vector<ScalingSlope> slopes = slopes_of(rows);
  ASSERT_EQ(slopes.size(), 2u);
  EXPECT_EQ(slopes[0].curve, "linear");
  EXPECT_EQ(slopes[0].all.points, 5u);
  EXPECT_NEAR(slopes[0].all.exponent, 1, 1e-12);
  EXPECT_EQ(slopes[1].curve, "bent");
  EXPECT_GT(slopes[1].all.spread, 2);
  EXPECT_NEAR(slopes[1].last.exponent, 2, 1e-12);
}

TEST(Scaling, EverySeriesVariesWhatItSaysAndPassesTheGates) {
  ScalingPlan plan;
  plan.triangles = {1000, 4000};
  plan.resolutions = {16, 32};
  plan.bodies = {2, 9};
  plan.threads = {1, 2};
  plan.repetitions = 1;
  plan.warm_up = 0;
  std::map<std::string, std::set<double>> values;
  for (const ScalingRow& row : run_scaling(plan, {})) {
    const CaseResult& r = row.result;
    EXPECT_EQ(r.refused, "") << row.series << " " << row.curve << " " << row.x;
    EXPECT_EQ(r.milliseconds.back().count, 1u);
    const std::map<std::string, double> truly{{"triangles", static_cast<double>(r.triangles - 12)},
                                              {"resolution", r.wanted.resolution},
                                              {"bodies", static_cast<double>(r.bodies)},
                                              {"threads", r.wanted.threads}};
    EXPECT_EQ(truly.at(row.series), row.x) << row.series;
    values[row.series].insert(row.x);
  }
  EXPECT_EQ(values.size(), 4u);
  EXPECT_EQ(values["resolution"], (std::set<double>{16, 32}));
  EXPECT_EQ(values["bodies"], (std::set<double>{2, 9}));
  EXPECT_EQ(values["threads"], (std::set<double>{1, 2}));
  // The sphere's pattern allows certain counts only.
  ASSERT_EQ(values["triangles"].size(), 2u);
  EXPECT_NEAR(*values["triangles"].begin(), 1000, 200);
  EXPECT_NEAR(*values["triangles"].rbegin(), 4000, 400);
}

TEST(Scaling, EndsWhereItIsAskedTo) {
  EXPECT_THROW(
      run_scaling({{1000}, {16}, {2}, {1}, 1000, 0}, [](double, const std::string&) { return false; }),
      Cancelled);
}

TEST(Scaling, ThreadCountsDoubleUpToAllProcessors) {
  const std::vector<int> counts = thread_counts();
  EXPECT_EQ(counts.front(), 1);
  EXPECT_EQ(counts.back(), static_cast<int>(std::max(1u, std::thread::hardware_concurrency())));
  for (std::size_t k = 1; k < counts.size(); ++k) {
    EXPECT_GT(counts[k], counts[k - 1]);
    EXPECT_LE(counts[k], 2 * counts[k - 1]);
  }
}

TEST(BodyGrid, SharesAsManyVolumesAsThereAreNeighbours) {
  // 2 × 2 × 2 bodies have 12 neighbours, of which each shares about what two bodies do.
  BodyGrid two(2, 1000), eight(8, 1000);
  const double one = two.exact_volume();
  EXPECT_GT(one, 0.01);
  EXPECT_EQ(eight.surfaces().size(), 8u);
  // The cubes are turned by 0.1 rad, so that neighbours along the three axes share different volumes.
  EXPECT_NEAR(eight.exact_volume(), 12 * one, 2 * one);
}

TEST(BodyGrid, IsWhereItsRepetitionPutsItWhateverCameBefore) {
  BodyGrid once(3, 500), often(3, 500);
  once.move(2);
  for (const int repetition : {0, 5, 2})
    often.move(repetition);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_EQ(once.surfaces()[k]->single_positions, often.surfaces()[k]->single_positions);
  often.move(3);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NE(once.surfaces()[k]->single_positions, often.surfaces()[k]->single_positions);
}

TEST(Subdivided, IsTheSameClosedSurfaceInFourTimesAsManyTriangles) {
  const TriangleMesh coarse = bumpy_sphere(1000);
  const TriangleMesh fine = subdivided(coarse, 2);
  EXPECT_EQ(fine.triangles.size(), 16 * coarse.triangles.size());
  // Euler: a closed surface of genus 0 has half as many vertices as triangles, and two more.
  EXPECT_EQ(fine.vertices.size(), fine.triangles.size() / 2 + 2);
  const auto volume = [](const TriangleMesh& mesh) {
    double sum = 0;
    for (const Triangle& t : mesh.triangles)
      sum += mesh.vertices[t[0]].dot(mesh.vertices[t[1]].cross(mesh.vertices[t[2]])) / 6;
    return sum;
  };
  // Sums of some thousand doubles of magnitude 1 carry about 1e-13.
  EXPECT_NEAR(volume(fine), volume(coarse), 1e-12);
}

} // namespace
} // namespace lamina::bench
