#include "core/contact/adaptive/view_axes.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/same_contacts.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace lamina::test {
namespace {

using namespace adaptive;

ContactSettings optimised(double tolerance = 1e-3) {
  ContactSettings settings;
  settings.method = "adaptive";
  settings.adaptive.volume_tolerance = tolerance;
  settings.adaptive.directions = TileDirections::optimised;
  settings.adaptive.area_bound = true;
  return settings;
}

PairContacts detect_by(ContactMethod& method, const ContactSettings& settings, const Surface& a,
                       const Surface& b, int threads = 1) {
  const std::array<const Surface*, 2> surfaces{&a, &b};
  const std::array<BodyPair, 1> pairs{BodyPair{0, 1, true, true}};
  std::vector<PairContacts> results;
  method.detect({{surfaces}, pairs, settings, {}, threads}, results);
  return std::move(results.front());
}

PairContacts detect_once(const ContactSettings& settings, const Surface& a, const Surface& b) {
  return detect_by(*make_contact_method(settings), settings, a, b);
}

/// By how much two frames differ, whatever the order and the signs of their axes.
double apart(const Mat3& one, const Mat3& other) {
  const Mat3 cosines = (one.transpose() * other).cwiseAbs();
  return (cosines.rowwise().maxCoeff().array() - 1).abs().maxCoeff();
}

/// A block that does not know its axes, as a soft one does not, with a corner in another that is turned
/// alike.
std::array<Surface, 2> soft_blocks(const Quat& turn) {
  return {surface_of(make_box({1, 1.2, 0.9}), {Vec3::Zero(), turn}, false),
          surface_of(make_box({0.7, 0.5, 0.6}), {turn * Vec3(0.5, 0.55, 0.4), turn}, false)};
}

TEST(ViewAxes, AreThoseOfATurnedBlock) {
  Dice dice(1);
  for (int i = 0; i < 20; ++i) {
    const Quat turn = dice.turn();
    const auto [a, b] = soft_blocks(turn);
    const PairContacts pair = detect_once(optimised(), a, b);
    EXPECT_LT(apart(pair.region.axes, turn.toRotationMatrix()), 1e-12) << i;
    EXPECT_GT(pair.region.axes.determinant(), 0);
    const double exact = (0.5 - 0.15) * (0.6 - 0.3) * (0.45 - 0.1);
    EXPECT_NEAR(images_of(pair).volume, exact, images_of(pair).error->bound + 1e-9);
    EXPECT_LT(images_of(pair).error->bound, 1e-6) << "faces are seen from the front";
    // The overlap is a box: the block is pushed by its faces.
    const Vec3 faces(0.3 * 0.35, 0.35 * 0.35, 0.35 * 0.3);
    EXPECT_LT((turn.conjugate() * sum(gradient_of(pair, 0, a)) - faces).norm(), 1e-6);
    EXPECT_LT((sum(gradient_of(pair, 0, a)) + sum(gradient_of(pair, 1, b))).norm(), 1e-12);
  }
}

// Only the part of a face that lies within the box counts.
TEST(ViewAxes, NormalsCountAsFarAsFacesLieWithin) {
  const Surface ground = surface_of(box_between({-10, -1, -10}, {10, 0, 10}));
  const SurfacePart part = whole_surface(ground);
  const NormalMoments found = normals_within(part, {{}, {{-0.5, -0.1, -0.25}, {1, 0.2, 0.5}}});
  EXPECT_NEAR(found.area(), 1.5 * 0.75, 1e-12);
  EXPECT_NEAR(found.along(Vec3::UnitY(), Vec3::UnitY(), Vec3::UnitY(), Vec3::UnitY()), found.area(), 1e-12);
  // Of a ball around its middle a cube of the same kind keeps the same share, turned or not.
  const Surface ball = surface_of(make_sphere(1, 20480));
  EXPECT_NEAR(normals_within(whole_surface(ball), {{}, {Vec3::Constant(-2), Vec3::Zero()}}).area() * 8,
              normals_within(whole_surface(ball), {{}, {Vec3::Constant(-2), Vec3::Constant(2)}}).area(),
              0.02 * 4 * std::acos(-1.0));
}

// A pair that is turned as a whole is seen alike: the same volume, and about as many tiles. What is first
// and what is second among the axes may differ, and where lines lie at which tiles are split.
TEST(ViewAxes, TurnWithAPairThatIsTurned) {
  Dice dice(2);
  const TriangleMesh cylinder = make_cylinder(0.3, 0.8, 64), block = make_box({1, 1, 1});
  const Pose place{{0.4, 0.45, 0.1}, Quat(Eigen::AngleAxisd(0.6, Vec3(1, 2, 3).normalized()))};
  const auto detect_turned = [&](const Quat& turn) {
    return detect_once(optimised(), surface_of(block, {Vec3::Zero(), turn}),
                       surface_of(cylinder, {turn * place.position, turn * place.orientation}));
  };
  const PairContacts first = detect_turned(Quat::Identity());
  for (int i = 0; i < 10; ++i) {
    const Quat turn = dice.turn();
    const PairContacts pair = detect_turned(turn);
    EXPECT_LT(apart(turn.toRotationMatrix().transpose() * pair.region.axes, first.region.axes), 1e-6);
    EXPECT_NEAR(images_of(pair).volume, images_of(first).volume,
                images_of(pair).error->error_bar + images_of(first).error->error_bar);
    EXPECT_NEAR(static_cast<double>(images_of(pair).columns), static_cast<double>(images_of(first).columns),
                0.25 * static_cast<double>(images_of(first).columns));
  }
}

TEST(ViewAxes, AgreeWithOthersWithinBothBounds) {
  Dice dice(3);
  ContactSettings smallest = optimised();
  smallest.adaptive.directions = TileDirections::smallest;
  ContactSettings world = optimised();
  world.adaptive.directions = TileDirections::world;
  const TriangleMesh torus = make_torus(0.4, 0.15, 500), blob = make_blob({1, 0.7, 0.8}, 0.05, 6, 1, 500);
  for (int i = 0; i < 10; ++i) {
    const Surface a = surface_of(torus, {Vec3::Zero(), dice.turn()}),
                  b = surface_of(blob, {{0.35, 0.1, 0.1}, dice.turn()});
    const PairContacts turned = detect_once(optimised(), a, b);
    EXPECT_EQ(detect_once(world, a, b).region.axes, Mat3::Identity());
    for (const ContactSettings& other : {smallest, world}) {
      const PairContacts pair = detect_once(other, a, b);
      EXPECT_NEAR(images_of(turned).volume, images_of(pair).volume,
                  images_of(turned).error->bound + images_of(pair).error->bound);
      EXPECT_LT((sum(gradient_of(turned, 0, a)) - sum(gradient_of(pair, 0, a))).norm(),
                *images_of(turned).area_vector_bound + *images_of(pair).area_vector_bound);
    }
  }
}

/// A soft block that turns slowly in another.
class TurningBlock {
public:
  explicit TurningBlock(double a_step) : a_step_(a_step), method_(make_contact_method(settings_)) {}
  PairContacts at(int step, int threads = 1) {
    const Quat turn(Eigen::AngleAxisd(0.3 + a_step_ * step, Vec3(3, 1, 2).normalized()));
    auto [a, b] = soft_blocks(Quat(Eigen::AngleAxisd(0.3, Vec3(3, 1, 2).normalized())));
    b = surface_of(make_box({0.7, 0.5, 0.6}), {Vec3(0.5, 0.55, 0.4), turn}, false);
    return detect_by(*method_, settings_, a, b, threads);
  }
  ContactMethod& method() { return *method_; }

private:
  double a_step_;
  ContactSettings settings_ = optimised();
  std::unique_ptr<ContactMethod> method_;
};

// Directions stay until the energy of others is a quarter less, and do not follow each step.
TEST(ViewAxes, DoNotFlicker) {
  TurningBlock block(2e-3);
  Mat3 last = block.at(0).region.axes;
  int changes = 0;
  for (int step = 1; step < 60; ++step) {
    const Mat3 axes = block.at(step).region.axes;
    changes += axes != last;
    last = axes;
  }
  EXPECT_LE(changes, 6);
}

TEST(ViewAxes, AreRememberedAndTheSameForAnyNumberOfThreads) {
  TurningBlock block(1e-2), other(1e-2), on_three(1e-2);
  for (int step = 0; step < 5; ++step)
    expect_same(block.at(step), on_three.at(step, 3));
  std::vector<double> memory;
  block.method().save_memory(memory);
  EXPECT_FALSE(memory.empty());
  other.method().restore_memory(memory);
  std::vector<PairContacts> then;
  for (int step = 5; step < 10; ++step) {
    then.push_back(block.at(step));
    expect_same(then.back(), other.at(step));
  }
  block.method().restore_memory(memory);
  for (int step = 5; step < 10; ++step)
    expect_same(then[static_cast<std::size_t>(step - 5)], block.at(step));
}

TEST(ViewAxes, MemoryKeepsThemBitForBit) {
  ViewAxes axes;
  axes.owner = 2;
  axes.turned = true;
  axes.turn = Dice(7).turn().toRotationMatrix();
  std::vector<double> memory;
  axes.save(memory);
  ViewAxes{.owner = 1}.save(memory);
  ViewAxes first, second;
  const std::span<const double> rest = second.restore(first.restore(memory));
  EXPECT_TRUE(first == axes);
  EXPECT_TRUE(first.turned);
  EXPECT_TRUE(second == ViewAxes{.owner = 1});
  EXPECT_TRUE(rest.empty());
}

} // namespace
} // namespace lamina::test
