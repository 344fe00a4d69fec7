#include "core/contact/adaptive/bounded_volume.h"
#include "core/contact/adaptive/volume_check.h"
#include "core/contact/measure.h"
#include "core/contact/self_offset.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina::test {
namespace {

/// Found by pixels, with an error bar.
ImageEvidence checked(const Surface& a, const Surface& b, Settings settings, int threads = 1) {
  settings.contact.ldi.error_bar = true;
  const std::array<const Surface*, 2> surfaces{&a, &b};
  const std::array<BodyPair, 1> pairs{BodyPair{0, 1}};
  DetectionRequest request;
  request.between = {Partition::whole, false};
  const DetectionInput input{{surfaces}, pairs, settings.contact, request, threads};
  std::vector<PairContacts> found;
  MethodTimings timings = make_contact_method(settings.contact)->detect(input, found);
  const double before = timings[2];
  adaptive::VolumeCheck().find(input, found, timings);
  EXPECT_GT(timings[2], before) << "it takes time that is counted";
  return images_of(found.front());
}

TEST(VolumeCheck, OfBoxesHasABoundOfRoundingAlone) {
  const Surface ground = surface_of(box_between({-1, -1, -1}, {1, 0, 1})),
                cube = surface_of(box_between({-0.25, -0.125, -0.125}, {0.25, 0.5, 0.375}));
  const ImageEvidence images = checked(ground, cube, whole_pair(16));
  ASSERT_TRUE(images.error);
  EXPECT_LE(std::abs(images.volume - 0.5 * 0.125 * 0.5), images.error->bound);
  // Corners of tiles may lie half a unit of 2⁻³⁰ of the region beside where they are.
  EXPECT_LT(images.error->bound, 1e-7);
}

// Against the same volume by tiles to a bound of 10⁻⁵. The bound always holds; three bars do in 99 of 100
// pairs, so that of 40 two may lie beyond by chance.
TEST(VolumeCheck, HoldsForPixelsOfAnySize) {
  Dice dice(3);
  const TriangleMesh torus = make_torus(0.4, 0.15, 800), blob = make_blob({1, 0.7, 0.8}, 0.05, 6, 1, 800);
  int beyond = 0;
  for (int i = 0; i < 20; ++i) {
    const Surface a = surface_of(torus, {Vec3::Zero(), dice.turn()}),
                  b = surface_of(blob, {{0.4, 0.1, 0.1}, dice.turn()});
    const adaptive::BoundedVolume exact = adaptive::bounded_volume(a, b, {1e-5, true});
    ASSERT_GT(exact.volume, 0);
    for (const int pixels : {6, 24}) {
      const ImageEvidence images = checked(a, b, whole_pair(pixels));
      ASSERT_TRUE(images.error);
      const double off = std::abs(images.volume - exact.volume);
      EXPECT_LE(off, images.error->bound + exact.bound);
      EXPECT_LE(images.error->error_bar, images.error->bound);
      beyond += off > 3 * images.error->error_bar + exact.bound;
      // It says something: bars of 40 pixels across and more tiles would be no larger than the volume.
      EXPECT_LT(images.error->error_bar, 0.2 * images.volume);
    }
  }
  EXPECT_LE(beyond, 2);
}

// A hair on the cube lies between the columns of pixels, which say that nothing overlaps.
TEST(VolumeCheck, FindsWhatPixelsMissed) {
  const double hair = 1e-3;
  const Surface ground = surface_of(box_between({-1, -1, -1}, {1, 0, 1})),
                comb = surface_of(together({box_between({-0.5, 0.1, -0.5}, {0.5, 0.5, 0.5}),
                                            box_between({0.1, -0.05, -0.4}, {0.1 + hair, 0.2, 0.4})}));
  Settings settings = whole_pair(16);
  settings.contact.ldi.region = RegionChoice::overlap;
  const ImageEvidence images = checked(ground, comb, settings);
  const double exact = 0.05 * hair * 0.8;
  ASSERT_TRUE(images.error);
  EXPECT_LE(std::abs(images.volume - exact), images.error->bound + 1e-12);
  EXPECT_LE(std::abs(images.volume - exact), 3 * images.error->error_bar + 1e-12);
}

TEST(VolumeCheck, IsTheSameForAnyNumberOfThreads) {
  const Surface a = surface_of(make_torus(0.4, 0.15, 800)),
                b = surface_of(make_sphere(0.3, 320), {{0.3, 0.1, 0}, Quat::Identity()});
  const ImageEvidence one = checked(a, b, whole_pair(16), 1), two = checked(a, b, whole_pair(16), 2);
  ASSERT_TRUE(one.error && two.error);
  EXPECT_EQ(one.error->bound, two.error->bound);
  EXPECT_EQ(one.error->error_bar, two.error->error_bar);
}

TEST(VolumeCheck, IsOnlyMadeWhereItIsAskedForAndBodiesAreClosed) {
  TriangleMesh open = make_sphere(0.3, 320);
  open.triangles.pop_back();
  const Surface a = surface_of(make_torus(0.4, 0.15, 800)), b = surface_of(open, {{0.3, 0.1, 0}, {}});
  EXPECT_FALSE(images_of(detect(a, b, whole_pair(16))).error);
  EXPECT_FALSE(checked(a, b, whole_pair(16)).error);
}

/// A body that meets itself, as method `method` finds it.
ImageEvidence with_itself(const Surface& surface, const std::string& method, bool error_bar) {
  Settings settings = whole_pair(24);
  settings.contact.method = method;
  settings.contact.ldi.error_bar = error_bar;
  const std::array<const Surface*, 1> surfaces{&surface};
  const std::array<BodyPair, 1> pairs{BodyPair{0, 0}};
  DetectionRequest request;
  request.within = ContactsWanted{Partition::whole, false};
  const DetectionInput input{{surfaces}, pairs, settings.contact, request, 1};
  std::vector<PairContacts> found;
  MethodTimings timings = make_contact_method(settings.contact)->detect(input, found);
  adaptive::VolumeCheck().find(input, found, timings);
  return images_of(found.front());
}

// Two bodies that are one mesh: what it overlaps itself by is their intersection.
TEST(VolumeCheck, HoldsForBodiesThatMeetThemselves) {
  Dice dice(5);
  for (int trial = 0; trial < 10; ++trial) {
    const TriangleMesh a = make_blob({1, 0.7, 0.8}, 0.05, 6, 1, 800),
                       b = placed(make_torus(0.4, 0.15, 800), {dice.vector(0.3), dice.turn()});
    const adaptive::BoundedVolume exact = adaptive::bounded_volume(surface_of(a), surface_of(b), {1e-7});
    const Surface both = surface_of(together({a, b}));
    for (const std::string method : {"ldi", "adaptive"}) {
      const ImageEvidence images = with_itself(both, method, true);
      ASSERT_TRUE(images.error) << method;
      EXPECT_GT(images.volume, 0);
      EXPECT_LE(std::abs(images.volume - exact.volume), images.error->bound + exact.bound) << method;
      EXPECT_LT(images.error->error_bar, 0.2 * images.volume) << method;
      EXPECT_FALSE(with_itself(both, method, false).error) << method;
    }
  }
}

// What overlaps at rest is left out of pixels: then there is nothing to compare.
TEST(VolumeCheck, OfABodyWhoseOverlapAtRestIsLeftOutIsNotMade) {
  Surface both = surface_of(together({make_box({1, 1, 1}), shifted(make_box({1, 1, 1}), {0.8, 0.1, 0.1})}));
  both.self_offset = rest_overlap(both, 16);
  ASSERT_TRUE(both.self_offset);
  EXPECT_FALSE(with_itself(both, "ldi", true).error);
}

TEST(VolumeCheck, IsPartOfAMeasurement) {
  const PreparedMesh box = prepare_mesh(make_box({1, 1, 1})),
                     other = prepare_mesh(shifted(make_sphere(0.3, 320), {0.5, 0.1, 0.1}));
  ContactSettings settings;
  EXPECT_FALSE(images_of(measure_intersection(box, other, settings, 1).contacts).error);
  settings.ldi.error_bar = true;
  EXPECT_TRUE(images_of(measure_intersection(box, other, settings, 1).contacts).error);
}

} // namespace
} // namespace lamina::test
