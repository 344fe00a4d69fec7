#include "core/contact/adaptive/normal_moments.h"
#include "tests/contact/contact_support.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina::test {
namespace {

using namespace adaptive;

struct FaceNormal {
  Vec3 normal; ///< of length 1
  double area;
};

std::vector<FaceNormal> random_faces(Dice& dice, int count) {
  std::vector<FaceNormal> faces;
  for (int i = 0; i < count; ++i)
    faces.push_back({dice.vector(1).normalized(), dice.within(0.1, 1)});
  return faces;
}

NormalMoments moments_of(const std::vector<FaceNormal>& faces, const Mat3& turn = Mat3::Identity()) {
  NormalMoments moments;
  for (const FaceNormal& face : faces)
    moments.add(turn * face.normal, face.area);
  return moments;
}

/// As it is defined, face by face.
double energy_of(const std::vector<FaceNormal>& faces, const Mat3& axes) {
  double energy = 0;
  for (const FaceNormal& face : faces)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < j; ++k)
        energy += face.area * std::pow(face.normal.dot(axes.col(j)) * face.normal.dot(axes.col(k)), 2);
  return energy;
}

TEST(NormalMoments, KnowTheEnergyOfAllFaces) {
  Dice dice(1);
  for (int i = 0; i < 20; ++i) {
    const std::vector<FaceNormal> faces = random_faces(dice, 50);
    const NormalMoments moments = moments_of(faces);
    const Mat3 axes = dice.turn().toRotationMatrix();
    const double expected = energy_of(faces, axes);
    EXPECT_NEAR(slant_energy(moments, axes), expected, 1e-13 * moments.area());
    double fourth_powers = 0;
    for (int j = 0; j < 3; ++j)
      fourth_powers += moments.along(axes.col(j), axes.col(j), axes.col(j), axes.col(j));
    EXPECT_NEAR(0.5 * (moments.area() - fourth_powers), expected, 1e-13 * moments.area());
  }
}

// Of a ball the mean of n_j² n_k² is 1/15, along any axes; seen along a diagonal a plane costs a third.
TEST(NormalMoments, EnergyOfABallAndOfADiagonalPlane) {
  NormalMoments plane;
  plane.add(Vec3(1, 1, 1), 2);
  EXPECT_NEAR(slant_energy(plane, Mat3::Identity()), 2.0 / 3, 1e-15);
  NormalMoments ball;
  Dice dice(2);
  // The corners, edges and faces of a cube with these weights add up fourth powers as a ball does.
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y)
      for (int z = -1; z <= 1; ++z)
        if (const int away = std::abs(x) + std::abs(y) + std::abs(z); away > 0)
          ball.add(Vec3(x, y, z), away == 1 ? 40.0 : away == 2 ? 32.0 : 27.0);
  for (int i = 0; i < 10; ++i)
    EXPECT_NEAR(slant_energy(ball, dice.turn().toRotationMatrix()), 0.2 * ball.area(), 1e-12 * ball.area());
}

// (e(φ) − e(−φ)) / 2φ leaves a third derivative times φ²/6, and that is below 64 of the area.
TEST(NormalMoments, GradientIsThatOfTheEnergy) {
  Dice dice(3);
  const double angle = 1e-4;
  for (int i = 0; i < 10; ++i) {
    const NormalMoments moments = moments_of(random_faces(dice, 20));
    const Mat3 axes = dice.turn().toRotationMatrix();
    const Vec3 gradient = slant_gradient(moments, axes);
    for (int axis = 0; axis < 3; ++axis) {
      const auto energy_at = [&](double by) {
        return slant_energy(moments, Eigen::AngleAxisd(by, axes.col(axis)).toRotationMatrix() * axes);
      };
      EXPECT_NEAR(gradient[axis], (energy_at(angle) - energy_at(-angle)) / (2 * angle),
                  2e-7 * moments.area());
    }
  }
}

// The least energy, 0, is where each face is seen from the front: along the axes of the box.
TEST(NormalMoments, AxesOfATurnedBoxAreFoundAgain) {
  Dice dice(4);
  for (int i = 0; i < 50; ++i) {
    const Mat3 box = dice.turn().toRotationMatrix();
    NormalMoments moments;
    for (int k = 0; k < 3; ++k)
      moments.add(box.col(k), dice.within(0.2, 1));
    // A turn away from the box by as much as 25 degrees lies on its side of what else is downhill.
    const Mat3 start = Eigen::AngleAxisd(dice.within(0, 0.4), dice.vector(1).normalized()) * box;
    const Mat3 axes = least_slant_from(moments, start);
    EXPECT_LT(slant_energy(moments, axes), 1e-15);
    EXPECT_LT((axes - box).norm(), 1e-7);
    EXPECT_LT((axes.transpose() * axes - Mat3::Identity()).norm(), 1e-14);
    EXPECT_GT(axes.determinant(), 0);
  }
}

TEST(NormalMoments, WayDownhillEndsWhereTheGradientIsNone) {
  Dice dice(5);
  for (int i = 0; i < 50; ++i) {
    const NormalMoments moments = moments_of(random_faces(dice, 8));
    const Mat3 start = dice.turn().toRotationMatrix(), axes = least_slant_from(moments, start);
    EXPECT_LE(slant_energy(moments, axes), slant_energy(moments, start) + 1e-14 * moments.area());
    EXPECT_LT(slant_gradient(moments, axes).norm(), 1e-6 * moments.area());
  }
}

// A ball has no best axes, and rounding must not choose some.
TEST(NormalMoments, StayWhereNoTurnHelps) {
  NormalMoments nothing, ball;
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y)
      for (int z = -1; z <= 1; ++z)
        if (const int away = std::abs(x) + std::abs(y) + std::abs(z); away > 0)
          ball.add(Vec3(x, y, z), away == 1 ? 40.0 : away == 2 ? 32.0 : 27.0);
  const Mat3 start = Dice(6).turn().toRotationMatrix();
  EXPECT_LT((least_slant_from(nothing, start) - start).norm(), 1e-15);
  EXPECT_LT((least_slant_from(ball, start) - start).norm(), 1e-15);
}

} // namespace
} // namespace lamina::test
