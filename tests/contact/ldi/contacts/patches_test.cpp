#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"

#include <gtest/gtest.h>

namespace lamina::test {
namespace {

Settings in_patches(Settings settings) {
  settings.response.law = ContactLaw::patches;
  return settings;
}

TEST(Patches, OfOneContactAreOneWithTheGradientOfThePair) {
  const Pose pose{{0.3, -0.2, 0.5}, Dice(9).turn()};
  const Surface a = surface_of(make_sphere(0.5, 320), pose);
  const Surface b = surface_of(box_between({-1, -1, 0.45}, {1, 1, 2}), pose);
  for (const int resolution : {8, 24, 64}) {
    const PairContacts whole = detect(a, b, whole_pair(resolution)),
                       patches = detect(a, b, in_patches(whole_pair(resolution)));
    ASSERT_EQ(patches.contacts.size(), 1u) << resolution;
    EXPECT_NEAR(patches.contacts[0].measure, images_of(whole).volume, 1e-15);
    EXPECT_NEAR(patches.contacts[0].area, whole.area, 1e-12);
    EXPECT_EQ(gradient_of(patches, 0, a), gradient_of(whole, 0, a));
    EXPECT_EQ(gradient_of(patches, 1, b), gradient_of(whole, 1, b));
    EXPECT_LE(patches.contacts[0].depth_limit, 0.06) << "the cap is 0.05 m high";
  }
}

TEST(Patches, ThatDoNotTouchAreMeasuredApart) {
  const TriangleMesh one = make_sphere(0.5, 320), other = shifted(make_sphere(0.4, 320), {1.5, 0.05, 0.3});
  const Surface floor = surface_of(box_between({-2, -2, -2}, {4, -0.25, 2})),
                both = surface_of(together({one, other}));
  const Settings settings = in_patches(anchored(1.0 / 64));
  const PairContacts found = detect(floor, both, settings);
  const double first = images_of(detect(floor, surface_of(one), settings)).volume,
               second = images_of(detect(floor, surface_of(other), settings)).volume;
  ASSERT_EQ(found.contacts.size(), 2u);
  std::array<double, 2> measures = {found.contacts[0].measure, found.contacts[1].measure};
  if (measures[0] < measures[1])
    std::swap(measures[0], measures[1]);
  EXPECT_NEAR(measures[0], first, 1e-13);
  EXPECT_NEAR(measures[1], second, 1e-13);
  for (const ContactPixelPair& pixel : images_of(found).pixels)
    EXPECT_EQ(pixel.cell[0], pixel.lower[0] > 0.9 ? images_of(found).pixels.back().cell[0]
                                                  : images_of(found).pixels.front().cell[0]);
}

TEST(Patches, StackedInOneColumnAreMeasuredApart) {
  const Surface shelves =
      surface_of(together({box_between({-1, -1, 0}, {1, 1, 0.2}), box_between({-1, -1, 0.6}, {1, 1, 0.8})}));
  const Surface post = surface_of(box_between({-0.1, -0.1, -0.5}, {0.1, 0.1, 1.5}),
                                  {Vec3::Zero(), Quat(Eigen::AngleAxisd(0.2, Vec3(1, 2, 3).normalized()))});
  const PairContacts found = detect(shelves, post, in_patches(whole_pair(32)));
  EXPECT_EQ(found.contacts.size(), 2u);
}

TEST(Patches, UnderATableAreItsFourLegs) {
  const Surface floor = surface_of(box_between({-3, -1, -3}, {3, 0, 3}));
  const Surface table = surface_of(make_table({1.2, 0.75, 0.8}, 0.06, 0.09, 500),
                                   {{0, 0.374, 0}, Quat(Eigen::AngleAxisd(0.3, Vec3::UnitY()))});
  Settings cells = whole_pair(16);
  cells.response.law = ContactLaw::cells;
  EXPECT_EQ(detect(floor, table, in_patches(whole_pair(16))).contacts.size(), 4u);
  const PairContacts patches = detect(floor, table, in_patches(whole_pair(128)));
  ASSERT_EQ(patches.contacts.size(), 4u);
  // Legs of ten pixels: their areas along the three directions agree to a pixel.
  for (const Contact& contact : patches.contacts)
    EXPECT_NEAR(contact.measure / contact.area, 0.001, 1e-4);
  EXPECT_GE(detect(floor, table, cells).contacts.size(), 4u);
}

TEST(Patches, DoNotDependOnTheNumberOfThreads) {
  const Surface a = surface_of(make_torus(1, 0.3, 800)),
                b = surface_of(make_torus(1, 0.3, 800), {{0.4, 0.1, 0.3}, Dice(1).turn()});
  Settings settings = in_patches(whole_pair(32));
  const PairContacts one = detect(a, b, settings);
  settings.simulation.threads = 2;
  const PairContacts two = detect(a, b, settings);
  ASSERT_EQ(one.contacts.size(), two.contacts.size());
  EXPECT_GT(one.contacts.size(), 0u);
  for (std::size_t c = 0; c < one.contacts.size(); ++c)
    EXPECT_EQ(one.contacts[c].measure, two.contacts[c].measure);
  EXPECT_EQ(gradient_of(one, 0, a), gradient_of(two, 0, a));
}

} // namespace
} // namespace lamina::test
