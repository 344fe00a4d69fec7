#include "core/contact/sampled_cells.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamina {
namespace {

/// A pair with contacts in the cells 0 and 2. Cell 1 has none.
PairContacts two_cells() {
  PairContacts pair;
  for (const int cell : {0, 2}) {
    Contact contact;
    contact.cell = cell;
    pair.contacts.push_back(contact);
  }
  return pair;
}

std::vector<SampledCell> sums_of(PairContacts& pair) {
  pair.friction.finish();
  std::vector<SampledCell> sums;
  sum_samples(pair, sums);
  return sums;
}

// Mean distance from the middle of a disc: two thirds of its radius.
TEST(SampledCells, KnowMiddleAndRadiusOfADisc) {
  PairContacts pair = two_cells();
  const Vec3 origin(10, -20, 5), middle(10.5, -20, 5.25);
  pair.friction.begin(origin);
  constexpr int rings = 64;
  for (int i = 0; i < rings; ++i)
    for (int k = 0; k < 32; ++k) {
      const double r = (i + 0.5) / rings, angle = 2 * std::numbers::pi * k / 32;
      pair.friction.add(Vec3::UnitY(), middle + r * Vec3(std::cos(angle), 0, std::sin(angle)), r, 0.01,
                        {2, 2});
    }
  const std::vector<SampledCell> sums = sums_of(pair);
  ASSERT_EQ(sums.size(), 2u);
  EXPECT_EQ(sums[0].weight, 0);
  // Samples are in single precision; the mean is that of the root mean square within a percent.
  EXPECT_LT((sums[1].centre - middle).norm(), 1e-6);
  EXPECT_NEAR(sums[1].radius, 2.0 / 3, 0.01);
}

TEST(SampledCells, ShareSamplesBetweenTheCellsOfBothEnds) {
  PairContacts pair = two_cells();
  pair.friction.begin(Vec3::Zero());
  pair.friction.add(Vec3::UnitX(), Vec3::Zero(), 2, 0.5, {0, 2});
  pair.friction.add(Vec3::UnitX(), Vec3::Zero(), 4, 0.5, {0, 1});
  const std::vector<SampledCell> sums = sums_of(pair);
  EXPECT_EQ(sums[0].weight, 3);
  EXPECT_EQ(sums[1].weight, 1);
}

// The columns along a thin overlap end on its sides, far apart.
TEST(SampledCells, TakeTheDepthFromSamplesThatFaceAlongTheNormal) {
  PairContacts pair = two_cells();
  pair.friction.begin(Vec3::Zero());
  pair.friction.add(Vec3::UnitY(), Vec3::Zero(), 1, 0.01, {0, 0});
  pair.friction.add(-Vec3::UnitY(), Vec3::Zero(), 1, -0.03, {0, 0}); // the same way, seen from the other side
  pair.friction.add(Vec3::UnitX(), Vec3::Zero(), 0.1, 5, {0, 0});
  const SampledCell cell = sums_of(pair)[0];
  EXPECT_TRUE(cell.faces_one_way());
  EXPECT_NEAR(cell.depth_along(Vec3::UnitY()), 0.02, 1e-8); // single precision
  EXPECT_GT(cell.outward.y(), 1.9);
}

// A screw surface y = p φ / 2π moves within itself as it turns about y and goes up by p a turn. So none of
// its normals is met by that motion, however far a cell reaches around.
TEST(SampledCells, OfAScrewAreNotMetByItsMotion) {
  constexpr double pitch = 0.3;
  const double climb = pitch / (2 * std::numbers::pi);
  PairContacts pair = two_cells();
  const Vec3 origin(2, 1, -1);
  pair.friction.begin(origin);
  for (int k = 0; k < 40; ++k) {
    const double angle = 0.05 * k, r = 0.2 + 0.003 * k;
    const Vec3 out(std::cos(angle), 0, -std::sin(angle)), along(-std::sin(angle), 0, -std::cos(angle));
    const Vec3 normal = (Vec3::UnitY() - climb / r * along).normalized();
    pair.friction.add(normal, r * out + climb * angle * Vec3::UnitY(), 0.01 + 0.001 * k, 1e-4, {0, 0});
  }
  const SampledCell cell = sums_of(pair)[0];
  const Vec3 turns = Vec3::UnitY(), rises = climb * Vec3::UnitY() + turns.cross(cell.centre);
  const double met = cell.outward.dot(rises) + cell.moment.dot(turns);
  EXPECT_NEAR(met, 0, 1e-6 * cell.weight * climb) << "single precision";
  EXPECT_GT(std::abs(cell.outward.dot(rises)), 1e-3 * cell.weight * climb) << "one normal would be met";
}

TEST(SampledCells, AreLeftByDetectionWhereTheyAreWanted) {
  PairContacts pair = two_cells();
  pair.friction.begin(Vec3::Zero());
  pair.friction.add(Vec3::UnitX(), Vec3::Zero(), 2, 0.5, {0, 0});
  pair.friction.finish();
  const ContactSettings settings;
  const std::array<BodyPair, 2> pairs{BodyPair{0, 1, false, true}, BodyPair{0, 2, true, false}};
  std::array<PairContacts, 2> found{pair, pair};
  DetectionInput input{{}, pairs, settings, {}, 1};
  sum_samples(input, found);
  EXPECT_TRUE(found[0].sampled.empty());
  input.request.sampled_contacts = true;
  sum_samples(input, found);
  ASSERT_EQ(found[0].sampled.size(), 2u);
  EXPECT_EQ(found[0].sampled[0].weight, 2);
  EXPECT_TRUE(found[1].sampled.empty()) << "not between rigid bodies";
}

} // namespace
} // namespace lamina
