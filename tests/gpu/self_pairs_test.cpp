#include "core/contact/ldi/device/device_method.h"
#include "core/contact/ldi/device/host_device.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/contact/ldi/ldi.h"
#include "core/contact/self_offset.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/same_contacts.h"
#include "tests/gpu/devices.h"
#include "tests/support/sanitized.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace lamina::test {
namespace {

constexpr SelfLaw self_laws[] = {SelfLaw::f08, SelfLaw::mean_depth, SelfLaw::patches};

Settings under(SelfLaw law, Settings settings) {
  settings.response.self_law = law;
  return settings;
}

/// Three spheres that overlap, all of them in one place, and one that is turned inside out.
TriangleMesh cluster() {
  return together({make_sphere(0.5, 320), shifted(make_sphere(0.45, 320), {0.4, 0.1, 0.05}),
                   shifted(make_sphere(0.4, 320), {0.15, 0.35, 0.1}),
                   shifted(inside_out(make_sphere(0.2, 80)), {-1, 0.3, 0.2})});
}

/// So many boxes, each within the last.
TriangleMesh nest(int boxes) {
  std::vector<TriangleMesh> nested;
  for (int k = 0; k < boxes; ++k)
    nested.push_back(make_box(Vec3::Constant(1 - 0.6 * k / boxes)));
  return together(nested);
}

/// Boxes with corners on whole numbers, so that faces coincide; some of them inside out.
TriangleMesh heap(Dice& dice, int boxes) {
  std::vector<TriangleMesh> all;
  for (int i = 0; i < boxes; ++i) {
    Vec3 low, high;
    for (int k = 0; k < 3; ++k) {
      low[k] = std::round(dice.within(-3, 1));
      high[k] = low[k] + std::round(dice.within(1, 3));
    }
    all.push_back(i % 4 == 3 ? inside_out(box_between(low, high)) : box_between(low, high));
  }
  return together(all);
}

class SelfPairsOnDevice : public OnDevice {};

TEST_P(SelfPairsOnDevice, BodiesWithThemselvesAmongOthersAreWhatTheReferenceStagesFind) {
  Dice dice(31);
  std::vector<Surface> surfaces = {
      surface_of(cluster(), {Vec3::Zero(), dice.turn()}, false),
      surface_of(together({make_torus(0.5, 0.2, 900), make_sphere(0.4, 500)}), {{0.3, 0.1, 0}, dice.turn()}),
      surface_of(make_sphere(0.5, 500), {{0.4, 0.3, 0.2}, dice.turn()}),
      surface_of(make_box({3, 3, 0.3}), {{0, 0, -0.3}, Quat::Identity()})};
  const std::vector<BodyPair> pairs = {
      {0, 0},        {0, 1}, {1, 1, false},       {0, 2, false}, {1, 2, true, true},
      {1, 3, false}, {2, 2}, {2, 3, false, true}, {0, 3}};
  for (const SelfLaw self_law : self_laws)
    for (const ContactLaw law :
         {ContactLaw::cells, ContactLaw::f08, ContactLaw::patches, ContactLaw::mean_depth})
      for (const int resolution : {7, test::sanitized ? 20 : 40}) {
        Settings settings = under(self_law, whole_pair(resolution));
        settings.response.law = law;
        settings.friction.law = FrictionLaw::coulomb;
        SCOPED_TRACE(testing::Message() << static_cast<int>(self_law) << " " << static_cast<int>(law));
        expect_same_as_reference(surfaces, pairs, settings);
      }
  EXPECT_GT(contacts_, 100u);
}

TEST_P(SelfPairsOnDevice, DeepNestsHaveEveryPairOfTheirSheets) {
  for (const SelfLaw law : self_laws) {
    const std::vector<PairContacts> found = expect_same_as_reference(
        {surface_of(nest(7), {Vec3::Zero(), Dice(32).turn()})}, {{0, 0}}, under(law, whole_pair(48)));
    std::uint16_t most = 0;
    for (const ContactPixelPair& pixel : images_of(found[0]).pixels)
      most = std::max(most, pixel.multiplicity);
    EXPECT_EQ(most, 6);
  }
}

TEST_P(SelfPairsOnDevice, SheetsThatCoincideCountByWhatTheyDoTogether) {
  Dice dice(33);
  for (int round = 0; round < 12; ++round) {
    Settings settings = under(self_laws[round % 3], as_in_f08(12));
    settings.contact.ldi.rows = round % 2 ? RowChoice::staggered : RowChoice::unstaggered;
    SCOPED_TRACE(round);
    expect_same_as_reference({surface_of(heap(dice, 6), {}, false), surface_of(heap(dice, 9), {}, false)},
                             {{0, 0}, {0, 1}, {1, 1}}, settings);
  }
  EXPECT_GT(contacts_, 12u);
}

TEST_P(SelfPairsOnDevice, WhereverTheWindingNumberBegins) {
  Surface within = surface_of(inside_out(nest(4))), twice = surface_of(inside_out(nest(5)));
  within.winding_at_infinity = 1;
  twice.winding_at_infinity = 2;
  for (const SelfLaw law : self_laws)
    expect_same_as_reference({within, twice, surface_of(inside_out(cluster()))}, {{0, 0}, {1, 1}, {2, 2}},
                             under(law, whole_pair(24)));
  EXPECT_GT(contacts_, 3u);
}

TEST_P(SelfPairsOnDevice, WhatOverlapsAtRestIsLeftOut) {
  const TriangleMesh box = make_box({1, 1, 1}, 1200);
  const auto lobes = [&](double apart) { return together({box, shifted(box, {apart, 0.03, 0.02})}); };
  Surface deeper = surface_of(lobes(0.7)),
          turned = surface_of(lobes(0.8), {{2, 0, 0}, Dice(34).turn()}, false);
  deeper.self_offset = turned.self_offset = rest_overlap(surface_of(lobes(0.9)));
  ASSERT_NE(deeper.self_offset, nullptr);
  const Surface bare = surface_of(lobes(0.7), {{0, 3, 0}, Quat::Identity()});
  for (const SelfLaw law : self_laws) {
    const Settings settings = under(law, whole_pair(40));
    const std::vector<PairContacts> found =
        expect_same_as_reference({bare, deeper, turned}, {{0, 0}, {1, 1}, {2, 2}}, settings);
    EXPECT_LT(images_of(found[1]).volume, 0.8 * images_of(found[0]).volume);
    EXPECT_LT(0, images_of(found[1]).volume);
    // Other offsets on the same surfaces, none at all, and the same ones again.
    Surface less = deeper;
    std::vector<float> halves = *deeper.self_offset;
    for (std::size_t v = 0; v < halves.size(); v += 2)
      halves[v] *= -0.5f;
    less.self_offset = std::make_shared<const std::vector<float>>(halves);
    expect_same_as_reference({bare, less, turned}, {{0, 0}, {1, 1}, {2, 2}}, settings);
    expect_same_as_reference({bare}, {{0, 0}}, settings);
    expect_same_as_reference({deeper, turned}, {{0, 0}, {1, 1}}, settings);
  }
}

TEST_P(SelfPairsOnDevice, ColumnsThatCannotBeTrustedAreDropped) {
  TriangleMesh half = cluster();
  std::erase_if(half.triangles, [&](const Triangle& t) { return half.vertices[t[0]].x() < -0.1; });
  Settings settings = under(SelfLaw::f08, whole_pair(32));
  expect_same_as_reference({surface_of(half)}, {{0, 0}}, settings);
  for (const int limit : {13, 12, 2}) {
    settings.contact.ldi.crossing_limit = limit;
    expect_same_as_reference({surface_of(nest(7))}, {{0, 0}}, settings);
  }
}

TEST_P(SelfPairsOnDevice, UnderTheLawNoneThereIsNothing) {
  const std::vector<Surface> surfaces = {surface_of(cluster()),
                                         surface_of(make_box({1, 1, 1}), {{0.4, 0, 0}, Quat::Identity()})};
  const std::vector<PairContacts> found =
      expect_same_as_reference(surfaces, {{0, 0}, {0, 1}}, under(SelfLaw::none, whole_pair(16)));
  EXPECT_TRUE(images_of(found[0]).pixels.empty());
  EXPECT_FALSE(found[1].contacts.empty());
  // A pair of two in its place afterwards, and the other way round.
  expect_same_as_reference(surfaces, {{0, 1}}, under(SelfLaw::f08, whole_pair(16)));
  expect_same_as_reference(surfaces, {{0, 0}}, under(SelfLaw::f08, whole_pair(16)));
  expect_same_as_reference(surfaces, {{0, 1}, {0, 0}}, under(SelfLaw::f08, whole_pair(16)));
}

TEST_P(SelfPairsOnDevice, EachRepeatOfAStepGivesTheSameBits) {
  Dice dice(35);
  std::vector<Surface> surfaces = {surface_of(cluster(), {Vec3::Zero(), dice.turn()}, false),
                                   surface_of(nest(5), {{0.5, 0, 0}, dice.turn()})};
  for (const SelfLaw law : {SelfLaw::f08, SelfLaw::patches}) {
    const auto detect = [&] {
      return detect_all(*method_, surfaces, {{0, 0}, {0, 1}, {1, 1}}, under(law, whole_pair(64)));
    };
    const std::vector<PairContacts> first = detect();
    for (int repeat = 0; repeat < 3; ++repeat) {
      const std::vector<PairContacts> again = detect();
      for (std::size_t i = 0; i < first.size(); ++i)
        expect_same(again[i], first[i]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, SelfPairsOnDevice, testing::ValuesIn(device_cases()),
                         [](const auto& device) { return device.param.name; });

TEST(SelfPairsOnAFailingDevice, AreFoundByTheProcessor) {
  const std::vector<Surface> surfaces = {surface_of(cluster()),
                                         surface_of(make_box({1, 1, 1}), {{0.4, 0, 0}, Quat::Identity()})};
  const Settings settings = under(SelfLaw::patches, whole_pair(16));
  const std::vector<BodyPair> pairs = {{0, 0}, {0, 1}};
  const std::vector<PairContacts> wanted = detect_all(*make_ldi_reference(), surfaces, pairs, settings);
  // A step of thirty, and the beginning of another.
  for (std::uint64_t launch = 1; launch <= 34; ++launch) {
    ldi::HostSettings failing;
    failing.failing_launch = launch;
    const auto method = ldi::make_device_method(ldi::make_host_device(failing));
    for (int step = 0; step < 3; ++step) {
      const std::vector<PairContacts> found = detect_all(*method, surfaces, pairs, settings);
      for (std::size_t i = 0; i < pairs.size(); ++i)
        expect_same(found[i], wanted[i]);
    }
    ASSERT_TRUE(method->fallback());
    EXPECT_THAT(method->fallback()->reason, testing::HasSubstr("a launch failed"));
  }
}

} // namespace
} // namespace lamina::test
