#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lamina::test {
namespace {

/// Two bodies turned at random, overlapping, off every symmetry.
struct Pair {
  Surface a, b;
};

Pair random_pair(unsigned seed) {
  Dice dice(seed);
  return {surface_of(make_sphere(0.5, 320), {dice.vector(0.1), dice.turn()}),
          surface_of(make_box({0.8, 0.7, 0.9}), {Vec3(0.5, 0.3, 0.4) + dice.vector(0.1), dice.turn()})};
}

TEST(Gradient, IsTheDerivativeOfTheVolumeOnAFixedGrid) {
  Pair pair = random_pair(6);
  const Settings settings = anchored(1.0 / 64);
  const PairContacts found = detect(pair.a, pair.b, settings);
  const std::vector<Vec3> gradient = gradient_of(found, 0, pair.a);

  // V_d is linear in the depth of a vertex until the order of crossings changes; a step of 10^-5 against
  // pixels that are hundreds of times deeper changes it almost nowhere. Rounding of depths leaves 2^-39 /
  // 10^-5 = 2·10^-7.
  const double step = 1e-5, largest = std::max_element(gradient.begin(), gradient.end(), [](auto&p, auto&q) {
                                        return p.norm() < q.norm();
                                      })->norm();
  int checked = 0;
  for (std::size_t v = 0; v < gradient.size(); ++v) {
    if (gradient[v].norm() == 0)
      continue;
    for (int d = 0; d < 3; ++d) {
      const double at = pair.a.positions[v][d];
      pair.a.positions[v][d] = at + step;
      const double more = images_of(detect(pair.a, pair.b, settings)).volume_xyz[d];
      pair.a.positions[v][d] = at - step;
      const double less = images_of(detect(pair.a, pair.b, settings)).volume_xyz[d];
      pair.a.positions[v][d] = at;
      EXPECT_NEAR((more - less) / (2 * step), gradient[v][d], 2e-3 * largest)
          << "vertex " << v << " axis " << d;
      checked += std::abs((more - less) / (2 * step) - gradient[v][d]) < 1e-5 * largest;
    }
    if (v > 200)
      break;
  }
  // Away from the rim the two agree to rounding.
  EXPECT_GT(checked, 60);
}

TEST(Gradient, SumsToZeroOverTheTwoBodies) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const Pair pair = random_pair(seed);
    for (const ContactLaw law : {ContactLaw::f08, ContactLaw::mean_depth, ContactLaw::cells}) {
      Settings settings = whole_pair(24);
      settings.response.law = law;
      const PairContacts found = detect(pair.a, pair.b, settings);
      ASSERT_FALSE(found.contacts.empty());
      for (const Contact& contact : found.contacts) {
        Vec3 total = Vec3::Zero();
        double size = 0;
        for (const Range range : contact.gradient)
          for (std::uint32_t i = range.begin; i < range.end; ++i) {
            total += found.gradient[i].value;
            size += found.gradient[i].value.norm();
          }
        EXPECT_LT(total.norm(), 1e-12 * size) << "seed " << seed;
      }
    }
  }
}

TEST(Gradient, HasNoTorqueBeyondSnapping) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const Pair pair = random_pair(seed);
    const PairContacts found = detect(pair.a, pair.b, whole_pair(24));
    const std::vector<Vec3> on_a = gradient_of(found, 0, pair.a), on_b = gradient_of(found, 1, pair.b);
    Vec3 torque = Vec3::Zero();
    for (std::size_t v = 0; v < on_a.size(); ++v)
      torque += pair.a.positions[v].cross(on_a[v]);
    for (std::size_t v = 0; v < on_b.size(); ++v)
      torque += pair.b.positions[v].cross(on_b[v]);
    // In each column the two forces act on one line, up to half a unit of 1/1024 pixel at each vertex.
    const double snapping = found.region.size.maxCoeff() / 24 / 1024;
    EXPECT_LT(torque.norm(), snapping * (sum_of_norms(on_a) + sum_of_norms(on_b))) << "seed " << seed;
  }
}

TEST(Gradient, NamesEachVertexOnceInEachContact) {
  const Pair pair = random_pair(3);
  Settings settings = whole_pair(16);
  settings.response.law = ContactLaw::cells;
  const PairContacts found = detect(pair.a, pair.b, settings);
  for (const Contact& contact : found.contacts)
    for (const Range range : contact.gradient) {
      std::vector<std::uint32_t> vertices;
      for (std::uint32_t i = range.begin; i < range.end; ++i)
        vertices.push_back(found.gradient[i].vertex);
      std::sort(vertices.begin(), vertices.end());
      EXPECT_EQ(std::adjacent_find(vertices.begin(), vertices.end()), vertices.end());
    }
}

TEST(Gradient, TurnsWithTheBodies) {
  // Sampled in the bodies' own axes, everything turns with them.
  const TriangleMesh a = box_between({0, 0, 0}, {1, 1, 1}),
                     b = box_between({0.25, 0.25, 0.9}, {0.75, 0.5, 2});
  const Pose pose{{1, 2, 3}, Quat(Eigen::AngleAxisd(1.1, Vec3(3, -1, 2).normalized()))};
  const Surface turned_a = surface_of(a, pose), turned_b = surface_of(b, pose);
  const Vec3 force = sum(gradient_of(detect(turned_a, turned_b, whole_pair(8)), 0, turned_a));
  EXPECT_LT((force - pose.orientation * Vec3(0, 0, 0.125)).norm(), 1e-10);
}

TEST(PixelPairs, MakeUpTheVolumeAndTheGradient) {
  const Pair pair = random_pair(2);
  const PairContacts found = detect(pair.a, pair.b, whole_pair(32));
  double volume = 0, weight = 0;
  Vec3 on_a = Vec3::Zero();
  for (const ContactPixelPair& pixel : images_of(found).pixels) {
    volume += pixel.area * pixel.length / 3;
    weight += pixel.weight;
    const Vec3 axis = found.region.axes.col(pixel.axis);
    on_a += (pixel.body[1] == 0 ? pixel.area : 0) * axis - (pixel.body[0] == 0 ? pixel.area : 0) * axis;
    EXPECT_GT(pixel.length, 0);
  }
  EXPECT_NEAR(volume, images_of(found).volume, 1e-13);
  EXPECT_NEAR(weight, found.area, 1e-12);
  EXPECT_LT((on_a - sum(gradient_of(found, 0, pair.a))).norm(), 1e-12);
}

TEST(PixelPairs, LieOnTheirTriangles) {
  const Pair pair = random_pair(7);
  const PairContacts found = detect(pair.a, pair.b, whole_pair(32));
  const std::array<const Surface*, 2> surfaces = {&pair.a, &pair.b};
  ASSERT_FALSE(images_of(found).pixels.empty());
  for (const ContactPixelPair& pixel : images_of(found).pixels) {
    const Vec3 ends[2] = {pixel.lower, pixel.lower + pixel.length * found.region.axes.col(pixel.axis)};
    for (std::size_t end = 0; end < 2; ++end) {
      const Surface& surface = *surfaces[pixel.body[end]];
      const Triangle& t = (*surface.triangles)[pixel.triangle[end]];
      const double b1 = pixel.barycentric[end][0], b2 = pixel.barycentric[end][1];
      const Vec3 at = (1 - b1 - b2) * surface.positions[t[0]] + b1 * surface.positions[t[1]] +
                      b2 * surface.positions[t[2]];
      // Barycentric coordinates are kept in single precision, and vertices were snapped to 1/1024 pixel.
      EXPECT_LT((at - ends[end]).norm(), found.region.size.maxCoeff() / 32 / 1024 + 1e-6);
    }
  }
}

TEST(ContactArea, IsTheTrueAreaOfASlantedContact) {
  // A big slanted face cuts through a thin rod across the world's axes; the pairs at the cut have the face's
  // normal.
  const Quat tilt(Eigen::AngleAxisd(0.5, Vec3(1, 1, 0).normalized()));
  const Surface floor = surface_of(box_between({-4, -4, -4}, {4, 4, 0}), {Vec3::Zero(), tilt});
  const Surface plate = surface_of(box_between({-1, -0.7, -0.01}, {1, 0.7, 3}), {Vec3::Zero(), tilt});
  const PairContacts found = detect(floor, plate, as_in_f08(200));
  // 2 × 1.4 for the face; its rim adds the slivers between face and walls, as thick as the depth.
  EXPECT_NEAR(found.area, 2.8, 0.01 * 2.8);
}

} // namespace
} // namespace lamina::test
