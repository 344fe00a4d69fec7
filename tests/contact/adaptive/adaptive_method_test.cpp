#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/procedural.h"
#include "core/response/detection_request.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/same_contacts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>

namespace lamina::test {
namespace {

ContactSettings adaptive_settings() {
  ContactSettings settings;
  settings.method = "adaptive";
  return settings;
}

struct Wanted {
  Partition partition = Partition::whole;
  int cells = 4;
  bool rigid = false, pixels = true;
  FrictionSampling friction = FrictionSampling::none;
  int threads = 1;
  bool with_area = false;
};

DetectionRequest request_of(const Wanted& wanted) {
  DetectionRequest request;
  request.between = {wanted.partition, wanted.with_area};
  request.cells = wanted.cells;
  request.friction = wanted.friction;
  return request;
}

/// The last step of a detection of several; the method goes on.
PairContacts detect_by(ContactMethod& method, const ContactSettings& settings, const Surface& a,
                       const Surface& b, const Wanted& wanted) {
  const std::array<const Surface*, 2> surfaces{&a, &b};
  const std::array<BodyPair, 1> pairs{BodyPair{0, 1, wanted.pixels, wanted.rigid}};
  std::vector<PairContacts> results;
  method.detect({{surfaces}, pairs, settings, request_of(wanted), wanted.threads}, results);
  return std::move(results.front());
}

PairContacts detect_tiles(const Surface& a, const Surface& b, const Wanted& wanted = {},
                          ContactSettings settings = adaptive_settings()) {
  return detect_by(*make_contact_method(settings), settings, a, b, wanted);
}

VolumeError error_of(const PairContacts& pair) {
  const auto& error = images_of(pair).error;
  EXPECT_TRUE(error.has_value());
  return error.value_or(VolumeError{});
}

/// m³ of torque about the middle of the region.
Vec3 torque_of(const PairContacts& pair, int body, const Surface& surface) {
  const std::vector<Vec3> gradient = gradient_of(pair, body, surface);
  Vec3 torque = Vec3::Zero();
  for (std::size_t vertex = 0; vertex < gradient.size(); ++vertex)
    torque += (surface.positions[vertex] - pair.region.middle()).cross(gradient[vertex]);
  return torque;
}

// A box on a box: their faces are planes, so that one tile a direction knows all.
TEST(AdaptiveMethod, OfBoxesIsExact) {
  const Surface ground = surface_of(box_between({-1, -1, -1}, {1, 0, 1})),
                cube = surface_of(box_between({-0.25, -0.125, -0.125}, {0.25, 0.5, 0.375}));
  const PairContacts pair = detect_tiles(ground, cube);
  const double exact = 0.5 * 0.125 * 0.5;
  EXPECT_NEAR(images_of(pair).volume, exact, 1e-8);
  EXPECT_EQ(images_of(pair).columns, 3u) << "one tile a direction";
  // Corners may lie half a unit of 2⁻³⁰ of the region beside where they are.
  EXPECT_LT(error_of(pair).bound, 1e-7);
  // The cube is pushed up by the area of its bottom, at its middle.
  const Vec3 on_cube = sum(gradient_of(pair, 1, cube));
  EXPECT_LT((on_cube - Vec3(0, -0.25, 0)).norm(), 1e-7);
  EXPECT_LT(torque_of(pair, 1, cube).norm(), 1e-7);
  EXPECT_LT((sum(gradient_of(pair, 0, ground)) + on_cube).norm(), 1e-12);
  EXPECT_NEAR(pair.area, 0.25, 1e-7);
}

TEST(AdaptiveMethod, OfTurnedBoxesHoldsItsBound) {
  Dice dice(5);
  const Surface ground = surface_of(box_between({-1, -1, -1}, {1, 0, 1}));
  for (int i = 0; i < 20; ++i) {
    const Quat yaw(Eigen::AngleAxisd(dice.within(0, 3), Vec3::UnitY()));
    const Surface cube = surface_of(make_box({0.5, 0.5, 0.5}), {{0.1, 0.2, -0.1}, yaw});
    const PairContacts pair = detect_tiles(ground, cube);
    EXPECT_LE(std::abs(images_of(pair).volume - 0.0125), error_of(pair).bound + 1e-9);
    EXPECT_LT((sum(gradient_of(pair, 1, cube)) - Vec3(0, -0.25, 0)).norm(), 1e-6);
  }
}

// V(x + h) − V(x − h) = 2h ∂V/∂x. Tiles so small that the volume is off by 10⁻⁵ leave the difference that
// much over h.
TEST(AdaptiveMethod, GradientIsThatOfTheVolume) {
  ContactSettings settings = adaptive_settings();
  settings.adaptive.volume_tolerance = 1e-5;
  settings.adaptive.tile_budget = 200'000;
  const TriangleMesh ball = make_sphere(0.5, 1280);
  const Surface blob = surface_of(make_blob({1, 0.8, 0.9}, 0.05, 6, 3, 1280));
  const double h = 2e-3;
  const Vec3 at(0.7, 0.3, 0.2);
  const Surface here = surface_of(ball, {at, Quat::Identity()});
  const PairContacts pair = detect_tiles(blob, here, {}, settings);
  const Vec3 gradient = sum(gradient_of(pair, 1, here));
  for (int k = 0; k < 3; ++k) {
    const auto volume_at = [&](double way) {
      const Vec3 there = at + way * Vec3::Unit(k);
      return images_of(detect_tiles(blob, surface_of(ball, {there, Quat::Identity()}), {}, settings)).volume;
    };
    const double slope = (volume_at(h) - volume_at(-h)) / (2 * h);
    EXPECT_NEAR(gradient[k], slope, 0.01 * gradient.norm()) << k;
  }
}

TEST(AdaptiveMethod, AgreesWithPixelsOfLdi) {
  const Settings fine = whole_pair(256);
  ContactSettings settings = adaptive_settings();
  settings.adaptive.tile_budget = 8192; // enough for the tolerance
  Dice dice(8);
  const TriangleMesh torus = make_torus(0.4, 0.15, 2000), blob = make_blob({1, 0.7, 0.8}, 0.05, 6, 1, 2000);
  for (int i = 0; i < 4; ++i) {
    const Surface a = surface_of(torus, {Vec3::Zero(), dice.turn()}),
                  b = surface_of(blob, {{0.35, 0.1, 0.1}, dice.turn()});
    const PairContacts tiles = detect_tiles(a, b, {}, settings), pixels = detect(a, b, fine);
    const double volume = images_of(pixels).volume;
    ASSERT_GT(volume, 0);
    EXPECT_NEAR(images_of(tiles).volume, volume, error_of(tiles).bound + 1e-4 * volume);
    EXPECT_LE(error_of(tiles).error_bar, 1.01e-3 * images_of(tiles).volume);
    const Vec3 by_tiles = sum(gradient_of(tiles, 0, a)), by_pixels = sum(gradient_of(pixels, 0, a));
    EXPECT_LT((by_tiles - by_pixels).norm(), 0.02 * pixels.area);
    EXPECT_NEAR(tiles.area, pixels.area, 0.02 * pixels.area);
    EXPECT_LT((torque_of(tiles, 0, a) + torque_of(tiles, 1, b)).norm(), 1e-6 * tiles.area);
  }
}

/// Of a pair, and how tiles are made.
class AdaptivePartition : public testing::TestWithParam<std::tuple<Partition, TileKind>> {
protected:
  static Partition partition() { return std::get<0>(GetParam()); }
  static ContactSettings settings() {
    ContactSettings settings = adaptive_settings();
    settings.adaptive.tiles = std::get<1>(GetParam());
    return settings;
  }
};

// Whatever the parts, together they are the whole.
TEST_P(AdaptivePartition, PartsAddUp) {
  const Surface a = surface_of(make_blob({1, 0.7, 0.8}, 0.05, 6, 1, 2000)),
                b = surface_of(make_torus(0.4, 0.15, 2000), {{0.5, 0.2, 0.1}, Quat::Identity()});
  const PairContacts whole = detect_tiles(a, b, {.rigid = true}, settings()),
                     parts = detect_tiles(a, b, {.partition = partition(), .rigid = true}, settings());
  EXPECT_EQ(images_of(parts).volume, images_of(whole).volume);
  double volume = 0, area = 0;
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
  for (std::size_t c = 0; c < parts.contacts.size(); ++c) {
    volume += parts.contacts[c].measure;
    area += parts.contacts[c].area;
    linear += parts.rigid[c].linear;
    angular += parts.rigid[c].angular;
  }
  // What is traced may have no columns to be on, and torques that vertices of columns alone do not make.
  const bool traced = GetParam() == std::tuple(partition(), TileKind::traced);
  EXPECT_NEAR(volume, images_of(whole).volume,
              traced ? 1e-3 * images_of(whole).volume : error_of(whole).bound);
  EXPECT_NEAR(area, parts.area, 1e-9);
  EXPECT_NEAR(parts.area, whole.area, 0.02 * whole.area);
  // Rigid gradients are the sums of those over vertices.
  EXPECT_LT((linear - sum(gradient_of(parts, 0, a))).norm(), 1e-9);
  EXPECT_LT((angular - torque_of(parts, 0, a)).norm(), traced ? 0.02 * angular.norm() : 1e-8);
  ASSERT_EQ(whole.rigid.size(), 1u);
  EXPECT_LT((linear - whole.rigid[0].linear).norm(), 0.02 * linear.norm());
}

TEST_P(AdaptivePartition, PixelsBelongToContactsAndHaveTheirAreas) {
  const Surface ground = surface_of(box_between({-1, -1, -1}, {1, 0, 1})),
                bumps = surface_of(together({shifted(make_sphere(0.2, 320), {-0.5, 0.15, 0}),
                                             shifted(make_sphere(0.2, 320), {0.5, 0.15, 0})}));
  const PairContacts pair = detect_tiles(ground, bumps, {.partition = partition()}, settings());
  if (partition() == Partition::patches) {
    EXPECT_EQ(pair.contacts.size(), 2u) << "two balls";
  }
  for (const Contact& contact : pair.contacts) {
    double area = 0;
    for (const ContactPixelPair& pixel : images_of(pair).pixels)
      for (const std::uint16_t cell : pixel.cell)
        area += contact.cell < 0 || cell == contact.cell ? 0.5 * pixel.weight : 0;
    EXPECT_NEAR(area, contact.area, 1e-12);
  }
}

INSTANTIATE_TEST_SUITE_P(All, AdaptivePartition,
                         testing::Combine(testing::Values(Partition::whole, Partition::cells,
                                                          Partition::patches),
                                          testing::Values(TileKind::shadows, TileKind::traced)));

TEST(AdaptiveMethod, FrictionSamplesAreThoseOfThePixels) {
  const Surface ground = surface_of(box_between({-1, -1, -1}, {1, 0, 1})),
                ball = surface_of(make_sphere(0.3, 1280), {{0.1, 0.25, 0}, Quat::Identity()});
  for (const FrictionSampling sampling :
       {FrictionSampling::along_normals, FrictionSampling::along_view_axis}) {
    const Wanted all{.partition = Partition::cells, .rigid = true, .friction = sampling};
    Wanted samples = all;
    samples.pixels = false;
    const PairContacts seen = detect_tiles(ground, ball, all), taken = detect_tiles(ground, ball, samples);
    FrictionSamples from_pixels;
    const auto expected = seen.sampled_friction(sampling, from_pixels).groups();
    ASSERT_EQ(taken.friction.groups().size(), expected.size());
    EXPECT_GT(expected.size(), 10u);
    double area = 0, expected_area = 0;
    for (std::size_t g = 0; g < expected.size(); ++g)
      for (std::size_t lane = 0; lane < FrictionSamples::lanes; ++lane) {
        area += taken.friction.groups()[g].area[lane];
        expected_area += expected[g].area[lane];
      }
    EXPECT_EQ(area, expected_area);
    EXPECT_TRUE(taken.gradient.empty());
    EXPECT_EQ(taken.rigid.size(), seen.rigid.size());
  }
}

TEST(AdaptiveMethod, IsTheSameForAnyNumberOfThreads) {
  const Surface a = surface_of(make_blob({1, 0.7, 0.8}, 0.05, 6, 1, 5000)),
                b = surface_of(make_torus(0.4, 0.15, 5000), {{0.5, 0.2, 0.1}, Quat::Identity()});
  const Wanted one{.partition = Partition::cells, .rigid = true};
  Wanted three = one;
  three.threads = 3;
  expect_same(detect_tiles(a, b, one), detect_tiles(a, b, three));
}

// What reaches to infinity, as the ground of a scene does.
TEST(AdaptiveMethod, RestsOnWhatReachesToInfinity) {
  Surface room = surface_of(inside_out(make_box({4, 4, 4})));
  room.winding_at_infinity = 1;
  const Surface ball = surface_of(make_sphere(0.5, 20480), {{0, -1.6, 0}, Quat::Identity()});
  const PairContacts pair = detect_tiles(room, ball, {.partition = Partition::cells});
  const double cap = 0.1, exact = std::acos(-1.0) * cap * cap * (0.5 - cap / 3);
  EXPECT_NEAR(images_of(pair).volume, exact, 0.02 * exact);
  EXPECT_FALSE(pair.contacts.empty());
  EXPECT_GT(sum(gradient_of(pair, 0, room)).y(), 0);
}

TEST(AdaptiveMethod, SaysThatOpenSurfacesHaveNoBound) {
  TriangleMesh open = make_sphere(0.5, 320);
  open.triangles.resize(open.triangles.size() - 5);
  const PairContacts pair =
      detect_tiles(surface_of(open), surface_of(make_box({0.5, 0.5, 0.5}), {{0.4, 0, 0}, Quat::Identity()}));
  EXPECT_FALSE(images_of(pair).error.has_value());
  EXPECT_GT(images_of(pair).volume, 0);
}

TEST(AdaptiveMethod, ASurfaceThatOverlapsItselfCountsOnce) {
  const Surface twice =
      surface_of(together({make_box({1, 1, 1}), shifted(make_box({1, 1, 1}), {0.5, 0.25, 0.25})}));
  const PairContacts pair = detect_tiles(twice, surface_of(make_box({4, 4, 4})));
  EXPECT_NEAR(images_of(pair).volume, 2 - 0.5 * 0.75 * 0.75, error_of(pair).bound + 1e-6);
}

TEST(AdaptiveMethod, FewTilesAndAnyToleranceComeToAnEnd) {
  const Surface a = surface_of(make_blob({1, 0.7, 0.8}, 0.05, 6, 1, 2000)),
                b = surface_of(make_torus(0.4, 0.15, 2000), {{0.5, 0.2, 0.1}, Quat::Identity()});
  for (const int budget : {1, 2, 100})
    for (const double tolerance : {1e-9, 1e-3, 1.0})
      for (const TileBound bound : {TileBound::error_bar, TileBound::rigorous}) {
        ContactSettings settings = adaptive_settings();
        settings.adaptive = {tolerance, 0, budget, bound};
        const PairContacts pair = detect_tiles(a, b, {.partition = Partition::cells}, settings);
        EXPECT_LE(images_of(pair).columns, 3u * static_cast<unsigned>(budget + 3));
        EXPECT_TRUE(sum(gradient_of(pair, 0, a)).allFinite());
      }
  ContactSettings coarse = adaptive_settings();
  coarse.adaptive.volume_tolerance_m3 = 1e6;
  EXPECT_EQ(images_of(detect_tiles(a, b, {}, coarse)).columns, 3u);
}

TEST(AdaptiveMethod, BodiesThatTouchOrAreApartHaveNoContacts) {
  const Surface ground = surface_of(box_between({-1, -1, -1}, {1, 0, 1}));
  for (const double height : {0.5, 0.6, 3.0}) {
    const PairContacts pair =
        detect_tiles(ground, surface_of(make_box({1, 1, 1}), {{0, height, 0}, Quat::Identity()}));
    EXPECT_TRUE(pair.contacts.empty());
    EXPECT_EQ(error_of(pair).bound, 0);
  }
}

// What bodies do with themselves lies among other pairs, and is what pixels find.
TEST(AdaptiveMethod, BodiesMeetThemselvesAsOnPixels) {
  Settings settings = whole_pair(32);
  const Surface crossed =
      surface_of(together({make_box({1, 1, 1}), shifted(make_box({1, 1, 1}), {0.5, 0, 0})}));
  const PairContacts pixels = detect_self(crossed, settings);
  settings.contact.method = "adaptive";
  const PairContacts alone = detect_self(crossed, settings);
  EXPECT_GT(images_of(pixels).volume, 0.4);
  expect_same(alone, pixels);
  EXPECT_FALSE(images_of(alone).error) << "nobody knows it";

  const Surface ground = surface_of(box_between({-1, -1, -1}, {1, -0.4, 1}));
  const std::array<const Surface*, 2> surfaces{&crossed, &ground};
  const std::array<BodyPair, 2> pairs{BodyPair{0, 1}, BodyPair{0, 0}};
  std::vector<PairContacts> found;
  const auto method = make_contact_method(settings.contact);
  for (int step = 0; step < 2; ++step) {
    method->detect(detection_input(surfaces, pairs, settings), found);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_TRUE(images_of(found[0]).error);
    expect_same(found[1], pixels);
  }
}

} // namespace
} // namespace lamina::test
