#include "core/response/friction/rigid_friction.h"

#include "core/body/rotation.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/response/detection_request.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <random>

namespace lamina {
namespace {

/// Pixel pairs anywhere in a box, every fifth of which has no weight, pressed by two rows.
struct Samples {
  PairContacts contacts;
  ContactsOfCells rows;
  Settings settings;
  std::array<double, 3> pressures{300, 70, 0};
  Eigen::Matrix<double, 6, 1> twist;
  const Vec3 origin{0.1, 0.2, -0.3};
  static constexpr double coefficient = 0.4;

  Samples() {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> anywhere(-1, 1);
    const auto vector = [&] { return Vec3(anywhere(random), anywhere(random), anywhere(random)); };
    for (int i = 0; i < 101; ++i) {
      ContactPixelPair pixel{};
      pixel.lower = vector();
      pixel.normal = vector().normalized();
      pixel.length = 0.01;
      pixel.weight = i % 5 == 0 ? 0 : 0.1 + std::abs(anywhere(random));
      pixel.axis = static_cast<std::uint8_t>(i % 3);
      pixel.cell = {static_cast<std::uint16_t>(i % 2), static_cast<std::uint16_t>(i % 3)};
      pixels().push_back(pixel);
    }
    rows.add(0);
    rows.add(1);
    settings.friction.slip_speed = 0.5; // some slide, and some lie still
    twist << 0.3, -0.2, 0.1, 0.4, 0.1, -0.3;
  }

  FrictionParameters parameters() const { return friction_in_force(settings.friction, coefficient); }
  std::vector<ContactPixelPair>& pixels() { return contacts.evidence.add<ImageEvidence>().pixels; }

  Eigen::Matrix<double, 6, 6> sum() const {
    RigidFriction friction;
    friction.begin(contacts, origin, rows, parameters());
    return friction.sum(twist, pressures);
  }
};

TEST(RigidFriction, IsTheSumOverItsSamples) {
  const Samples samples;
  Eigen::Matrix<double, 6, 6> expected = Eigen::Matrix<double, 6, 6>::Zero();
  for (const ContactPixelPair& pixel : images_of(samples.contacts).pixels) {
    const Vec3 middle = pixel.lower + 0.5 * pixel.length * Vec3::Unit(pixel.axis);
    Eigen::Matrix<double, 3, 6> jacobian;
    jacobian << Mat3::Identity(), -cross_matrix(middle - samples.origin);
    const Mat3 tangential = Mat3::Identity() - pixel.normal * pixel.normal.transpose();
    const double speed = (tangential * (jacobian * samples.twist)).norm();
    const double pressure = 0.5 * (samples.pressures[pixel.cell[0]] + samples.pressures[pixel.cell[1]]);
    const double strength = Samples::coefficient * pixel.weight * pressure / std::max(speed, 0.5);
    expected += strength * jacobian.transpose() * tangential * jacobian;
  }
  // Samples are kept in single precision.
  EXPECT_LT((samples.sum() - expected).norm(), 1e-6 * expected.norm());
}

TEST(RigidFriction, IsTheSameBitForBitOnEveryKindOfProcessor) {
  const Samples samples;
  const Eigen::Matrix<double, 6, 6> best = samples.sum();
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    EXPECT_EQ(samples.sum(), best) << hwy::TargetName(target);
  }
  hwy::SetSupportedTargetsForTest(0);
}

TEST(RigidFriction, OfSamplesThatDetectionLeftIsThatOfTheirPixels) {
  Samples samples;
  for (const FrictionLaw law : {FrictionLaw::coulomb, FrictionLaw::viscous, FrictionLaw::axis}) {
    samples.settings.friction.law = law;
    samples.settings.friction.viscosity = 1e4;
    for (ContactPixelPair& pixel : samples.pixels())
      pixel.area = 2 * pixel.weight;
    const Eigen::Matrix<double, 6, 6> of_pixels = samples.sum();
    EXPECT_GT(of_pixels.norm(), 0);
    PairContacts& contacts = samples.contacts;
    sample_friction(samples.pixels(), contacts.region, friction_sampling(law), contacts.friction);
    std::vector<ContactPixelPair> taken;
    taken.swap(samples.pixels());
    EXPECT_EQ(samples.sum(), of_pixels);
    taken.swap(samples.pixels());
    contacts.friction.clear();
  }
}

TEST(RigidFriction, OfFewerSamplesThanBeforeForgetsTheOthers) {
  Samples samples;
  RigidFriction friction;
  friction.begin(samples.contacts, samples.origin, samples.rows, samples.parameters());
  samples.pixels().resize(9);
  friction.begin(samples.contacts, samples.origin, samples.rows, samples.parameters());
  EXPECT_EQ(friction.sum(samples.twist, samples.pressures), samples.sum());
}

} // namespace
} // namespace lamina
