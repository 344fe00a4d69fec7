#include "core/bench/gates.h"

#include "core/bench/detection_case.h"
#include "core/bench/exact_volume.h"
#include "core/bench/models.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/procedural.h"
#include "core/response/detection_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace lamina::bench {
namespace {

using ::testing::HasSubstr;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// A true result: a sphere that dips into a turned cube.
struct Gates : ::testing::Test {
  static constexpr int resolution = 32;
  Surface sphere = surface_of(make_sphere(0.5, 5120));
  Surface cube = surface_of(turned_cube(1, 20, {0.1, 0.2, 0.8}));
  double exact = exact_shared_volume(sphere, cube);
  PairContacts contacts = detect();

  PairContacts detect() {
    const Settings settings = settings_of({PairPose::shallow, resolution, true, "cpu", 1});
    const std::array<const Surface*, 2> surfaces{&sphere, &cube};
    const std::array<BodyPair, 1> pairs{{{0, 1}}};
    std::vector<PairContacts> results;
    make_contact_method(settings.contact)->detect(detection_input(surfaces, pairs, settings), results);
    return results.front();
  }
  std::string refused() const {
    return refusal(findings_of({&contacts, 1}, exact), volume_error_bound(resolution));
  }
};

TEST_F(Gates, ATrueResultPasses) {
  EXPECT_EQ(refused(), "");
}

TEST_F(Gates, AWrongVolumeIsRefused) {
  contacts.evidence.add<ImageEvidence>().volume *= 1 + 2 * volume_error_bound(resolution);
  EXPECT_THAT(refused(), HasSubstr("volume"));
}

TEST_F(Gates, AForceThatIsLostOnOneBodyIsRefused) {
  contacts.gradient[contacts.contacts.front().gradient[1].begin].value *= 1.5;
  EXPECT_THAT(refused(), HasSubstr("forces"));
}

TEST_F(Gates, ADroppedColumnIsRefused) {
  contacts.evidence.add<ImageEvidence>().dropped.push_back({0, {1, 2}, false});
  EXPECT_THAT(refused(), HasSubstr("1 columns"));
}

TEST_F(Gates, NothingFoundIsRefused) {
  contacts.clear();
  EXPECT_NE(refused(), "");
  contacts = detect();
  exact = none;
  EXPECT_NE(refused(), "");
}

TEST_F(Gates, ALateralForceIsRefused) {
  Findings findings = findings_of({&contacts, 1}, exact);
  for (const double force : {2 * lateral_force_bound, none}) {
    findings.lateral_force = force;
    EXPECT_THAT(refusal(findings, volume_error_bound(resolution)), HasSubstr("sideways"));
  }
}

TEST_F(Gates, TheWorstOfManyRepetitionsIsKept) {
  const Findings good = findings_of({&contacts, 1}, exact);
  Findings worst = good;
  Findings bad = good;
  bad.volume_error = 0.5;
  bad.imbalance = none;
  bad.dropped = 3;
  take_worse(worst, bad);
  take_worse(worst, good);
  EXPECT_EQ(worst.volume_error, 0.5);
  EXPECT_TRUE(std::isnan(worst.imbalance));
  EXPECT_EQ(worst.dropped, 3u);
}

TEST(GateBounds, AreThoseOfTheTargetsAndFallWithResolution) {
  // The power of a logarithm's quotient rounds.
  EXPECT_NEAR(volume_error_bound(16), 1e-2, 1e-15);
  EXPECT_NEAR(volume_error_bound(128), 2e-4, 1e-16);
  EXPECT_LT(volume_error_bound(64), volume_error_bound(32));
}

TEST(LateralForce, IsNoneForEveryBackendAndSampling) {
  for (const char* backend : {"cpu", "reference"})
    for (const bool as_f08 : {true, false}) {
      const Settings settings = settings_of({PairPose::shallow, 16, as_f08, backend, 1});
      EXPECT_LE(lateral_force_of_boxes(*make_contact_method(settings.contact), settings),
                lateral_force_bound);
    }
}

/// Finds a force that is not straight.
struct SlantedMethod : ContactMethod {
  MethodTimings detect(const DetectionInput& input, std::vector<PairContacts>& results) override {
    results.clear();
    results.resize(input.pairs.size());
    results[0].gradient = {{0, Vec3(0.1, 0, 1)}};
    Contact contact;
    contact.gradient[0] = {0, 1};
    results[0].contacts = {contact};
    return {};
  }
};

TEST(LateralForce, IsSeenWhereThereIsOne) {
  SlantedMethod method;
  EXPECT_DOUBLE_EQ(lateral_force_of_boxes(method, Settings{}), 0.1);
}

} // namespace
} // namespace lamina::bench
