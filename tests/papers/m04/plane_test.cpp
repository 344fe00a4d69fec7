#include "tests/papers/m04/plane_grid.h"
#include "tests/papers/m04/plane_tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamina::papers::m04 {
namespace {

double area(const PlaneMesh& mesh) {
  double sum = 0;
  for (const auto& [a, b, c] : mesh.triangles) {
    const Vec2 u = mesh.nodes[b] - mesh.nodes[a], v = mesh.nodes[c] - mesh.nodes[a];
    const double twice = u.x() * v.y() - u.y() * v.x();
    EXPECT_GT(twice, 0);
    sum += twice / 2;
  }
  return sum;
}

double longest_boundary_edge(const PlaneMesh& mesh) {
  double longest = 0;
  for (const auto& [a, b] : plane_boundary(mesh))
    longest = std::max(longest, (mesh.nodes[a] - mesh.nodes[b]).norm());
  return longest;
}

TEST(M04Plane, MeshesOfTheTablesAreThoseOfThePaperInSize) {
  const PlaneMesh disc = cut_disc(), rectangle = cut_rectangle();
  EXPECT_EQ(disc.nodes.size(), 486u);
  EXPECT_EQ(rectangle.nodes.size(), 1000u);
  // No triangle is turned over. Angles shrink by a twelfth around the end of the cut, and with them the area.
  // A polygon of 72 corners lacks a thousandth of its circle.
  EXPECT_NEAR(area(disc), std::numbers::pi * 11 / 12, 5e-3);
  // Where bending moves along y by what follows from x, areas stay.
  EXPECT_NEAR(area(rectangle), 2 * 2.0 * 24 / 38, 1e-12);
}

TEST(M04Plane, ACutDoublesTheNodesInsideOfItAlone) {
  const PlaneMesh whole = plane_rectangle({4, 2}, 5, 3);
  // Nodes 2, 7 and 12 stand above each other.
  const std::vector<PlaneEdge> half = {{2, 7}}, all = {{2, 7}, {12, 7}};
  const PlaneMesh slit = cut_plane(whole, half), parted = cut_plane(whole, all);
  EXPECT_EQ(slit.nodes.size(), whole.nodes.size() + 1);
  EXPECT_EQ(plane_boundary(slit).size(), plane_boundary(whole).size() + 2);
  EXPECT_EQ(parted.nodes.size(), whole.nodes.size() + 3);
  EXPECT_EQ(plane_boundary(parted).size(), plane_boundary(whole).size() + 4);
}

// Section 4.2: distances are overestimated, if at all. A node of the boundary is no farther from the closest
// place of it than half of an edge; nodes that are not the closest one may add as much again.
TEST(M04Tab9And10, DistancesAreNeverTooSmallAndErrByLessThanAnEdge) {
  for (const PlaneMesh& mesh : {cut_disc(), cut_rectangle()}) {
    const PlaneTopology topology(mesh);
    const std::vector<PlaneMethod> methods = compare_on_plane(mesh, topology, 1);
    for (const std::size_t m : {3u, 4u}) {
      EXPECT_GT(methods[m].least_error, -1e-12) << methods[m].name;
      EXPECT_LT(methods[m].max_error, longest_boundary_edge(mesh)) << methods[m].name;
    }
  }
}

// The order of mean errors in both tables: FM 20×20, FM 100×100, CPFM, CFFM. The paper has factors of 5 to 8,
// 1.4 to 16, and 100 to 300.
TEST(M04Tab9And10, MeanErrorsAreInThePapersOrder) {
  for (const PlaneMesh& mesh : {cut_disc(), cut_rectangle()}) {
    const PlaneTopology topology(mesh);
    const std::vector<PlaneMethod> methods = compare_on_plane(mesh, topology, 1);
    const double coarse = methods[1].mean_error, fine = methods[2].mean_error,
                 features = methods[3].mean_error, points = methods[4].mean_error;
    EXPECT_GT(coarse, 3 * fine);
    EXPECT_GT(fine, points);
    EXPECT_GT(points, 10 * features);
  }
}

// Section 4.3: where a mesh is cut into parts, it makes no difference.
TEST(M04Tab10, PartsHaveTheDistancesThatTheyHaveAlone) {
  const PlaneMesh whole = plane_rectangle({4, 2}, 9, 5);
  std::vector<PlaneEdge> cut;
  for (std::uint32_t y = 0; y < 4; ++y)
    cut.push_back({y * 9 + 4, (y + 1) * 9 + 4});
  const PlaneMesh parted = cut_plane(whole, cut), alone = plane_rectangle({2, 2}, 5, 5);
  const PlaneTopology of_both(parted), of_one(alone);
  for (const PlaneStep step : {PlaneStep::point, PlaneStep::edge}) {
    const std::vector<double> both = march_plane(of_both, parted.nodes, step);
    const std::vector<double> one = march_plane(of_one, alone.nodes, step);
    for (std::uint32_t y = 0; y < 5; ++y)
      for (std::uint32_t x = 0; x < 4; ++x) // left of the cut, whose nodes are on the boundary
        EXPECT_EQ(both[y * 9 + x], one[y * 5 + x]) << x << " " << y;
  }
}

// A strip along the axes has its edges on points of the grid, so that marching across it is exact. Its ends
// reach its middle by less than a thousandth, as differences smear.
TEST(M04Grid, IsExactBetweenStraightEdgesAndOfFirstOrderInADisc) {
  const PlaneMesh strip = plane_rectangle({17, 4}, 18, 5);
  const PlaneTopology topology(strip);
  const std::vector<double> found = read_grid(march_grid(topology, strip.nodes, 20), strip.nodes);
  for (std::size_t i = 0; i < found.size(); ++i)
    if (strip.nodes[i].x() >= 4 && strip.nodes[i].x() <= 13) {
      EXPECT_NEAR(found[i], std::min(strip.nodes[i].y(), 4 - strip.nodes[i].y()), 1e-3);
    }

  const PlaneMesh disc = plane_disc(1, 24);
  const PlaneTopology round(disc);
  const std::vector<double> exact = exact_plane(round, disc.nodes);
  std::vector<double> errors;
  for (const std::size_t side : {23u, 43u, 83u}) { // cells of 0.1, 0.05 and 0.025 m
    const std::vector<double> read = read_grid(march_grid(round, disc.nodes, side), disc.nodes);
    double sum = 0;
    for (std::size_t i = 0; i < read.size(); ++i)
      sum += std::abs(read[i] - exact[i]);
    errors.push_back(sum / static_cast<double>(read.size()));
  }
  // Half the cell, half the error; where the boundary falls between points makes for a half of that.
  EXPECT_NEAR(errors[0] / errors[1], 2, 1);
  EXPECT_NEAR(errors[1] / errors[2], 2, 1);
  EXPECT_LT(errors[0], 0.1);
}

} // namespace
} // namespace lamina::papers::m04
