#include "core/body/polar.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <gtest/gtest.h>

#include <random>

namespace lamina {
namespace {

Mat3 random_matrix(std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1, 1);
  Mat3 m;
  for (int i = 0; i < 9; ++i)
    m(i / 3, i % 3) = number(random);
  return m;
}

void expect_rotation(const Mat3& r) {
  EXPECT_NEAR((r * r.transpose() - Mat3::Identity()).norm(), 0, 1e-9);
  EXPECT_NEAR(r.determinant(), 1, 1e-9);
}

TEST(PolarRotation, LeavesASymmetricPositiveStretch) {
  std::mt19937 random(1);
  int seen = 0;
  while (seen < 1000) {
    const Mat3 f = random_matrix(random);
    if (f.determinant() < 1e-6)
      continue;
    ++seen;
    const Mat3 r = polar_rotation(f);
    expect_rotation(r);
    const Mat3 stretch = r.transpose() * f;
    EXPECT_NEAR((stretch - stretch.transpose()).norm(), 0, 1e-8);
    EXPECT_GT(stretch.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff(), 0);
  }
}

// Of all rotations the polar one is nearest, also to a matrix that turns inside out.
TEST(PolarRotation, NoOtherRotationIsNearer) {
  std::mt19937 random(2);
  for (int i = 0; i < 300; ++i) {
    const Mat3 f = random_matrix(random);
    const Mat3 r = polar_rotation(f);
    expect_rotation(r);
    for (int k = 0; k < 20; ++k) {
      const Mat3 m = random_matrix(random);
      const Vec3 axis = m.col(0).normalized();
      const Mat3 other = Eigen::AngleAxisd(0.3 * m(0, 1), axis) * r;
      EXPECT_GE((f - other).norm(), (f - r).norm() - 1e-9);
    }
  }
}

TEST(PolarRotation, CollapsedMatricesStillHaveOne) {
  expect_rotation(polar_rotation(Mat3::Zero()));
  expect_rotation(polar_rotation(Vec3(1, 2, 3) * Vec3(-1, 0, 2).transpose()));
  Mat3 flat = Mat3::Identity();
  flat(2, 2) = 0;
  EXPECT_NEAR((polar_rotation(flat) - Mat3::Identity()).norm(), 0, 1e-9);
}

// Scale does not matter: lengths may be micrometres or kilometres.
TEST(PolarRotation, IsTheSameForAnyScale) {
  std::mt19937 random(3);
  for (int i = 0; i < 100; ++i) {
    const Mat3 f = random_matrix(random);
    EXPECT_NEAR((polar_rotation(1e-9 * f) - polar_rotation(1e9 * f)).norm(), 0, 1e-7);
  }
}

} // namespace
} // namespace lamina
