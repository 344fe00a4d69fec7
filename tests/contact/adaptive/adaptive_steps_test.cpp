#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/same_contacts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace lamina::test {
namespace {

/// A bumpy body of 20,000 triangles that moves slowly over a cube, and the method that looks at it.
class SlowBlob {
public:
  explicit SlowBlob(const AdaptiveSettings& settings, const Vec3& way) : way_(way) {
    settings_.method = "adaptive";
    settings_.adaptive = settings;
    method_ = make_contact_method(settings_);
  }

  PairContacts at(int step) {
    const Surface blob = surface_of(shape_, {Vec3(0.013, 0.9, 0.021) + step * way_, Quat::Identity()});
    const std::array<const Surface*, 2> surfaces{&cube_, &blob};
    const std::array<BodyPair, 1> pairs{BodyPair{0, 1, true, true}};
    DetectionRequest request;
    request.between = {Partition::cells, true};
    request.cells = 4;
    std::vector<PairContacts> results;
    method_->detect({{surfaces}, pairs, settings_, request, 1}, results);
    return std::move(results.front());
  }
  ContactMethod& method() { return *method_; }

private:
  Vec3 way_;
  ContactSettings settings_;
  std::unique_ptr<ContactMethod> method_;
  TriangleMesh shape_ = make_blob({1, 0.9, 1.1}, 0.06, 12, 4, 20'000);
  Surface cube_ = surface_of(make_box({1, 1, 1}));
};

Vec3 force_on_blob(const PairContacts& pair) {
  Vec3 force = Vec3::Zero();
  for (const RigidGradient& contact : pair.rigid)
    force += contact.linear;
  return force;
}

/// Of a slow body with these settings, over its force.
double jump_of_forces(const AdaptiveSettings& settings) {
  const Vec3 way = 5e-4 * Vec3(0.7, -0.1, 0.4);
  SlowBlob blob(settings, way);
  std::vector<Vec3> forces;
  for (int step = 0; step < 40; ++step)
    forces.push_back(force_on_blob(blob.at(step)));
  // What is left of a smooth force: its second difference.
  double squares = 0;
  for (std::size_t i = 1; i + 1 < forces.size(); ++i)
    squares += (forces[i + 1] - 2 * forces[i] + forces[i - 1]).squaredNorm() / 6;
  return std::sqrt(squares / static_cast<double>(forces.size() - 2)) / forces.front().norm();
}

// As much as was split stays so while the body moves: forces are as wrong as tiles are coarse, but wrong in
// the same way from step to step.
TEST(AdaptiveSteps, ForcesOfASlowBodyDoNotJump) {
  const double jump = jump_of_forces({1e-9, 0, 4096, TileBound::error_bar});
  RecordProperty("jump", std::to_string(jump));
  EXPECT_LT(jump, 3e-3);
}

// Area vectors are exact, whatever the tiles. What is left is the curvature of the force itself.
TEST(AdaptiveSteps, ForcesOnTracedTilesAreSmooth) {
  AdaptiveSettings settings;
  settings.tiles = TileKind::traced;
  const double jump = jump_of_forces(settings);
  RecordProperty("jump", std::to_string(jump));
  EXPECT_LT(jump, 2e-6);
}

TEST(AdaptiveSteps, TilesStayWhereNothingMoves) {
  SlowBlob blob({1e-3, 0, 4096, TileBound::error_bar}, Vec3::Zero());
  const PairContacts first = blob.at(0);
  blob.at(1);
  PairContacts last;
  for (int step = 2; step < 12; ++step)
    last = blob.at(step);
  EXPECT_NEAR(images_of(last).volume, images_of(first).volume, images_of(first).error->bound);
  expect_same(last, blob.at(12));
}

// After many steps the tiles are as many as those of a body that was put there, within the hysteresis.
TEST(AdaptiveSteps, TilesDoNotPileUp) {
  const Vec3 way = 1e-3 * Vec3(0.3, -1, 0.2);
  const AdaptiveSettings settings{1e-3, 0, 100'000, TileBound::error_bar};
  SlowBlob moved(settings, way);
  PairContacts last;
  for (int step = 0; step < 50; ++step)
    last = moved.at(step);
  const PairContacts anew = SlowBlob(settings, way).at(49);
  EXPECT_NEAR(images_of(last).volume, images_of(anew).volume, images_of(anew).error->bound);
  EXPECT_LE(images_of(last).error->error_bar, 1.01e-3 * images_of(last).volume);
  EXPECT_LT(images_of(last).columns, 2.5 * images_of(anew).columns);
}

TEST(AdaptiveSteps, WhatIsRememberedGivesTheSameStepsAgain) {
  const Vec3 way(1e-3, -1e-3, 5e-4);
  const AdaptiveSettings settings;
  SlowBlob blob(settings, way);
  for (int step = 0; step < 5; ++step)
    blob.at(step);
  std::vector<double> memory;
  blob.method().save_memory(memory);
  EXPECT_FALSE(memory.empty());
  std::vector<PairContacts> then;
  for (int step = 5; step < 10; ++step)
    then.push_back(blob.at(step));

  SlowBlob other(settings, way);
  other.method().restore_memory(memory);
  blob.method().restore_memory(memory);
  for (int step = 5; step < 10; ++step) {
    expect_same(blob.at(step), then[static_cast<std::size_t>(step - 5)]);
    expect_same(other.at(step), then[static_cast<std::size_t>(step - 5)]);
  }
  blob.method().restore_memory({});
  expect_same(blob.at(0), SlowBlob(settings, way).at(0));
}

} // namespace
} // namespace lamina::test
