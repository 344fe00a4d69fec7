#include "core/contact/ldi/device/device_method.h"
#include "core/contact/ldi/device/host_device.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/contact/ldi/ldi.h"
#include "core/mesh/procedural.h"
#include "core/response/detection_request.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/same_contacts.h"
#include "tests/gpu/devices.h"
#include "tests/support/sanitized.h"

#include <gtest/gtest.h>

#include <utility>

namespace lamina::test {
namespace {

class RigidPairsOnDevice : public OnDevice {};

std::vector<Surface> four_bodies(unsigned seed) {
  Dice dice(seed);
  return {surface_of(make_torus(0.5, 0.2, 900)),
          surface_of(make_sphere(0.5, 700), {{0.3, 0.05, 0.02}, dice.turn()}),
          surface_of(make_box({0.9, 0.7, 0.08}), {{0.1, -0.2, 0.1}, dice.turn()}),
          surface_of(make_box({4, 4, 4}), {{0, 0, 1.9}, dice.turn()})};
}

/// All pairs of these, with what `choose` wants of the k-th.
template <class Choose>
std::vector<BodyPair> pairs_of_four(const Choose& choose) {
  std::vector<BodyPair> pairs = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  for (std::size_t k = 0; k < pairs.size(); ++k)
    choose(k, pairs[k]);
  return pairs;
}

std::vector<BodyPair> rigid_pairs(bool looked_at) {
  return pairs_of_four([&](std::size_t, BodyPair& pair) {
    pair.rigid = true;
    pair.pixels = looked_at;
  });
}

constexpr ContactLaw all_laws[] = {ContactLaw::cells, ContactLaw::f08, ContactLaw::mean_depth,
                                   ContactLaw::patches};

TEST_P(RigidPairsOnDevice, GradientsAndFrictionOfEveryLawAreThoseOfTheReferenceStages) {
  for (const ContactLaw law : all_laws)
    for (const FrictionLaw friction :
         {FrictionLaw::none, FrictionLaw::viscous, FrictionLaw::coulomb, FrictionLaw::axis}) {
      Settings settings = whole_pair(friction == FrictionLaw::coulomb ? 33 : 12);
      settings.response.law = law;
      settings.friction.law = friction;
      const bool sampled = detection_request(settings).friction != FrictionSampling::none;
      const std::vector<PairContacts> found =
          expect_same_as_reference(four_bodies(31), rigid_pairs(false), settings);
      for (const PairContacts& pair : found) {
        EXPECT_EQ(pair.rigid.size(), pair.contacts.size());
        EXPECT_EQ(pair.friction.groups().empty(), !sampled || images_of(pair).intervals == 0);
        EXPECT_TRUE(images_of(pair).pixels.empty() && pair.gradient.empty());
      }
    }
  EXPECT_GT(contacts_, 200u);
}

TEST_P(RigidPairsOnDevice, CellsOfAnySizeHaveTheMomentsOfTheReferenceStages) {
  for (const int cells : {1, 2, 4, 32})
    for (const RowChoice rows : {RowChoice::staggered, RowChoice::unstaggered}) {
      Settings settings = whole_pair(test::sanitized ? 16 : 40);
      settings.response.law = ContactLaw::cells;
      settings.response.cells = cells;
      settings.contact.ldi.rows = rows;
      expect_same_as_reference(four_bodies(32), rigid_pairs(false), settings);
      expect_same_as_reference(four_bodies(32), rigid_pairs(true), settings);
    }
  EXPECT_GT(contacts_, 200u);
}

TEST_P(RigidPairsOnDevice, InOneBatchEachPairHasWhatIsWantedOfIt) {
  for (const ContactLaw law : all_laws)
    for (unsigned round = 0; round < 4; ++round) {
      Settings settings = whole_pair(20);
      settings.response.law = law;
      settings.friction.law = round % 2 ? FrictionLaw::axis : FrictionLaw::coulomb;
      const std::vector<BodyPair> pairs = pairs_of_four([&](std::size_t k, BodyPair& pair) {
        pair.pixels = (k + round) % 4 < 2;
        pair.rigid = (k + round) % 2 == 0;
      });
      SCOPED_TRACE(round);
      expect_same_as_reference(four_bodies(33), pairs, settings);
    }
  EXPECT_GT(contacts_, 200u);
}

TEST_P(RigidPairsOnDevice, WhoeverBeginsOrCeasesToLookFindsTheSame) {
  Settings settings = whole_pair(48);
  settings.response.law = ContactLaw::cells;
  for (const bool looked_at : {false, true, false, false, true})
    expect_same_as_reference(four_bodies(34), rigid_pairs(looked_at), settings);
  EXPECT_GT(contacts_, 200u);
}

TEST_P(RigidPairsOnDevice, OneWithinTheOtherRubsAndTurnsAsTheReferenceStagesSay) {
  const Surface inner = surface_of(make_sphere(0.2, 500), {{0.1, 0, 0}, Dice(23).turn()}),
                outer = surface_of(make_box({1, 1, 1}), {Vec3::Zero(), Dice(24).turn()}),
                far_away = surface_of(make_torus(0.5, 0.2, 300), {{0.45, 0.45, 0.95}, Quat::Identity()});
  for (const ContactLaw law : {ContactLaw::f08, ContactLaw::cells}) {
    Settings settings = whole_pair(24);
    settings.response.law = law;
    expect_same_as_reference({inner, outer, far_away}, {{0, 1, false, true}, {0, 2, false, true}}, settings);
    expect_same_as_reference({outer, inner}, {{0, 1, false, true}}, settings);
  }
  // F08's law has contacts without area too.
  EXPECT_EQ(contacts_, 2u);
}

INSTANTIATE_TEST_SUITE_P(All, RigidPairsOnDevice, testing::ValuesIn(device_cases()),
                         [](const auto& device) { return device.param.name; });

/// What comes back from a device of host threads that knows about how much there is.
struct Traffic {
  std::uint64_t received = 0, waits = 0;
  std::unique_ptr<ContactMethod> method;

  Traffic() {
    ldi::HostSettings settings;
    settings.received = &received;
    settings.waits = &waits;
    method = ldi::make_device_method(ldi::make_host_device(settings));
  }
  /// Bytes of one step.
  std::uint64_t of_step(const std::vector<Surface>& surfaces, const std::vector<BodyPair>& pairs,
                        const Settings& wanted) {
    detect_all(*method, surfaces, pairs, wanted);
    received = waits = 0;
    detect_all(*method, surfaces, pairs, wanted);
    return received;
  }
};

/// A sphere of many vertices, deep in a box.
std::vector<Surface> sphere_and_box() {
  return {surface_of(make_sphere(0.5, 20'000)),
          surface_of(make_box({1, 1, 1}), {{0.3, 0, 0}, Quat::Identity()})};
}

TEST(HostTraffic, RigidBodiesNeedAThirdOfTheBytesWhileNobodyLooks) {
  Traffic traffic;
  Settings settings = whole_pair(128);
  settings.response.law = ContactLaw::cells;
  const std::uint64_t looked_at = traffic.of_step(sphere_and_box(), {{0, 1, true, true}}, settings),
                      not_looked_at = traffic.of_step(sphere_and_box(), {{0, 1, false, true}}, settings);
  // Of an interval 36 bytes rather than 112, and no vertices.
  EXPECT_LT(3 * not_looked_at, looked_at);
}

TEST(HostTraffic, WithoutFrictionNothingComesBackOfTheirPixels) {
  Traffic traffic;
  Settings settings = whole_pair(128);
  settings.friction.law = FrictionLaw::none;
  // Sums, moments, numbers, and room for some columns that cannot be trusted.
  EXPECT_LT(traffic.of_step(sphere_and_box(), {{0, 1, false, true}}, settings), 4000u);
}

TEST(HostTraffic, OfABatchOnlyThePairsThatAreLookedAtSendTheirPixels) {
  Traffic traffic;
  std::vector<Surface> surfaces = sphere_and_box();
  std::vector<BodyPair> pairs = {{0, 1, true, true}};
  Settings settings = whole_pair(128);
  settings.friction.law = FrictionLaw::none;
  const std::uint64_t one = traffic.of_step(surfaces, pairs, settings);
  for (std::uint32_t more = 2; more < 10; ++more) {
    surfaces.push_back(surface_of(make_box({1, 1, 1}), {{0, 0.2, -0.1 * more}, Quat::Identity()}));
    pairs.insert(pairs.begin(), BodyPair{0, more, false, true});
  }
  EXPECT_LT(traffic.of_step(surfaces, pairs, settings), one + one / 100);
}

TEST(HostTraffic, PixelsThatThereWasNoRoomForComeInASecondGo) {
  Traffic traffic;
  // Hundreds of pixels of the boxes, whose gradients are small, and some of a ball that lies at one of them.
  const std::vector<Surface> surfaces = {
      surface_of(make_box({1, 1, 1})), surface_of(make_box({1, 1, 1}), {{0.3, 0, 0}, Quat::Identity()}),
      surface_of(make_sphere(0.1, 100), {{-0.58, 0, 0}, Quat::Identity()})};
  Settings settings = whole_pair(24);
  settings.contact.ldi.resolution_mode = ResolutionMode::pixel_size;
  settings.contact.ldi.pixel_size = 0.07;
  const std::vector<BodyPair> all = {{0, 1, true, true}, {0, 2, true, true}},
                              few = {{0, 1, false, true}, {0, 2, true, true}};
  detect_all(*traffic.method, surfaces, all, settings);
  for (int step = 0; step < 60; ++step)
    detect_all(*traffic.method, surfaces, few, settings);
  traffic.waits = 0;
  const std::vector<PairContacts> found = detect_all(*traffic.method, surfaces, all, settings);
  EXPECT_EQ(traffic.waits, 2u);
  EXPECT_GT(images_of(found[0]).pixels.size(), 4 * images_of(found[1]).pixels.size());
  expect_same(found[0], detect_all(*make_ldi_reference(), surfaces, all, settings).at(0));
  traffic.of_step(surfaces, all, settings);
  EXPECT_EQ(traffic.waits, 1u);
}

} // namespace
} // namespace lamina::test
