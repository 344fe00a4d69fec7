#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

namespace lamina::test {
namespace {

/// A square pillar turned about z by an odd angle, through a plate: the overlap is the square times the
/// thickness. Along z the depth is constant up to vertical walls; along x it vanishes at the square's
/// corners.
struct Errors {
  double walls, rim;
};

Errors rms_errors(double h, RowChoice rows) {
  const double side = 0.7, thickness = 0.5, exact = side * side * thickness;
  const TriangleMesh pillar = box_between({-side / 2, -side / 2, -2}, {side / 2, side / 2, 2});
  const TriangleMesh plate = box_between({-2, -2, -thickness / 2}, {2, 2, thickness / 2});
  Dice dice(12);
  Settings settings = anchored(h);
  settings.contact.ldi.rows = rows;
  Errors sums{};
  constexpr int trials = 60;
  for (int trial = 0; trial < trials; ++trial) {
    const Vec3 offset = dice.vector(1);
    const Pose pose{offset, Quat(Eigen::AngleAxisd(dice.within(0.2, 0.6), Vec3::UnitZ()))};
    const PairContacts found =
        detect(surface_of(pillar, pose), surface_of(plate, {offset, Quat::Identity()}), settings);
    sums.walls += std::pow(images_of(found).volume_xyz[2] / exact - 1, 2);
    sums.rim += std::pow(images_of(found).volume_xyz[0] / exact - 1, 2);
  }
  return {std::sqrt(sums.walls / trials), std::sqrt(sums.rim / trials)};
}

TEST(Convergence, IsH15AtVerticalWallsAndFasterWhereTheDepthVanishesAtTheRim) {
  for (const RowChoice rows : {RowChoice::unstaggered, RowChoice::staggered}) {
    std::vector<Errors> errors;
    for (const double h : {1.0 / 16, 1.0 / 32, 1.0 / 64, 1.0 / 128}) {
      errors.push_back(rms_errors(h, rows));
      std::cout << (rows == RowChoice::staggered ? "staggered" : "plain rows") << "  h = 1/" << 1 / h
                << "  walls " << errors.back().walls << "  rim " << errors.back().rim << '\n';
    }
    const double halvings = 3;
    const double walls = std::log2(errors.front().walls / errors.back().walls) / halvings;
    const double rim = std::log2(errors.front().rim / errors.back().rim) / halvings;
    std::cout << "order at walls " << walls << ", at rims " << rim << '\n';
    // 60 offsets leave the orders uncertain by about 0.15. Staggered rows sample the rim at so many offsets
    // that the snapping of vertices shows, h / 2048, which is of first order.
    EXPECT_NEAR(walls, 1.5, 0.35);
    EXPECT_GT(rim, rows == RowChoice::unstaggered ? 1.7 : 1.2);
    EXPECT_LT(errors.back().rim, 1e-4);
  }
}

} // namespace
} // namespace lamina::test
