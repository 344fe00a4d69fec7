#include "core/contact/ldi/device/device_method.h"
#include "core/contact/ldi/device/host_device.h"
#include "core/contact/ldi/ldi.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/same_contacts.h"
#include "tests/gpu/devices.h"
#include "tests/support/sanitized.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina::test {
namespace {

Settings in_patches(Settings settings) {
  settings.response.law = ContactLaw::patches;
  return settings;
}

/// So many little boxes along each axis of a grid, one apart, each a third as long.
TriangleMesh grains(int along) {
  const TriangleMesh grain = make_box(Vec3::Constant(1.0 / 3));
  const std::uint32_t corners = static_cast<std::uint32_t>(grain.vertices.size());
  TriangleMesh all;
  for (int i = 0; i < along * along * along; ++i) {
    const Vec3 at(i % along, i / along % along, i / (along * along));
    const std::uint32_t first = static_cast<std::uint32_t>(i) * corners;
    for (const Vec3& vertex : grain.vertices)
      all.vertices.push_back(vertex + at);
    for (const Triangle& t : grain.triangles)
      all.triangles.push_back({first + t[0], first + t[1], first + t[2]});
  }
  return all;
}

/// Slabs that cut all of them in half.
TriangleMesh slabs(int along) {
  std::vector<TriangleMesh> all;
  for (int k = 0; k < along; ++k)
    all.push_back(box_between({-1, -1, 1.0 * k}, {1.0 * along, 1.0 * along, k + 0.5}));
  return together(all);
}

/// Little boxes and needles strewn about, some of which meet.
TriangleMesh strewn(Dice& dice, int pieces, double size) {
  std::vector<TriangleMesh> all;
  for (int i = 0; i < pieces; ++i) {
    const Vec3 low = dice.vector(1);
    Vec3 side;
    for (int k = 0; k < 3; ++k)
      side[k] = dice.within(0.01, i % 5 == k ? 12 : 1) * size;
    all.push_back(box_between(low, low + side));
  }
  return together(all);
}

class PatchesOnDevice : public OnDevice {};

TEST_P(PatchesOnDevice, ThatAreStrewnAboutAreThoseOfTheReferenceStages) {
  Dice dice(41);
  const Surface within = surface_of(make_sphere(1.1, 900), {Vec3::Zero(), dice.turn()}),
                slab = surface_of(make_box({3, 0.7, 3}), {{0, 0.1, 0}, dice.turn()}, false);
  std::size_t most = 0;
  for (int round = 0; round < 12; round += test::sanitized ? 5 : 1) {
    const Surface pieces = surface_of(strewn(dice, 20 + 10 * round, 0.05), {Vec3::Zero(), dice.turn()});
    Settings settings = in_patches(round % 2 ? whole_pair(9 + 8 * round) : as_in_f08(9 + 8 * round));
    SCOPED_TRACE(round);
    for (const PairContacts& found :
         expect_same_as_reference({within, pieces, slab}, {{0, 1}, {1, 2, round % 3 == 0}, {0, 2}}, settings))
      most = std::max(most, found.contacts.size());
  }
  EXPECT_GT(most, 10u);
}

TEST_P(PatchesOnDevice, ThatWindAboutAreJoinedFromEndToEnd) {
  // A comb of plates, joined at one side and the other in turn: its columns know of one another only in the
  // end.
  std::vector<TriangleMesh> plates;
  for (int k = 0; k < 12; ++k) {
    plates.push_back(box_between({0, 0.2 * k, 0}, {2, 0.2 * k + 0.1, 1}));
    const double x = k % 2 ? 0 : 1.9;
    plates.push_back(box_between({x, 0.2 * k + 0.05, 0}, {x + 0.1, 0.2 * k + 0.25, 1}));
  }
  const Surface comb = surface_of(together(plates)),
                box = surface_of(box_between({-0.5, 0.03, 0.1}, {2.5, 2.26, 0.9}));
  for (const int resolution : {40, 90}) {
    if (test::sanitized && resolution == 90)
      continue;
    const std::vector<PairContacts> found =
        expect_same_as_reference({comb, box}, {{0, 1}}, in_patches(whole_pair(resolution)));
    EXPECT_EQ(found[0].contacts.size(), 1u);
  }
}

TEST_P(PatchesOnDevice, OfRigidBodiesMoveThemAsTheyDoInCore) {
  Dice dice(42);
  const std::vector<Surface> surfaces = {
      surface_of(strewn(dice, 60, 0.06)), surface_of(make_sphere(0.9, 700), {{0.1, 0.05, 0.02}, dice.turn()}),
      surface_of(make_box({1.5, 1.2, 0.3}), {{0.1, -0.2, 0.1}, dice.turn()})};
  for (const FrictionLaw friction : {FrictionLaw::coulomb, FrictionLaw::axis, FrictionLaw::none}) {
    Settings settings = in_patches(whole_pair(40));
    settings.friction.law = friction;
    expect_same_as_reference(surfaces, {{0, 1, false, true}, {0, 2, true, true}, {1, 2, false, false}},
                             settings);
  }
  EXPECT_GT(contacts_, 10u);
}

TEST_P(PatchesOnDevice, MayBeManyTimesAsManyAsInTheLastStep) {
  for (const int along : {1, 9, 2, 1, 12}) {
    const std::vector<PairContacts> found = expect_same_as_reference(
        {surface_of(grains(along)), surface_of(slabs(along))}, {{0, 1}}, in_patches(whole_pair(6 * along)));
    EXPECT_EQ(found[0].contacts.size(), static_cast<std::size_t>(along * along * along));
  }
}

TEST_P(PatchesOnDevice, AreTheSameInEachRepeatOfAStep) {
  Dice dice(43);
  const std::vector<Surface> surfaces = {surface_of(strewn(dice, 200, 0.05)),
                                         surface_of(make_sphere(0.9, 700), {Vec3::Zero(), dice.turn()})};
  const Settings settings = in_patches(whole_pair(64));
  const std::vector<PairContacts> first = detect_all(*method_, surfaces, {{0, 1}}, settings);
  for (int repeat = 0; repeat < 4; ++repeat)
    expect_same(detect_all(*method_, surfaces, {{0, 1}}, settings)[0], first[0]);
}

INSTANTIATE_TEST_SUITE_P(All, PatchesOnDevice, testing::ValuesIn(device_cases()),
                         [](const auto& device) { return device.param.name; });

TEST(PatchesOnTheHost, MoreThanCanBeNumberedCountAsTheLast) {
  const std::vector<Surface> surfaces = {surface_of(grains(41)), surface_of(slabs(41))};
  Settings settings = in_patches(whole_pair(200));
  settings.contact.ldi.crossing_limit = 1000;
  const PairContacts wanted = detect_all(*make_ldi_cpu(), surfaces, {{0, 1}}, settings)[0];
  ASSERT_GT(wanted.contacts.size(), 65'000u);
  EXPECT_EQ(wanted.contacts.back().cell, 65'534);
  EXPECT_GT(wanted.contacts.back().measure, 1000 * wanted.contacts.front().measure);
  const auto method = ldi::make_device_method(ldi::make_host_device());
  expect_same(detect_all(*method, surfaces, {{0, 1}}, settings)[0], wanted);
  EXPECT_FALSE(method->fallback());
}

} // namespace
} // namespace lamina::test
