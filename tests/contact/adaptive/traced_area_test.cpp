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
    Vec3 linear = Vec3::Zero();
    for (const RigidGradient& rigid : pair.rigid)
      linear += rigid.linear;
    const double error = (linear - exact_area_within(a, b).vector).norm();
    EXPECT_LE(error, *images.area_vector_bound + 1e-8) << "pair " << i;
    EXPECT_LE((sum(gradient_of(pair, 0, of_a)) - linear).norm(), 1e-12);
    exact_ones += error < 1e-8;
  }
  EXPECT_GT(of, 300);
  EXPECT_GT(exact_ones, 0.8 * of);
}

} // namespace
} // namespace lamina::test
