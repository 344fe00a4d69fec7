#include "core/mesh/original_surface.h"

#include "core/mesh/nearest_on_triangle.h"
#include "core/mesh/nearest_triangle.h"
#include "core/mesh/procedural.h"
#include "tests/mesh/stuffing_support.h"

#include <Eigen/Geometry>

#include <random>

namespace lamina {
namespace {

/// A surface, and the boundary of what fills it.
struct Pair {
  std::shared_ptr<const PreparedMesh> original;
  TriangleMesh boundary;
  std::shared_ptr<const OriginalSurface> fixed;

  explicit Pair(TriangleMesh mesh, int cells = 6) {
    original = std::make_shared<const PreparedMesh>(prepare_mesh(std::move(mesh)));
    boundary = test::stuffed(original->mesh, cells).surface;
    fixed = fix_original(original, boundary, 1);
  }
  std::vector<Vec3> moved(const Mat3& linear, const Vec3& by) const {
    std::vector<Vec3> positions = boundary.vertices;
    for (Vec3& p : positions)
      p = linear * p + by;
    return carried(*fixed, boundary, positions);
  }
};

TriangleMesh block() {
  return make_box(Vec3(1, 0.7, 0.53));
}

TEST(OriginalSurface, GoesWithItsBoundaryWhereverThatIsPut) {
  for (const TriangleMesh& mesh : {block(), make_sphere(0.6, 800)}) {
    const Pair pair(mesh);
    ASSERT_TRUE(pair.fixed);
    const Mat3 turn = Eigen::AngleAxisd(2, Vec3(1, -2, 0.5).normalized()).toRotationMatrix();
    const Vec3 by(3, -1, 2);
    const std::vector<Vec3> rest = pair.moved(Mat3::Identity(), Vec3::Zero()), away = pair.moved(turn, by);
    for (std::size_t v = 0; v < rest.size(); ++v) {
      const Vec3& vertex = pair.original->mesh.vertices[v];
      EXPECT_LT((rest[v] - vertex).norm(), 1e-14) << "rounding of numbers about one";
      EXPECT_LT((away[v] - (turn * vertex + by)).norm(), 1e-13);
    }
  }
}

// On the boundary a vertex moves as that does. Away from it, the way there turns with a triangle: a strain E
// changes it by |E| at most, and so does what it turns the triangle by.
TEST(OriginalSurface, FollowsAStretchButForTheWayToTheBoundary) {
  const Pair pair(block());
  Mat3 strain;
  strain << 0.3, 0.1, 0, -0.05, -0.2, 0.1, 0, 0, 0.15;
  const std::vector<Vec3> places = pair.moved(Mat3::Identity() + strain, Vec3::Zero());
  double farthest = 0;
  for (std::size_t v = 0; v < places.size(); ++v) {
    const Vec3& vertex = pair.original->mesh.vertices[v];
    const double away = pair.fixed->holds[v].away.norm();
    EXPECT_LE((places[v] - (vertex + strain * vertex)).norm(), 3 * strain.norm() * away + 1e-14);
    farthest = std::max(farthest, away);
  }
  EXPECT_GT(farthest, 0.01) << "corners of the block lie off the boundary";
}

TEST(OriginalSurface, IsLeftOutWhereItLiesTooFarAway) {
  const Pair pair(block());
  const double farthest = pair.fixed->farthest;
  EXPECT_TRUE(fix_original(pair.original, pair.boundary, 1.001 * farthest));
  EXPECT_FALSE(fix_original(pair.original, pair.boundary, 0.999 * farthest));
}

TEST(OriginalSurface, IsFixedAlikeByAnyNumberOfThreads) {
  const Pair pair(make_sphere(0.6, 3000));
  const auto one = fix_original(pair.original, pair.boundary, 1, 1);
  for (const int threads : {2, 4}) {
    const auto more = fix_original(pair.original, pair.boundary, 1, threads);
    for (std::size_t v = 0; v < one->holds.size(); ++v) {
      EXPECT_EQ(one->holds[v].triangle, more->holds[v].triangle);
      EXPECT_EQ(one->holds[v].away, more->holds[v].away);
    }
  }
}

TEST(OriginalSurface, HasNoPlacesForAnotherBoundary) {
  const Pair pair(block());
  EXPECT_TRUE(carried(*pair.fixed, pair.boundary, std::vector<Vec3>(3, Vec3::Zero())).empty());
}

TEST(OriginalSurface, StaysFiniteOnATriangleThatLostItsArea) {
  const Pair pair(block());
  const std::vector<Vec3> point(pair.boundary.vertices.size(), Vec3(1, 2, 3));
  for (const Vec3& place : carried(*pair.fixed, pair.boundary, point))
    EXPECT_EQ(place, Vec3(1, 2, 3));
}

TEST(NearestTriangle, FindsWhatATestOfAllTrianglesFinds) {
  const TriangleMesh mesh = make_sphere(0.5, 700);
  const NearestTriangle nearest(mesh);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int i = 0; i < 300; ++i) {
    const Vec3 point(number(random), number(random), number(random));
    double least = std::numeric_limits<double>::infinity();
    const auto at = [&mesh](std::uint32_t triangle, const Eigen::Vector2d& w) {
      const auto& [a, b, c] = mesh.triangles[triangle];
      const Vec3& from = mesh.vertices[a];
      return Vec3(from + w[0] * (mesh.vertices[b] - from) + w[1] * (mesh.vertices[c] - from));
    };
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
      const auto& [a, b, c] = mesh.triangles[t];
      const auto w =
          nearest_on_triangle(point, mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]).barycentric;
      least = std::min(least, (at(t, w) - point).squaredNorm());
    }
    const NearestTriangle::Found found = nearest.to(point);
    EXPECT_EQ(found.squared_distance, least);
    EXPECT_EQ((at(found.triangle, found.barycentric) - point).squaredNorm(), least);
  }
}

} // namespace
} // namespace lamina
