#include "core/contact/ldi/device/device_method.h"
#include "core/contact/ldi/image_evidence.h"

#include "core/contact/ldi/device/host_device.h"
#include "core/contact/ldi/ldi.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/ldi/awkward_triangles.h"
#include "tests/contact/same_contacts.h"
#include "tests/gpu/devices.h"
#include "tests/support/sanitized.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace lamina::test {
namespace {

/// In meshlets, so that what no column can meet is left out.
Surface in_meshlets(TriangleMesh mesh, const Pose& pose, bool rigid) {
  MeshletOrder before;
  const auto meshlets = std::make_shared<const Meshlets>(Meshlets::in_order(mesh, before));
  Surface surface = surface_of(mesh, pose, rigid);
  surface.meshlets = meshlets;
  surface.bounds = enclose_meshlets(*meshlets, surface.positions, surface.balls);
  return surface;
}

TEST_P(OnDevice, ManyPairsInOneBatchAreWhatTheReferenceStagesFind) {
  Dice dice(11);
  const TriangleMesh shapes[] = {make_sphere(0.5, 1500), make_box({0.9, 0.7, 0.5}), make_torus(0.5, 0.2, 900),
                                 make_box({3, 3, 0.05})};
  for (int round = 0; round < (test::sanitized ? 4 : 12); ++round) {
    std::vector<Surface> surfaces;
    for (int i = 0; i < 6; ++i)
      surfaces.push_back(surface_of(shapes[(round + i) % 4], {dice.vector(0.4), dice.turn()}, i % 3 != 0));
    std::vector<BodyPair> pairs;
    for (std::uint32_t a = 0; a < surfaces.size(); ++a)
      for (std::uint32_t b = a + 1; b < surfaces.size(); ++b)
        pairs.push_back({a, b, (a + b) % 2 == 0, (a + b) % 3 == 0});
    Settings settings = round % 3 ? whole_pair(1 << (2 + round % 5)) : as_in_f08(3 + 11 * (round % 4));
    const ContactLaw laws[] = {ContactLaw::cells, ContactLaw::f08, ContactLaw::patches,
                               ContactLaw::mean_depth};
    settings.response.law = laws[round % 4];
    SCOPED_TRACE(round);
    expect_same_as_reference(surfaces, pairs, settings);
  }
  EXPECT_GT(contacts_, 100u);
}

TEST_P(OnDevice, ContactsOfEveryLawAndResolutionAreThoseOfTheReferenceStages) {
  Dice dice(21);
  const std::vector<Surface> surfaces = {
      surface_of(make_torus(0.5, 0.2, 900)),
      surface_of(make_sphere(0.5, 700), {{0.3, 0.05, 0.02}, dice.turn()}),
      surface_of(make_box({0.9, 0.7, 0.08}), {{0.1, -0.2, 0.1}, dice.turn()}),
      surface_of(make_box({4, 4, 4}), {{0, 0, 1.9}, dice.turn()}, false)};
  const std::vector<BodyPair> pairs = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  for (const ContactLaw law : {ContactLaw::f08, ContactLaw::cells})
    for (const int resolution : {1, 2, 7, 16, 33, 100}) {
      if (test::sanitized && resolution == 100)
        continue;
      Settings settings = whole_pair(resolution);
      settings.response.law = law;
      settings.response.cells = resolution == 33 ? 32 : resolution == 16 ? 4 : 3;
      SCOPED_TRACE(resolution);
      expect_same_as_reference(surfaces, pairs, settings);
    }
  EXPECT_GT(contacts_, 100u);
}

TEST_P(OnDevice, TwelveTrianglesThatShareThousandsOfPixelsAddUpToTheSame) {
  const Surface cube = surface_of(make_box({1, 1, 1})),
                other = surface_of(make_box({1, 1, 1}), {{0.2, 0.1, 0.3}, Dice(22).turn()});
  for (const ContactLaw law : {ContactLaw::f08, ContactLaw::cells}) {
    Settings settings = whole_pair(128);
    settings.response.law = law;
    expect_same_as_reference({cube, other}, {{0, 1}}, settings);
    settings = as_in_f08(128);
    settings.response.law = law;
    expect_same_as_reference({other, cube}, {{0, 1}}, settings);
  }
  EXPECT_GT(contacts_, 50u);
}

TEST_P(OnDevice, BodiesWithinOthersHaveBothEndsOfTheirIntervals) {
  const Surface inner = surface_of(make_sphere(0.2, 500), {{0.1, 0, 0}, Dice(23).turn()}),
                outer = surface_of(make_box({1, 1, 1}), {Vec3::Zero(), Dice(24).turn()});
  for (const ContactLaw law : {ContactLaw::f08, ContactLaw::cells}) {
    Settings settings = whole_pair(24);
    settings.response.law = law;
    expect_same_as_reference({inner, outer}, {{0, 1}}, settings);
    expect_same_as_reference({outer, inner}, {{0, 1}}, settings);
  }
  // F08's law has contacts without area too.
  EXPECT_EQ(contacts_, 2u);
}

TEST_P(OnDevice, AwkwardTrianglesAreDrawnAsTheReferenceStagesDrawThem) {
  Dice dice(12);
  const Surface cube = surface_of(make_box({1, 1, 1}), {}, false);
  for (const int resolution : {1, 5, 16, 64, 254}) {
    const int count = std::clamp(9 * 700 / resolution, 9, 900);
    Settings settings = as_in_f08(resolution);
    settings.contact.ldi.crossing_limit = 100'000;
    if (resolution % 2 == 0)
      settings.contact.ldi.rows = RowChoice::staggered;
    SCOPED_TRACE(resolution);
    expect_same_as_reference({surface_of(awkward_triangles(dice, count, 1.0 / resolution), {}, false), cube},
                             {{0, 1}}, settings);
  }
  EXPECT_GT(contacts_, 0u);
}

TEST_P(OnDevice, ColumnsOfVeryManyCrossingsAreExactUpToTheLimitAndDroppedBeyond) {
  std::vector<TriangleMesh> plates;
  for (int i = 0; i < 90; ++i)
    plates.push_back(box_between({-1, -1, 0.02 * i}, {1, 1, 0.02 * i + 0.01}));
  const std::vector<Surface> surfaces = {surface_of(together(plates)),
                                         surface_of(box_between({-0.5, -0.5, -1}, {0.5, 0.5, 3}))};
  Settings settings = as_in_f08(16);
  for (const int limit : {1000, 181, 100}) {
    settings.contact.ldi.crossing_limit = limit;
    SCOPED_TRACE(limit);
    expect_same_as_reference(surfaces, {{0, 1}}, settings);
  }
}

TEST_P(OnDevice, ColumnsThatDoNotCloseAreAllDroppedHoweverMany) {
  TriangleMesh half = make_sphere(0.5, 3000);
  std::erase_if(half.triangles, [&](const Triangle& t) { return half.vertices[t[0]].x() < 0; });
  const std::vector<Surface> surfaces = {
      surface_of(half), surface_of(make_box({1, 1, 1}), {{0.3, 0.1, 0.2}, Quat::Identity()}),
      surface_of(make_box({1, 1, 1}), {{-0.3, 0.2, 0.1}, Quat::Identity()})};
  for (const int resolution : {8, 96}) {
    const Settings settings = as_in_f08(resolution);
    expect_same_as_reference(surfaces, {{0, 1}, {0, 2}, {1, 2}}, settings);
    const std::vector<PairContacts> found =
        detect_all(*method_, surfaces, {{0, 1}, {0, 2}, {1, 2}}, settings);
    EXPECT_GT(images_of(found[0]).dropped.size(), resolution == 8 ? 8u : 2000u);
  }
}

TEST_P(OnDevice, HeapsOfBoxesWhoseFacesCoincideAreWalkedAsTheReferenceStagesWalkThem) {
  Dice dice(14);
  const auto heap = [&] {
    std::vector<TriangleMesh> boxes;
    for (int i = 0; i < 6; ++i) {
      Vec3 low, high;
      for (int k = 0; k < 3; ++k) {
        low[k] = std::round(dice.within(-3, 1));
        high[k] = low[k] + std::round(dice.within(1, 3));
      }
      boxes.push_back(box_between(low, high));
    }
    return surface_of(together(boxes), {}, false);
  };
  for (int round = 0; round < 20; ++round) {
    SCOPED_TRACE(round);
    expect_same_as_reference({heap(), heap()}, {{0, 1}}, as_in_f08(12));
  }
  EXPECT_GT(contacts_, 10u);
}

TEST_P(OnDevice, FloorsThatReachFarBeyondTheImageAreExact) {
  const TriangleMesh floor = box_between({-1e6, -1e6, -10}, {1e6, 1e6, 0});
  const std::vector<Surface> surfaces = {
      surface_of(floor), surface_of(make_sphere(0.01, 500), {{3, 5, 0.008}, Quat::Identity()})};
  expect_same_as_reference(surfaces, {{0, 1}}, whole_pair(32));
  EXPECT_EQ(contacts_, 1u);
}

TEST_P(OnDevice, ABodyThatMeetsItselfIsFoundToo) {
  const TriangleMesh both = together({make_sphere(0.5, 600), shifted(make_sphere(0.4, 500), {0.5, 0.1, 0})});
  Surface folded = surface_of(both, {}, false);
  folded.self_contact = true;
  const Surface box = surface_of(make_box({0.6, 0.6, 0.6}), {{0.4, 0, 0}, Quat::Identity()});
  expect_same_as_reference({folded, box}, {{0, 0}, {0, 1}}, whole_pair(24));
  EXPECT_GE(contacts_, 2u);
}

TEST_P(OnDevice, EachRepeatOfAStepGivesTheSameBits) {
  const std::vector<Surface> surfaces = {
      surface_of(make_torus(0.5, 0.2, 6000)),
      surface_of(make_sphere(0.5, 5000), {{0.3, 0.05, 0.02}, Dice(13).turn()})};
  Settings in_cells = whole_pair(64);
  in_cells.response.law = ContactLaw::cells;
  for (int repeat = 0; repeat < 4; ++repeat) {
    expect_same_as_reference(surfaces, {{0, 1}}, whole_pair(64));
    expect_same_as_reference(surfaces, {{0, 1}}, in_cells);
  }
  EXPECT_GT(contacts_, 4u + 4 * 8);
}

TEST_P(OnDevice, StepsWithFewerPairsThanTheLastLeaveNothingBehind) {
  const std::vector<Surface> surfaces = {surface_of(make_sphere(0.5, 900)),
                                         surface_of(make_box({1, 1, 1}), {{0.3, 0, 0}, Quat::Identity()}),
                                         surface_of(make_sphere(0.5, 300), {{0, 5, 0}, Quat::Identity()})};
  const Settings settings = whole_pair(32);
  expect_same_as_reference(surfaces, {{0, 1}, {0, 2}, {1, 2}}, settings);
  expect_same_as_reference(surfaces, {{0, 2}}, settings);
  expect_same_as_reference(surfaces, {}, settings);
  expect_same_as_reference({surfaces[1], surfaces[0]}, {{0, 1}}, settings);
  EXPECT_EQ(contacts_, 2u);
}

TEST_P(OnDevice, StepsThatFindManyTimesWhatTheLastOneFoundAreExact) {
  // Sunk by so much at so many pixels: crossings, intervals and runs grow by up to two thousand times, and
  // the faces of twelve boxes become large triangles.
  const int fine = test::sanitized ? 32 : 96;
  const std::pair<double, int> steps[] = {{1e-3, 4}, {0.4, fine}, {1e-3, 4}, {0.2, 16}, {0.6, fine}};
  for (const auto& [depth, resolution] : steps) {
    std::vector<Surface> surfaces = {
        surface_of(make_sphere(0.5, 3000), {{0, 0, 1 - depth}, Quat::Identity()})};
    std::vector<BodyPair> pairs;
    for (std::uint32_t box = 1; box <= 12; ++box) {
      surfaces.push_back(surface_of(make_box({1, 1, 1}), {{0.01 * box, -0.02 * box, 0}, Quat::Identity()}));
      pairs.push_back({0, box});
    }
    expect_same_as_reference(surfaces, pairs, whole_pair(resolution));
  }
  EXPECT_EQ(contacts_, 60u);
}

TEST_P(OnDevice, RigidBodiesAndOthersAreWhereTheyWereMovedTo) {
  std::vector<Surface> surfaces = {surface_of(make_torus(0.5, 0.2, 600)),
                                   surface_of(make_sphere(0.5, 900), {}, false),
                                   surface_of(make_box({1, 1, 1}))};
  Dice dice(21);
  for (int step = 0; step < 4; ++step) {
    const Vec3 shift = 0.1 * step * Vec3(1, 0.3, -0.2);
    move_to(surfaces[0], {shift, dice.turn()});
    for (Vec3& p : surfaces[1].positions)
      p += 0.1 * shift;
    surfaces[1].bounds = Box();
    for (const Vec3& p : surfaces[1].positions)
      surfaces[1].bounds.include(p);
    move_to(surfaces[2], {-shift, dice.turn()});
    // In another order they have other numbers on the device.
    expect_same_as_reference(surfaces, {{0, 1}, {0, 2}, {1, 2}}, whole_pair(24));
    std::swap(surfaces[step % 2], surfaces[2]);
    expect_same_as_reference(surfaces, {{0, 1}, {0, 2}, {1, 2}}, whole_pair(24));
    std::swap(surfaces[step % 2], surfaces[2]);
  }
  EXPECT_EQ(contacts_, 24u);
}

TEST_P(OnDevice, WhatNoColumnCanMeetMayBeLeftOut) {
  for (const bool rigid : {true, false})
    for (const bool balanced : {false, true}) {
      std::vector<Surface> surfaces = {
          in_meshlets(make_torus(0.5, 0.2, 20'000), {}, rigid),
          in_meshlets(make_sphere(0.3, 5000), {{0.5, 0.1, 0}, Quat::Identity()}, rigid),
          in_meshlets(make_torus(0.5, 0.2, 9000), {{-0.4, 0, 0.1}, Dice(5).turn()}, false)};
      for (Surface& surface : surfaces)
        surface.balanced = balanced;
      for (const ResolutionMode mode : {ResolutionMode::pixels_across, ResolutionMode::pixel_size}) {
        Settings settings = whole_pair(24);
        settings.contact.ldi.resolution_mode = mode;
        settings.contact.ldi.pixel_size = 0.02;
        expect_same_as_reference(surfaces, {{0, 1}, {0, 2}}, settings);
      }
    }
  EXPECT_EQ(contacts_, 16u);
}

TEST(HostDevice, OfABodyThatDeformsOnlyWhatColumnsCanMeetIsSent) {
  std::uint64_t sent = 0;
  ldi::HostSettings counting;
  counting.sent = &sent;
  const auto method = ldi::make_device_method(ldi::make_host_device(counting));
  const std::vector<Surface> surfaces = {
      in_meshlets(make_torus(0.5, 0.2, 20'000), {}, false),
      in_meshlets(make_sphere(0.05, 5000), {{0.5, 0.2, 0.2}, Quat::Identity()}, false)};
  detect_all(*method, surfaces, {{0, 1}}, whole_pair(24));
  sent = 0;
  const PairContacts found = detect_all(*method, surfaces, {{0, 1}}, whole_pair(24)).at(0);
  EXPECT_GT(images_of(found).volume, 0);
  // The sphere lies at the torus from one side.
  EXPECT_LT(sent, 28 * (surfaces[0].positions.size() / 2 + surfaces[1].positions.size()));
}

TEST(HostDevice, OnceItKnowsAboutHowMuchThereIsAStepWaitsForItOnce) {
  std::uint64_t waits = 0;
  ldi::HostSettings counting;
  counting.waits = &waits;
  const auto method = ldi::make_device_method(ldi::make_host_device(counting));
  std::vector<Surface> surfaces = {surface_of(make_sphere(0.5, 3000)), surface_of(make_box({1, 1, 1}))};
  move_to(surfaces[1], {{0.6, 0.1, 0}, Quat::Identity()});
  detect_all(*method, surfaces, {{0, 1}}, whole_pair(64));
  EXPECT_GE(std::exchange(waits, 0), 1u);
  for (int step = 0; step < 10; ++step) {
    // Three percent more a step.
    move_to(surfaces[1], {{0.59 - 0.01 * step, 0.1, 0}, Quat::Identity()});
    detect_all(*method, surfaces, {{0, 1}}, whole_pair(64));
  }
  EXPECT_EQ(waits, 10u);
}

TEST(HostDevice, OfARigidBodyThatMovedOnlyItsPlaceIsSent) {
  std::uint64_t sent = 0;
  ldi::HostSettings counting;
  counting.sent = &sent;
  const auto method = ldi::make_device_method(ldi::make_host_device(counting));
  std::vector<Surface> surfaces = {surface_of(make_sphere(0.5, 20'000)),
                                   surface_of(make_box({1, 1, 1}), {{0.3, 0, 0}, Quat::Identity()})};
  const Settings settings = whole_pair(32);
  detect_all(*method, surfaces, {{0, 1}}, settings);
  const std::uint64_t first = std::exchange(sent, 0);
  EXPECT_GT(first, 24 * surfaces[0].positions.size());
  move_to(surfaces[0], {{0.1, 0.2, 0}, Dice(3).turn()});
  const PairContacts found = detect_all(*method, surfaces, {{0, 1}}, settings).at(0);
  expect_same(found, detect_all(*make_ldi_reference(), surfaces, {{0, 1}}, settings).at(0));
  // Two places, and what describes the pair and its 96 rows.
  EXPECT_LT(sent, 2000u);
}

INSTANTIATE_TEST_SUITE_P(All, OnDevice, testing::ValuesIn(device_cases()),
                         [](const auto& device) { return device.param.name; });

} // namespace
} // namespace lamina::test
