#include "core/contact/adaptive/area_bound.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/procedural.h"
#include "tests/contact/adaptive/exact_area.h"
#include "tests/contact/adaptive/view_pair.h"
#include "tests/support/sanitized.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace lamina::test {
namespace {

PairContacts tiles_of(const Surface& a, const Surface& b, double tolerance, TileDirections directions,
                      bool area_bound = true) {
  ContactSettings settings;
  settings.method = "adaptive";
  settings.adaptive.volume_tolerance = tolerance;
  settings.adaptive.directions = directions;
  settings.adaptive.area_bound = area_bound;
  const std::array<const Surface*, 2> surfaces{&a, &b};
  const std::array<BodyPair, 1> pairs{BodyPair{0, 1, true, true}};
  std::vector<PairContacts> results;
  make_contact_method(settings)->detect({{surfaces}, pairs, settings, {}, 1}, results);
  return std::move(results.front());
}

double area_bound_of(const PairContacts& pair) {
  EXPECT_TRUE(images_of(pair).area_vector_bound.has_value());
  return images_of(pair).area_vector_bound.value_or(0);
}

// Tiles of any size, along whatever axes.
TEST(AreaBound, HoldsForRandomPairs) {
  Dice dice(11);
  const int pairs = test::sanitized ? 150 : 1500;
  int compared = 0;
  double bounds = 0, errors = 0;
  for (int i = 0; i < pairs; ++i) {
    const TriangleMesh a = random_solid_somewhere(dice), b = random_convex(dice);
    const Surface of_a = surface_of(a), of_b = surface_of(b);
    const double tolerance = std::array{1.0, 0.1, 0.01}[static_cast<std::size_t>(i % 3)];
    const PairContacts pair =
        tiles_of(of_a, of_b, tolerance, i % 2 == 0 ? TileDirections::smallest : TileDirections::optimised);
    if (images_of(pair).volume == 0)
      continue;
    ++compared;
    const Vec3 exact = exact_area_within(a, b).vector;
    const double error = (sum(gradient_of(pair, 0, of_a)) - exact).norm();
    // Corners are moved by 2⁻³⁷ of the region.
    EXPECT_LE(error, area_bound_of(pair) + 1e-8) << "pair " << i;
    bounds += area_bound_of(pair);
    errors += error;
  }
  EXPECT_GT(compared, pairs / 2);
  RecordProperty("bounds_over_errors", std::to_string(bounds / errors));
}

TEST(AreaBound, IsNoneForAPlanarBoxPair) {
  const Surface ground = surface_of(box_between({-1, -1, -1}, {1, 0, 1})),
                cube = surface_of(box_between({-0.25, -0.125, -0.125}, {0.25, 0.5, 0.375}));
  EXPECT_EQ(area_bound_of(tiles_of(ground, cube, 1e-3, TileDirections::smallest)), 0);
}

TEST(AreaBound, FallsAsTilesAreSplit) {
  const Surface a = surface_of(make_blob({1, 0.7, 0.8}, 0.05, 6, 1, 2000)),
                b = surface_of(make_torus(0.4, 0.15, 2000), {{0.5, 0.2, 0.1}, Quat::Identity()});
  const double loose = area_bound_of(tiles_of(a, b, 0.1, TileDirections::smallest)),
               tight = area_bound_of(tiles_of(a, b, 1e-3, TileDirections::smallest));
  EXPECT_GT(tight, 0);
  EXPECT_LT(tight, 0.7 * loose);
}

TEST(AreaBound, IsNotKnownOfOpenSurfaces) {
  TriangleMesh open = make_sphere(0.5, 320);
  open.triangles.resize(open.triangles.size() - 5);
  const PairContacts pair =
      tiles_of(surface_of(open), surface_of(make_box({0.5, 0.5, 0.5}), {{0.4, 0, 0}, Quat::Identity()}), 1e-2,
               TileDirections::smallest);
  EXPECT_FALSE(images_of(pair).area_vector_bound.has_value());
}

TEST(AreaBound, IsFoundOnlyWhenAsked) {
  const PairContacts pair = tiles_of(surface_of(make_sphere(0.5, 320)),
                                     surface_of(make_box({0.5, 0.5, 0.5}), {{0.4, 0, 0}, Quat::Identity()}),
                                     1e-2, TileDirections::smallest, false);
  EXPECT_GT(images_of(pair).volume, 0);
  EXPECT_FALSE(images_of(pair).area_vector_bound.has_value());
}

// Two faces in one plane: a little deeper one body is pushed, a little less deep it is not.
TEST(AreaBound, IsTheWholeAreaWhereFacesLieInOnePlane) {
  const Surface table = surface_of(box_between({-1, -1, -1}, {1, 0, 1})),
                block = surface_of(box_between({-0.5, -0.5, -0.5}, {0.5, 0, 0.5}));
  EXPECT_GE(area_bound_of(tiles_of(table, block, 1e-3, TileDirections::smallest)), 1);
}

} // namespace
} // namespace lamina::test
