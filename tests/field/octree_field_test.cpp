#include "core/base/error.h"
#include "core/field/octree_field.h"
#include "core/mesh/nearest_triangle.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace lamina::test {
namespace {

using field::FieldValue;
using field::OctreeField;

OctreeField octree_of(const TriangleMesh& mesh, int cells, double tolerance = 0.1, int threads = 1) {
  return field::make_octree({mesh.triangles, mesh.vertices}, {cells, 0.1, threads, {}}, {tolerance});
}

double of_torus(const Vec3& p, double ring, double tube) {
  return std::hypot(std::hypot(p.x(), p.z()) - ring, p.y()) - tube;
}

} // namespace

TEST(OctreeField, OfASphereAndATorusIsTheClosedForm) {
  Dice dice(2);
  const OctreeField ball = octree_of(make_sphere(0.5, 5000), 64);
  const OctreeField torus = octree_of(make_torus(0.4, 0.15, 6000), 64);
  int known = 0;
  for (int i = 0; i < 4000; ++i) {
    const Vec3 p = dice.vector(0.6);
    for (const auto& [value, exact, cell] : {std::tuple{ball.at(p), p.norm() - 0.5, ball.cell()},
                                             std::tuple{torus.at(p), of_torus(p, 0.4, 0.15), torus.cell()}}) {
      // The sagitta of triangles, 1 mm, and the tolerance once in the cell and once on what it hangs.
      known += value.known;
      if (value.known) {
        EXPECT_NEAR(value.distance, exact, 1.5e-3 + 0.3 * cell);
      } else {
        EXPECT_GT(std::abs(exact), 0.09);
      }
      EXPECT_TRUE(std::abs(exact) < 0.3 * cell + 1.5e-3 || (value.distance < 0) == (exact < 0));
    }
  }
  EXPECT_GT(known, 1000);
}

TEST(OctreeField, OfABoxIsExactBelowFacesAndTakesLittleMemoryWhereRough) {
  const Vec3 half(0.5, 0.3, 0.2);
  const TriangleMesh box = make_box(2 * half);
  const OctreeField octree = octree_of(box, 64, 0.02);
  Dice dice(1);
  for (int i = 0; i < 500; ++i) {
    // Far from edges one face alone is near, and distances are linear.
    const Vec3 p(dice.within(-0.3, 0.3), 0.3 + dice.within(-0.05, 0.09), dice.within(-0.02, 0.02));
    const FieldValue value = octree.at(p);
    ASSERT_TRUE(value.known);
    EXPECT_NEAR(value.distance, p.y() - 0.3, 1e-6);
    EXPECT_LT((value.gradient - Vec3::UnitY()).norm(), 1e-4);
  }
  const field::DistanceField grid = field::make_field({box.triangles, box.vertices}, {64, 0.1, 1, {}});
  EXPECT_LT(octree_of(box, 64, 0.5).bytes(), grid.bytes() / 2);
}

TEST(OctreeField, IsWithinItsToleranceOfBruteForce) {
  const TriangleMesh mesh = make_gear(0.5, 0.4, 0.1, 0.2, 9);
  const NearestTriangle nearest(mesh);
  double worst_before = std::numeric_limits<double>::infinity();
  for (const double tolerance : {0.5, 0.05}) {
    const OctreeField octree = octree_of(mesh, 64, tolerance);
    Dice dice(6);
    double sum = 0;
    int asked = 0;
    for (std::size_t i = 0; i < 3000; ++i) {
      const Vec3 p = mesh.vertices[i % mesh.vertices.size()] + dice.vector(0.06);
      const FieldValue value = octree.at(p);
      if (!value.known)
        continue;
      const double exact = std::sqrt(nearest.to(p).squared_distance);
      // Next to edges and at medial axes the grid itself is off by up to a cell.
      EXPECT_NEAR(std::abs(value.distance), exact, (1 + 2 * tolerance) * octree.cell());
      sum += std::abs(std::abs(value.distance) - exact);
      ++asked;
    }
    ASSERT_GT(asked, 1000);
    EXPECT_LT(sum / asked, worst_before);
    EXPECT_LT(sum / asked, (0.05 + tolerance) * octree.cell());
    worst_before = sum / asked;
  }
}

// Every face between grid cells is a place where sizes of cells may change. Beyond the band nothing is known.
TEST(OctreeField, IsContinuousWhereSizesOfCellsChange) {
  const OctreeField octree = octree_of(make_gear(0.5, 0.4, 0.1, 0.2, 9), 48, 0.2);
  Dice dice(9);
  const double step = 1e-9;
  int asked = 0;
  for (int i = 0; i < 60000; ++i) {
    const int axis = i % 3;
    Vec3 local = (dice.vector(0.58) - octree.origin()) / octree.cell();
    local[axis] = std::round(local[axis]);
    const Vec3 p = octree.origin() + octree.cell() * local;
    const FieldValue below = octree.at(p - step * Vec3::Unit(axis)),
                     above = octree.at(p + step * Vec3::Unit(axis));
    // A hanging corner's value is rounded to single precision, 24 bits of up to 5 cells.
    if (below.known && above.known) {
      ++asked;
      EXPECT_NEAR(below.distance, above.distance, 2e-6 * octree.cell() + 2 * step);
    }
  }
  EXPECT_GT(asked, 5000);
}

TEST(OctreeField, WithoutToleranceIsTheGrid) {
  const TriangleMesh mesh = make_torus(0.4, 0.15, 900);
  const OctreeField octree = octree_of(mesh, 48, 0);
  // That which it is made of: wider by a block and a cell.
  const double band = 0.1 + (8 * std::sqrt(3.0) + 1) / 48;
  const field::DistanceField grid = field::make_field({mesh.triangles, mesh.vertices}, {48, band, 1, {}});
  Dice dice(3);
  for (int i = 0; i < 3000; ++i) {
    const Vec3 p = dice.vector(0.6);
    const FieldValue a = octree.at(p), b = grid.at(p);
    if (a.known && b.known) {
      EXPECT_NEAR(a.distance, b.distance, 1e-6);
    }
  }
}

TEST(OctreeField, IsTheSameForAnyNumberOfThreads) {
  const TriangleMesh mesh = make_torus(0.4, 0.15, 900);
  EXPECT_EQ(octree_of(mesh, 48, 0.1, 1), octree_of(mesh, 48, 0.1, 3));
}

TEST(OctreeField, OfTooMuchMemoryIsRefusedAndSaysWhatWouldDo) {
  const TriangleMesh mesh = make_torus(0.4, 0.15, 900);
  const std::size_t bytes = octree_of(mesh, 48).bytes();
  const auto limited = [&](std::size_t most, int threads) {
    return field::make_octree({mesh.triangles, mesh.vertices}, {48, 0.1, threads, {}}, {0.1, most});
  };
  EXPECT_EQ(limited(bytes, 1), octree_of(mesh, 48));
  for (const int threads : {1, 3})
    try {
      limited(bytes - 1, threads);
      ADD_FAILURE() << "is " << bytes << " bytes large";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("choose a greater tolerance"), std::string::npos);
    }
}

TEST(OctreeField, OfBadInputIsOutsideOrRefused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(octree_of({}, 32).at(Vec3::Zero()).known);
  const OctreeField ball = octree_of(make_sphere(0.5, 200), 32, nan);
  EXPECT_FALSE(ball.at(Vec3::Constant(nan)).known);
  EXPECT_GT(ball.at({1e30, 0, 0}).distance, 0);
}

} // namespace lamina::test
