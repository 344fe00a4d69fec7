#include "core/contact/adaptive/bounded_volume.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/procedural.h"
#include "tests/contact/adaptive/exact_area.h"
#include "tests/contact/adaptive/view_pair.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>

namespace lamina::test {
namespace {

using namespace adaptive;

/// The sum over tiles, m² and m³ along u and v from the world's origin; none if one is not known.
std::optional<Vec3> sum_of_areas(const ViewPair& pair) {
  const ViewPlane& plane = pair.plane();
  Vec3 sum = Vec3::Zero();
  for (const TileTree::Leaf& leaf : pair.tree().leaves()) {
    if (leaf.volume.volume == 0 && leaf.volume.bound == 0)
      continue;
    if (!leaf.volume.area)
      return std::nullopt;
    const double area = plane.unit * plane.unit * leaf.volume.area->area;
    sum[0] += area;
    for (std::size_t k = 0; k < 2; ++k) {
      const double middle = plane.unit * (static_cast<double>(plane.origin[k]) + leaf.tile.middle()[k]);
      const auto axis = static_cast<int>(k);
      sum[1 + axis] += area * middle + std::pow(plane.unit, 3) * leaf.volume.area->moment[axis];
    }
  }
  return sum;
}

// Whatever the tiles: 16 of them, or 256.
TEST(TracedArea, IsThatOfTheSurfaceWithinTheOtherBody) {
  Dice dice(5);
  int known = 0, of = 0;
  for (int i = 0; i < 500; ++i) {
    const TriangleMesh a = random_solid_somewhere(dice), b = random_convex(dice);
    const Surface of_a = surface_of(a), of_b = surface_of(b);
    if (!of_a.bounds.overlaps(of_b.bounds))
      continue;
    const ExactArea exact = exact_area_within(a, b);
    for (int direction = 0; direction < 3; ++direction) {
      ViewPair pair(of_a, of_b, direction);
      pair.refine({0, true, i % 2 == 0 ? std::size_t{16} : std::size_t{256}}, Kinks::traced);
      ++of;
      const std::optional<Vec3> sum = sum_of_areas(pair);
      if (!sum)
        continue;
      ++known;
      const int u = pair.plane().u, v = pair.plane().v;
      const Vec3 wanted(exact.vector[direction], exact.moment(direction, u), exact.moment(direction, v));
      // Corners are moved by 2⁻³¹ of the region, and rounding adds up over tiles.
      EXPECT_LE((*sum - wanted).norm(), 1e-8) << "pair " << i << ", direction " << direction;
    }
  }
  EXPECT_GT(known, 0.8 * of);
}

/// What `adaptive` finds with traced tiles.
PairContacts detected(const Surface& a, const Surface& b, double tolerance) {
  ContactSettings settings;
  settings.method = "adaptive";
  settings.adaptive.tiles = TileKind::traced;
  settings.adaptive.volume_tolerance = tolerance;
  settings.adaptive.area_bound = true;
  const std::array<const Surface*, 2> surfaces{&a, &b};
  const std::array<BodyPair, 1> pairs{BodyPair{0, 1, true, true}};
  std::vector<PairContacts> results;
  make_contact_method(settings)->detect({{surfaces}, pairs, settings, {}, 1}, results);
  return std::move(results.front());
}

/// ∫ (x − middle) × n.
Vec3 torque(const ExactArea& area, const Vec3& middle) {
  const Mat3& m = area.moment;
  return Vec3(m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)) - middle.cross(area.vector);
}

Vec3 middle_of(const Region& region) {
  return region.axes * (region.minimum + 0.5 * region.size);
}

// Of what lies beyond the region little is seen, above or below. Then it is known from the other end alone.
TEST(TracedArea, IsTheGradientOfPairs) {
  Dice dice(8);
  int exact_ones = 0, of = 0;
  for (int i = 0; i < 600; ++i) {
    const TriangleMesh a = random_solid_somewhere(dice), b = random_convex(dice);
    const Surface of_a = in_small_meshlets(a, true), of_b = in_small_meshlets(b, true);
    const PairContacts pair = detected(of_a, of_b, 1);
    const ImageEvidence& images = images_of(pair);
    if (images.volume == 0)
      continue;
    ++of;
    const adaptive::BoundedVolume exact = adaptive::bounded_volume(of_a, of_b, {1e-6});
    ASSERT_TRUE(images.error && images.area_vector_bound);
    EXPECT_LE(std::abs(images.volume - exact.volume), images.error->bound + exact.bound) << "pair " << i;
    const ExactArea area = exact_area_within(a, b);
    // One body is all within the other.
    if (pair.rigid.empty()) {
      EXPECT_LT(area.vector.norm(), 1e-12) << "pair " << i;
      continue;
    }
    const double error = (pair.rigid[0].linear - area.vector).norm();
    EXPECT_LE(error, *images.area_vector_bound + 1e-8) << "pair " << i;
    EXPECT_LE((sum(gradient_of(pair, 0, of_a)) - pair.rigid[0].linear).norm(), 1e-12);
    if (*images.area_vector_bound > 1e-9)
      continue;
    ++exact_ones;
    EXPECT_LE((pair.rigid[0].angular - torque(area, middle_of(pair.region))).norm(), 1e-8) << "pair " << i;
  }
  EXPECT_GT(of, 300);
  EXPECT_GT(exact_ones, 0.8 * of);
}

// Two boxes that overlap where the ray of the only tile is not.
TEST(TracedArea, OfASurfaceThatOverlapsItselfIsNotTraced) {
  const Surface twice = surface_of(together(
                    {box_between({0, 0, 0}, {1.5, 1.5, 1.5}), box_between({1.4, 1.4, 1.4}, {2, 2, 2})})),
                around = surface_of(box_between({-1, -1, -1}, {3, 3, 3}));
  const PairContacts pair = detected(twice, around, 1e-3);
  const double exact = 1.5 * 1.5 * 1.5 + 0.6 * 0.6 * 0.6 - 0.1 * 0.1 * 0.1;
  EXPECT_NEAR(images_of(pair).volume, exact, images_of(pair).error->bound);
}

// A post of 4 mm beside a wide one, which pixels of the region miss.
TEST(TracedArea, OfWhatNoColumnMeetsCounts) {
  const Surface posts = surface_of(together({box_between({-0.3, 0, -0.3}, {-0.1, 0.51, -0.1}),
                                             box_between({0.3017, 0, 0.2013}, {0.3057, 0.5009, 0.2053})}),
                                   {Vec3::Zero(), Quat(Eigen::AngleAxisd(0.3, Vec3::UnitY()))}),
                cube = surface_of(box_between({-0.5, 0.5, -0.5}, {0.5, 1, 0.5}));
  const PairContacts pair = detected(posts, cube, 1e-6);
  EXPECT_NEAR(images_of(pair).volume, 0.2 * 0.2 * 0.01 + 4e-3 * 4e-3 * 9e-4, 1e-11);
  ASSERT_EQ(pair.rigid.size(), 1u);
  EXPECT_NEAR(pair.rigid[0].linear.y(), 0.2 * 0.2 + 4e-3 * 4e-3, 1e-9);
}

} // namespace
} // namespace lamina::test
