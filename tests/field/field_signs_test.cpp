#include "core/field/distance_field.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina::test {
namespace {

using field::DistanceField;
using field::make_field;

/// Compares signs at random points that are farther than a cell from the surface; says how many there were.
int expect_signs(const TriangleMesh& mesh, const DistanceField& field, int winding_at_infinity = 0) {
  Dice dice(2);
  int compared = 0;
  for (int i = 0; i < 1500; ++i) {
    const Vec3 p = dice.vector(0.7);
    const field::FieldValue value = field.at(p);
    if (value.known && std::abs(value.distance) < field.cell())
      continue;
    ++compared;
    EXPECT_EQ(value.distance<0, winding_about(mesh, p) + winding_at_infinity> 0.5) << p.transpose();
  }
  return compared;
}

} // namespace

TEST(FieldSigns, AreThoseOfTheWindingNumber) {
  for (const TriangleMesh& mesh :
       {make_torus(0.4, 0.15, 600), make_gear(0.5, 0.4, 0.1, 0.2, 9, 800), make_bowl(0.5, 0.6, 0.1, 800)})
    EXPECT_GT(expect_signs(mesh, make_field({mesh.triangles, mesh.vertices}, {40, 0.1, 1, {}})), 1000);
}

TEST(FieldSigns, OfShellsInOneAnotherAreThoseOfTheirUnion) {
  const TriangleMesh both =
      together({make_box({1, 1, 1}), make_sphere(0.3, 300), shifted(make_sphere(0.3, 300), {0.4, 0, 0})});
  const DistanceField field = make_field({both.triangles, both.vertices}, {40, 0.1, 1, {}});
  EXPECT_GT(expect_signs(both, field), 1000);
  EXPECT_LT(field.at(Vec3::Zero()).distance, 0);
  EXPECT_LT(field.at({0.6, 0, 0}).distance, 0);
}

TEST(FieldSigns, OfACavityAndOfABagHoldForAllThatIsFar) {
  const TriangleMesh hollow = together({make_box({1, 1, 1}), inside_out(make_sphere(0.3, 300))});
  const DistanceField field = make_field({hollow.triangles, hollow.vertices}, {40, 0.05, 1, {}});
  EXPECT_GT(expect_signs(hollow, field), 1000);
  // Far from every surface, in a block that holds nothing.
  EXPECT_GT(field.at(Vec3::Zero()).distance, 0);

  const TriangleMesh bag = inside_out(make_sphere(0.45, 600));
  const DistanceField around = make_field({bag.triangles, bag.vertices, true, 1}, {40, 0.05, 1, {}});
  Dice dice(3);
  for (int i = 0; i < 300; ++i) {
    const Vec3 p = dice.vector(0.5);
    if (std::abs(p.norm() - 0.45) > 0.05 && p.cwiseAbs().maxCoeff() < 0.48) {
      EXPECT_EQ(around.at(p).distance<0, p.norm()> 0.45) << p.transpose();
    }
  }
}

TEST(FieldSigns, OfAScanWithHolesAreOutvotedNowhereButAtTheHoles) {
  // One triangle in forty is missing: rows through a hole would carry its sign to the far end.
  TriangleMesh scan = make_sphere(0.5, 2000);
  for (std::size_t i = scan.triangles.size(); i-- > 0;)
    if (i % 40 == 0)
      scan.triangles.erase(scan.triangles.begin() + static_cast<std::ptrdiff_t>(i));
  const DistanceField field = make_field({scan.triangles, scan.vertices, false, 0}, {40, 0.2, 1, {}});
  Dice dice(4);
  int wrong = 0, asked = 0;
  for (int i = 0; i < 20000; ++i) {
    const Vec3 p = dice.vector(0.6);
    if (std::abs(p.norm() - 0.5) < 0.03)
      continue;
    ++asked;
    wrong += (field.at(p).distance < 0) != (p.norm() < 0.5);
  }
  // Three of six rows have to be wrong at once: (1/40)² of points for each pair of directions.
  EXPECT_LT(wrong, asked / 200);
  const DistanceField one_way = make_field({scan.triangles, scan.vertices, true, 0}, {40, 0.2, 1, {}});
  int wrong_one_way = 0;
  Dice again(4);
  for (int i = 0; i < 20000; ++i) {
    const Vec3 p = again.vector(0.6);
    if (std::abs(p.norm() - 0.5) >= 0.03)
      wrong_one_way += (one_way.at(p).distance < 0) != (p.norm() < 0.5);
  }
  EXPECT_GT(wrong_one_way, 5 * (wrong + 1)) << "rows of one direction do as well on this scan";
}

} // namespace lamina::test
