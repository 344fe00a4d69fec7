#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/procedural.h"
#include "core/response/detection_request.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/same_contacts.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina::test {
namespace {

/// Method `adaptive` on W12's own tiles.
Settings tiles_of_w12() {
  Settings settings = whole_pair(16);
  settings.contact.method = "adaptive";
  settings.contact.adaptive.tiles = TileKind::w12;
  settings.contact.adaptive.tile_budget = 20'000;
  return settings;
}

TEST(W12Method, OfABoxOnABoxIsExact) {
  const Surface ground = surface_of(box_between({-1, -1, -1}, {1, 0, 1})),
                cube = surface_of(box_between({-0.25, -0.125, -0.125}, {0.25, 0.5, 0.375}));
  const PairContacts pair = detect(ground, cube, tiles_of_w12());
  EXPECT_NEAR(images_of(pair).volume, 0.5 * 0.125 * 0.5, 1e-8);
  EXPECT_EQ(images_of(pair).columns, 3u) << "one tile a direction";
  EXPECT_LT(images_of(pair).error->bound, 1e-7);
  EXPECT_LT((sum(gradient_of(pair, 1, cube)) - Vec3(0, -0.25, 0)).norm(), 1e-7);
}

// A turned cube on the ground: flat, so that tiles of one direction alone are cut.
TEST(W12Method, OfTurnedBoxesHoldsItsBoundWhateverIsAskedFor) {
  const Surface ground = surface_of(box_between({-1, -1, -1}, {1, 0, 1}));
  for (const TileBound bound : {TileBound::error_bar, TileBound::rigorous})
    for (const double yaw : {0.2, 0.7, 1.3}) {
      Settings settings = tiles_of_w12();
      settings.contact.adaptive.bound = bound;
      const Surface cube = surface_of(make_box({0.5, 0.5, 0.5}),
                                      {{0.1, 0.2, -0.1}, Quat(Eigen::AngleAxisd(yaw, Vec3::UnitY()))});
      const PairContacts pair = detect(ground, cube, settings);
      ASSERT_TRUE(images_of(pair).error);
      EXPECT_LE(std::abs(images_of(pair).volume - 0.0125), images_of(pair).error->bound + 1e-9);
      EXPECT_LE(images_of(pair).error->error_bar, images_of(pair).error->bound);
      EXPECT_LT((sum(gradient_of(pair, 1, cube)) - Vec3(0, -0.25, 0)).norm(), 1e-2 * 0.25);
    }
}

// Both kinds of tiles are exact enough for the same force.
TEST(W12Method, ForcesAreThoseOfOtherTiles) {
  const Surface blob = surface_of(make_blob({1, 0.8, 0.9}, 0.05, 6, 3, 1280)),
                ball = surface_of(make_sphere(0.5, 1280), {{0.7, 0.3, 0.2}, Quat::Identity()});
  Settings settings = tiles_of_w12();
  const PairContacts rays = detect(blob, ball, settings);
  settings.contact.adaptive.tiles = TileKind::shadows;
  const PairContacts shadows = detect(blob, ball, settings);
  const Vec3 force = sum(gradient_of(shadows, 1, ball));
  EXPECT_LT((sum(gradient_of(rays, 1, ball)) - force).norm(), 0.02 * force.norm());
  EXPECT_LT((sum(gradient_of(rays, 0, blob)) + sum(gradient_of(rays, 1, ball))).norm(), 1e-12);
  EXPECT_NEAR(images_of(rays).volume, images_of(shadows).volume, 0.01 * images_of(shadows).volume);
}

TEST(W12Method, FewTilesAndAnyToleranceComeToAnEnd) {
  const Surface a = surface_of(make_blob({1, 0.7, 0.8}, 0.05, 6, 1, 2000)),
                b = surface_of(make_torus(0.4, 0.15, 2000), {{0.5, 0.2, 0.1}, Quat::Identity()});
  for (const int image : {1, 7, 64})
    for (const int budget : {1, 2, 100})
      for (const double tolerance : {1e-9, 1e-3, 1.0})
        for (const TileBound bound : {TileBound::error_bar, TileBound::rigorous}) {
          Settings settings = tiles_of_w12();
          settings.contact.adaptive = {tolerance,     0,    budget, bound, TileDirections::smallest,
                                       TileKind::w12, image};
          const PairContacts pair = detect(a, b, settings);
          EXPECT_LE(images_of(pair).columns, 3u * static_cast<unsigned>(budget));
          EXPECT_TRUE(sum(gradient_of(pair, 0, a)).allFinite());
        }
}

TEST(W12Method, RemembersNothingOfTiles) {
  const Surface ground = surface_of(box_between({-1, -1, -1}, {1, 0, 1})),
                cube = surface_of(make_box({0.5, 0.5, 0.5}),
                                  {{0.1, 0.2, -0.1}, Quat(Eigen::AngleAxisd(0.4, Vec3::UnitY()))});
  const Settings settings = tiles_of_w12();
  const auto method = make_contact_method(settings.contact);
  const std::array<const Surface*, 2> surfaces{&ground, &cube};
  const std::array<BodyPair, 1> pairs{BodyPair{0, 1}};
  std::vector<PairContacts> first, second;
  method->detect(detection_input(surfaces, pairs, settings), first);
  method->detect(detection_input(surfaces, pairs, settings), second);
  expect_same(first.front(), second.front());
  std::vector<double> memory;
  method->save_memory(memory);
  EXPECT_TRUE(memory.empty());
}

} // namespace
} // namespace lamina::test
