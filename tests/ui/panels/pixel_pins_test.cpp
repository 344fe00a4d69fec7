#include "core/contact/ldi/image_evidence.h"
#include "ui/panels/pixel_pins.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <thread>

namespace lamina {
namespace {

constexpr std::uint32_t ground = 0, plate = 1;
constexpr double side = 0.1;      ///< of a square pixel, m
constexpr double scale = 10;      ///< of the one triangle of each body, m
constexpr double rounding = 1e-5; ///< barycentric coordinates are floats: 1e-7 of ten metres, and some sums

/// A ground and a plate over it, each one large triangle in the plane y = 0 of its own frame.
Snapshot two_sheets(const Pose& of_plate = {}) {
  auto mesh = std::make_shared<PreparedMesh>();
  mesh->mesh.vertices = {{0, 0, 0}, {scale, 0, 0}, {0, 0, scale}};
  mesh->mesh.triangles = {{0, 1, 2}};
  auto infos = std::make_shared<std::vector<BodyInfo>>(2);
  (*infos)[ground].kind = BodyKind::fixed;
  for (BodyInfo& info : *infos)
    info.mesh = mesh;
  Snapshot snapshot;
  snapshot.infos = infos;
  snapshot.bodies.resize(2);
  snapshot.bodies[plate].mesh_pose = of_plate;
  snapshot.statistics.step = 1;
  PairState pair;
  pair.contacts.body = {ground, plate};
  pair.contacts.region.size = Vec3(side, side, side);
  pair.contacts.region.pixels = {1, 1, 1};
  Contact whole;
  whole.area = 1;
  pair.contacts.contacts = {whole};
  pair.pressure = {200};
  snapshot.pairs = {pair};
  return snapshot;
}

/// Adds a contact pixel at a place of the world: below the plate, above the ground.
void add_pixel(Snapshot& snapshot, const Vec3& at, int axis = 1) {
  const auto barycentric = [](const Vec3& own) {
    return std::array<float, 2>{float(own.x() / scale), float(own.z() / scale)};
  };
  ContactPixelPair pixel{};
  pixel.lower = at;
  pixel.length = 0.002;
  pixel.weight = 0.25;
  pixel.axis = std::uint8_t(axis);
  pixel.body = {1, 0};
  pixel.barycentric = {barycentric(snapshot.bodies[plate].mesh_pose.to_local(at)), barycentric(at)};
  snapshot.pairs[0].contacts.evidence.add<ImageEvidence>().pixels.push_back(pixel);
}

Snapshot one_pixel(const Vec3& at, const Pose& of_plate = {}, int axis = 1) {
  Snapshot snapshot = two_sheets(of_plate);
  add_pixel(snapshot, at, axis);
  return snapshot;
}

Pose turned(double degrees, const Vec3& shift) {
  return {shift, Quat(Eigen::AngleAxisd(degrees * M_PI / 180, Vec3::UnitY()))};
}

const Vec3 place(3, 0, 2);
constexpr PixelReference on_plate{0, 0, 0}, on_ground{0, 0, 1};

TEST(PixelPin, FollowsItsPointOfABodyThatMovesAndTurns) {
  const PixelPin pin = pin_pixel(one_pixel(place), on_plate).value();
  EXPECT_EQ(pin.followed, plate);
  const Pose pose = turned(25, {1, 0, 0.3});
  Snapshot later = two_sheets(pose);
  // A grid of pixels that knows nothing of the body's motion: the point lies between them.
  Vec3 nearest = Vec3::Constant(1e9);
  for (int i = 0; i < 70; ++i)
    for (int k = 0; k < 40; ++k) {
      const Vec3 centre(i * side, 0, k * side);
      add_pixel(later, centre);
      if ((centre - pose * place).norm() < (nearest - pose * place).norm())
        nearest = centre;
    }
  EXPECT_LT((pinned_point(later, pin).value() - pose * place).norm(), rounding);
  const PixelReference found = find_pinned(later, pin).value();
  EXPECT_EQ(found.end, 0) << "the end on the plate";
  EXPECT_EQ(find_pixel(later, found)->lower, nearest);
}

TEST(PixelPin, IsNotInContactWhereTheNearestPixelIsFartherThanADiagonal) {
  const PixelPin pin = pin_pixel(one_pixel(place), on_plate).value();
  const double diagonal = std::sqrt(2.0) * side;
  const Vec3 aside(0.6, 0, -0.8);
  EXPECT_TRUE(find_pinned(one_pixel(place + 0.99 * diagonal * aside), pin));
  EXPECT_FALSE(find_pinned(one_pixel(place + 1.01 * diagonal * aside), pin));
  EXPECT_FALSE(find_pinned(two_sheets(), pin));
}

TEST(PixelPin, StaysInItsDirectionAndItsPair) {
  const PixelPin pin = pin_pixel(one_pixel(place), on_plate).value();
  Snapshot later = one_pixel(place, {}, 0); // nearer, but seen along x
  add_pixel(later, place + Vec3(0.5 * side, 0, 0));
  EXPECT_EQ(find_pinned(later, pin), (PixelReference{0, 1, 0}));
  later.pairs.push_back(later.pairs[0]);
  later.pairs[0].contacts.body = {plate, plate};
  EXPECT_EQ(find_pinned(later, pin), (PixelReference{1, 1, 0}));
}

TEST(PixelPin, KeepsItsDirectionWhenTheRegionIsTurnedToOtherAxes) {
  const PixelPin pin = pin_pixel(one_pixel(place), on_plate).value();
  // The same directions under other numbers, and backwards: y is the third one now.
  Snapshot later = two_sheets();
  later.pairs[0].contacts.region.axes << 0, 1, 0, 0, 0, -1, -1, 0, 0;
  add_pixel(later, place, 1);
  EXPECT_FALSE(find_pinned(later, pin));
  add_pixel(later, place, 2);
  EXPECT_EQ(find_pinned(later, pin), (PixelReference{0, 1, 0}));
  // A body that lies on its side takes its directions along.
  const Pose aside{Vec3::Zero(), Quat(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitZ()))};
  EXPECT_FALSE(find_pinned(one_pixel(aside * place, aside, 1), pin));
  EXPECT_TRUE(find_pinned(one_pixel(aside * place, aside, 0), pin));
}

TEST(PixelPin, FollowsTheBodyPointedAtUnlessOnlyTheOtherMoves) {
  Snapshot snapshot = one_pixel(place);
  EXPECT_EQ(pin_pixel(snapshot, on_ground)->followed, plate);
  auto infos = std::make_shared<std::vector<BodyInfo>>(*snapshot.infos);
  (*infos)[ground].kind = BodyKind::rigid;
  snapshot.infos = infos;
  EXPECT_EQ(pin_pixel(snapshot, on_ground)->followed, ground);
  EXPECT_EQ(pin_pixel(snapshot, on_plate)->followed, plate);
}

TEST(PixelPin, FollowsASkinThatDeforms) {
  Snapshot snapshot = one_pixel(place);
  const PixelPin pin = pin_pixel(snapshot, on_plate).value();
  std::vector<Vec3> stretched = (*snapshot.infos)[plate].mesh->mesh.vertices;
  for (Vec3& vertex : stretched)
    vertex = 2 * vertex + Vec3(0, 1, 0);
  snapshot.bodies[plate].positions = std::make_shared<const std::vector<Vec3>>(stretched);
  EXPECT_LT((pinned_point(snapshot, pin).value() - (2 * place + Vec3(0, 1, 0))).norm(), 2 * rounding);
  EXPECT_EQ(find_pinned(snapshot, pin), on_plate);
}

TEST(PixelPin, WhatIsNotThereCannotBePinnedNorFound) {
  Snapshot snapshot = one_pixel(place);
  const PixelPin pin = pin_pixel(snapshot, on_plate).value();
  EXPECT_FALSE(pin_pixel(snapshot, {0, 1, 0}));
  EXPECT_FALSE(pin_pixel(snapshot, {1, 0, 0}));
  EXPECT_FALSE(find_pinned(Snapshot(), pin));
  EXPECT_FALSE(pinned_point(Snapshot(), pin));
  snapshot.pairs[0].contacts.evidence.add<ImageEvidence>().pixels[0].triangle = {7, 7};
  EXPECT_FALSE(pin_pixel(snapshot, on_plate));
  EXPECT_FALSE(find_pinned(snapshot, pin));
}

/// The snapshot as of a step; with the pixel deeper by a micrometre a step.
Snapshot at_step(std::uint64_t step) {
  Snapshot snapshot = one_pixel(place);
  snapshot.statistics.step = step;
  snapshot.pairs[0].contacts.evidence.add<ImageEvidence>().pixels[0].length = 0.002 + 1e-6 * double(step);
  return snapshot;
}

std::vector<std::uint64_t> numbers_of(const std::vector<PinStep>& steps) {
  std::vector<std::uint64_t> numbers;
  for (const PinStep& step : steps)
    numbers.push_back(step.step);
  return numbers;
}
using Numbers = std::vector<std::uint64_t>;

TEST(PixelPins, NoteDepthPressureAndShareOfEachStep) {
  PixelPins pins;
  ASSERT_TRUE(pins.pin(at_step(4), on_plate));
  pins.add(at_step(5));
  pins.add(at_step(5));
  const std::vector<PinStep> steps = pins.steps(0);
  EXPECT_EQ(numbers_of(steps), (Numbers{4, 5}));
  EXPECT_DOUBLE_EQ(steps[1].reading->depth_m, 0.002005);
  EXPECT_DOUBLE_EQ(steps[1].reading->pressure_Pa, 200);
  EXPECT_DOUBLE_EQ(steps[1].reading->share, 0.25); // of the area of 1 m² under one pressure
}

TEST(PixelPins, HaveAGapWhereThereIsNoContact) {
  PixelPins pins;
  pins.pin(at_step(1), on_plate);
  Snapshot apart = at_step(2);
  apart.pairs.clear();
  pins.add(apart);
  pins.add(at_step(3));
  const std::vector<PinStep> steps = pins.steps(0);
  ASSERT_EQ(numbers_of(steps), (Numbers{1, 2, 3}));
  EXPECT_FALSE(steps[1].reading);
  EXPECT_TRUE(steps[2].reading);
}

TEST(PixelPins, ForgetWhatWasGoneBackBehindAndAllOfItAtAReset) {
  PixelPins pins;
  pins.pin(at_step(1), on_plate);
  for (std::uint64_t step = 2; step <= 6; ++step)
    pins.add(at_step(step));
  pins.add(at_step(3));
  EXPECT_EQ(numbers_of(pins.steps(0)), (Numbers{1, 2, 3}));
  pins.add(at_step(4));
  EXPECT_EQ(numbers_of(pins.steps(0)), (Numbers{1, 2, 3, 4}));
  pins.add(at_step(0));
  EXPECT_TRUE(pins.steps(0).empty());
  EXPECT_EQ(pins.pins().size(), 1u) << "the pin itself stays";
}

TEST(PixelPins, KeepTheLastStepsOnly) {
  PixelPins pins;
  pins.pin(at_step(1), on_plate);
  for (std::uint64_t step = 2; step <= PixelPins::capacity + 10; ++step)
    pins.add(at_step(step));
  const std::vector<PinStep> steps = pins.steps(0);
  ASSERT_EQ(steps.size(), PixelPins::capacity);
  EXPECT_EQ(steps.front().step, 11u);
}

TEST(PixelPins, TakeTheLowestFreeNumberAndNoMoreThanThereAre) {
  PixelPins pins;
  for (std::size_t i = 0; i < PixelPins::most; ++i)
    EXPECT_TRUE(pins.pin(at_step(1), on_plate));
  EXPECT_FALSE(pins.pin(at_step(1), on_plate));
  pins.add(at_step(2));
  pins.unpin(1);
  EXPECT_TRUE(pins.steps(1).empty());
  EXPECT_TRUE(pins.pin(at_step(3), on_plate));
  EXPECT_EQ(pins.pins().back().number, 1u);
  EXPECT_EQ(numbers_of(pins.steps(1)), (Numbers{3})) << "nothing of the pin that had the number before";
  pins.clear();
  EXPECT_TRUE(pins.empty());
}

TEST(PixelPins, AreForgottenWithTheScene) {
  PixelPins pins;
  pins.add(at_step(1));
  pins.pin(at_step(1), on_plate);
  Snapshot other = at_step(2);
  other.scene_revision = 1;
  pins.add(other);
  EXPECT_TRUE(pins.empty());
  EXPECT_FALSE(pins.pin(at_step(1), on_plate)) << "of the scene that is gone";
  EXPECT_TRUE(pins.pin(other, on_plate));
}

TEST(PixelPins, MayBePinnedAndReadWhileStepsComeIn) {
  PixelPins pins;
  std::thread writer([&] {
    for (std::uint64_t step = 1; step <= 1000; ++step)
      pins.add(at_step(step));
  });
  for (int i = 0; i < 200; ++i) {
    pins.pin(at_step(1), on_plate);
    for (const NumberedPin& pin : pins.pins())
      for (const PinStep& step : pins.steps(pin.number))
        EXPECT_TRUE(step.reading);
    pins.unpin(std::size_t(i) % PixelPins::most);
  }
  writer.join();
}

} // namespace
} // namespace lamina
