#include "core/contact/ldi/image_evidence.h"
#include "core/contact/self_offset.h"
#include "core/mesh/mass_properties.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/same_contacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace lamina::test {
namespace {

PairContacts detect_by(SelfLaw law, const Surface& surface, Settings settings) {
  settings.response.self_law = law;
  return detect_self(surface, settings);
}

/// Rows that are not shifted, so that faces on pixel borders are met exactly.
Settings even_rows(int resolution) {
  Settings settings = whole_pair(resolution);
  settings.contact.ldi.rows = RowChoice::unstaggered;
  return settings;
}

/// Rings `first` to `last` of a tapering tube around the y axis, 32 rings to a turn; it overlaps itself after
/// one turn, the narrow end inside the wide one.
TriangleMesh tube(int first, int last) {
  constexpr int per_turn = 32, sides = 12;
  constexpr double pi = 3.14159265358979323846;
  TriangleMesh mesh;
  const auto centre = [](int ring) {
    const double angle = 2 * pi * ring / per_turn;
    return Vec3(std::cos(angle), 0, std::sin(angle));
  };
  for (int ring = first; ring <= last; ++ring)
    for (int side = 0; side < sides; ++side) {
      const double turn = 2 * pi * (side + 0.3) / sides, radius = 0.25 - 0.003 * ring;
      mesh.vertices.push_back(centre(ring) * (1 + radius * std::cos(turn)) +
                              Vec3(0, radius * std::sin(turn), 0));
    }
  const auto at = [](int ring, int side) { return static_cast<std::uint32_t>(ring * sides + side % sides); };
  const int rings = last - first;
  const std::uint32_t start = static_cast<std::uint32_t>(mesh.vertices.size()), end = start + 1;
  mesh.vertices.push_back(centre(first));
  mesh.vertices.push_back(centre(last));
  for (int side = 0; side < sides; ++side) {
    for (int ring = 0; ring < rings; ++ring) {
      mesh.triangles.push_back({at(ring, side), at(ring, side + 1), at(ring + 1, side + 1)});
      mesh.triangles.push_back({at(ring, side), at(ring + 1, side + 1), at(ring + 1, side)});
    }
    mesh.triangles.push_back({start, at(0, side + 1), at(0, side)});
    mesh.triangles.push_back({end, at(rings, side), at(rings, side + 1)});
  }
  return mass_properties(mesh).volume > 0 ? mesh : inside_out(mesh);
}

TriangleMesh bent_tube() {
  return tube(0, 38);
}

/// Three spheres that overlap, all of them in one place, and one that is turned inside out.
TriangleMesh cluster() {
  return together({make_sphere(0.5, 320), shifted(make_sphere(0.45, 320), {0.4, 0.1, 0.05}),
                   shifted(make_sphere(0.4, 320), {0.15, 0.35, 0.1}),
                   shifted(inside_out(make_sphere(0.2, 80)), {-1, 0.3, 0.2})});
}

TEST(SelfContact, OfTwoOverlappingBoxesHasTheVolumeOfTheirOverlap) {
  // The union is 1.6 × 1 × 1, so all faces of the overlap lie between pixels of 0.1 and 1/16.
  const TriangleMesh both =
      together({box_between({0, 0, 0}, {1, 1, 1}), box_between({0.6, 0.25, 0.125}, {1.6, 0.75, 0.875})});
  const PairContacts found = detect_by(SelfLaw::f08, surface_of(both), even_rows(16));
  for (int d = 0; d < 3; ++d)
    EXPECT_NEAR(images_of(found).volume_xyz[d], 0.4 * 0.5 * 0.75, 1e-12);
  ASSERT_EQ(found.contacts.size(), 1u);
  EXPECT_NEAR(found.contacts[0].measure, 0.15, 1e-12);
  EXPECT_EQ(found.contacts[0].gradient[1].size(), 0u);
}

TEST(SelfContact, OfThreeNestedSheetsCountsEachPairOfThem) {
  // Winding 2 between the inner boxes and 3 in the innermost: 1 and 3 pairs, that is V_middle + 2 V_inner.
  const TriangleMesh nested =
      together({make_box({1, 1, 1}), make_box({0.5, 0.5, 0.5}), make_box({0.25, 0.25, 0.25})});
  const PairContacts found = detect_by(SelfLaw::f08, surface_of(nested), even_rows(16));
  for (int d = 0; d < 3; ++d)
    EXPECT_NEAR(images_of(found).volume_xyz[d], 0.125 + 2 * 0.015625, 1e-12);
  std::uint16_t most = 0;
  for (const ContactPixelPair& pixel : images_of(found).pixels)
    most = std::max(most, pixel.multiplicity);
  EXPECT_EQ(most, 2);
}

TEST(SelfContact, OfAPieceTurnedInsideOutHasItsVolume) {
  // The union is 1.75 × 1 × 1: pixels of 1/32 and 1/56 m.
  const TriangleMesh pieces =
      together({make_box({1, 1, 1}), inside_out(box_between({0.75, 0, 0}, {1.25, 0.25, 0.5}))});
  const PairContacts found = detect_by(SelfLaw::f08, surface_of(pieces), even_rows(56));
  for (int d = 0; d < 3; ++d)
    EXPECT_NEAR(images_of(found).volume_xyz[d], 0.5 * 0.25 * 0.5, 1e-12);
}

TEST(SelfContact, IsNoneWhereFacesOnlyTouch) {
  const TriangleMesh touching =
      together({box_between({0, 0, 0}, {1, 1, 1}), box_between({1, 0, 0}, {2, 1, 1})});
  const PairContacts found = detect_by(SelfLaw::patches, surface_of(touching), even_rows(16));
  EXPECT_EQ(images_of(found).volume, 0);
  EXPECT_TRUE(found.contacts.empty());
}

TEST(SelfContact, OfABentTubeIsTheVolumeOfTheEndInsideTheOtherEnd) {
  const TriangleMesh overlap = tube(32, 38);
  const double exact = mass_properties(overlap).volume;
  for (const int seed : {1, 2}) {
    const PairContacts found = detect_by(
        SelfLaw::f08, surface_of(bent_tube(), {Vec3::Zero(), Dice(static_cast<unsigned>(seed)).turn()}),
        whole_pair(96));
    // The overlap is some 14 pixels thick; its error at vertical walls falls as h^1.5.
    EXPECT_NEAR(images_of(found).volume, exact, 0.01 * exact);
    EXPECT_TRUE(images_of(found).dropped.empty());
  }
}

TEST(SelfContact, OfTwoLobesIsThatOfTwoBodies) {
  const TriangleMesh a = make_sphere(0.5, 320), b = shifted(make_sphere(0.4, 320), {0.5, 0.3, 0.2});
  const Pose pose{{0.3, -0.2, 0.1}, Dice(4).turn()};
  const Surface first = surface_of(a, pose), second = surface_of(b, pose),
                both = surface_of(together({a, b}), pose);
  const Settings settings = anchored(1.0 / 64);
  const PairContacts pair = detect(first, second, settings), self = detect_by(SelfLaw::f08, both, settings);
  EXPECT_GT(images_of(pair).volume, 0.01);
  EXPECT_NEAR(images_of(self).volume, images_of(pair).volume, 1e-12);
  const std::vector<Vec3> gradient = gradient_of(self, 0, both), of_a = gradient_of(pair, 0, first),
                          of_b = gradient_of(pair, 1, second);
  for (std::size_t v = 0; v < gradient.size(); ++v)
    EXPECT_LT((gradient[v] - (v < of_a.size() ? of_a[v] : of_b[v - of_a.size()])).norm(), 1e-12);
  // What lies on two sheets is judged by normals here: the rim may differ.
  EXPECT_NEAR(self.area, pair.area, 0.05 * pair.area);
}

TEST(SelfContact, HasTheDerivativeOfItsVolumeForAGradient) {
  Surface surface = surface_of(cluster(), {{0.01, 0.02, 0.03}, Dice(6).turn()});
  const Settings settings = anchored(1.0 / 32);
  const PairContacts found = detect_by(SelfLaw::f08, surface, settings);
  const std::vector<Vec3> gradient = gradient_of(found, 0, surface);
  double largest = 0;
  for (const Vec3& g : gradient)
    largest = std::max(largest, g.norm());
  ASSERT_GT(largest, 0);
  // As for pairs: V_d is linear in the depth of a vertex but where the order of crossings changes.
  const double step = 1e-5;
  int checked = 0, exact = 0;
  for (std::size_t v = 0; v < gradient.size(); v += 7) {
    if (gradient[v].norm() == 0)
      continue;
    for (int d = 0; d < 3; ++d) {
      const double at = surface.positions[v][d];
      surface.positions[v][d] = at + step;
      const double more = images_of(detect_by(SelfLaw::f08, surface, settings)).volume_xyz[d];
      surface.positions[v][d] = at - step;
      const double less = images_of(detect_by(SelfLaw::f08, surface, settings)).volume_xyz[d];
      surface.positions[v][d] = at;
      EXPECT_NEAR((more - less) / (2 * step), gradient[v][d], 1e-2 * largest)
          << "vertex " << v << " axis " << d;
      exact += std::abs((more - less) / (2 * step) - gradient[v][d]) < 1e-5 * largest;
      ++checked;
    }
  }
  EXPECT_GT(checked, 60);
  EXPECT_GT(exact, checked * 3 / 4);
}

TEST(SelfContact, PushesWithNoNetForceOrTorque) {
  for (unsigned seed = 0; seed < 4; ++seed) {
    const Surface surface = surface_of(cluster(), {Dice(seed).vector(0.1), Dice(seed).turn()});
    const PairContacts found = detect_by(SelfLaw::patches, surface, whole_pair(48));
    const std::vector<Vec3> gradient = gradient_of(found, 0, surface);
    const double scale = sum_of_norms(gradient);
    ASSERT_GT(scale, 0);
    EXPECT_LT(sum(gradient).norm(), 1e-12 * scale);
    Vec3 torque = Vec3::Zero();
    for (std::size_t v = 0; v < gradient.size(); ++v)
      torque += surface.positions[v].cross(gradient[v]);
    // Points are those of snapped triangles, 2^-10 of a pixel of 2/48 m.
    EXPECT_LT(torque.norm(), 2.0 / 48 / 1024 * scale);
  }
}

TEST(SelfContact, DoesNotDependOnTheNumberOfThreads) {
  const Surface surface = surface_of(cluster(), {Vec3::Zero(), Dice(3).turn()});
  Settings settings = whole_pair(32);
  const PairContacts one = detect_by(SelfLaw::patches, surface, settings);
  settings.simulation.threads = 2;
  const PairContacts two = detect_by(SelfLaw::patches, surface, settings);
  expect_same(one, two);
}

TEST(SelfContact, HasAPressureForEachPlaceThatTouches) {
  const TriangleMesh apart =
      together({make_sphere(0.5, 320), shifted(make_sphere(0.5, 320), {0.9, 0, 0}),
                shifted(make_sphere(0.3, 320), {-0.7, 0.1, 0}), shifted(make_sphere(0.2, 320), {0, 3, 0})});
  const PairContacts found =
      detect_by(SelfLaw::patches, surface_of(apart, {Vec3::Zero(), Dice(2).turn()}), whole_pair(64));
  ASSERT_EQ(found.contacts.size(), 2u);
  EXPECT_NEAR(found.contacts[0].measure + found.contacts[1].measure, images_of(found).volume, 1e-15);
  EXPECT_EQ(found.contacts[0].cell, 0);
  EXPECT_EQ(found.contacts[1].cell, 1);
}

TEST(SelfContact, IsNoneUnderTheLawNone) {
  EXPECT_TRUE(detect_by(SelfLaw::none, surface_of(cluster()), whole_pair(16)).contacts.empty());
}

TEST(RestOverlap, IsNothingForASurfaceThatDoesNotOverlapItself) {
  EXPECT_EQ(rest_overlap(surface_of(make_torus(1, 0.3, 800))), nullptr);
}

TEST(RestOverlap, LeavesNoContactAtRestHoweverItIsTurnedAndSampled) {
  for (const TriangleMesh& mesh :
       {bent_tube(), together({make_sphere(0.5, 1280), shifted(make_sphere(0.4, 320), {0.7, 0.1, 0})})}) {
    Surface surface = surface_of(mesh);
    const PairContacts bare = detect_by(SelfLaw::patches, surface, whole_pair(64));
    surface.self_offset = rest_overlap(surface);
    ASSERT_NE(surface.self_offset, nullptr);
    EXPECT_GT(images_of(bare).volume, 0);
    EXPECT_EQ(images_of(detect_by(SelfLaw::patches, surface, whole_pair(128))).volume, 0);
    for (unsigned seed = 0; seed < 3; ++seed) {
      Surface turned = surface_of(mesh, {Vec3::Zero(), Dice(seed).turn()});
      turned.self_offset = surface.self_offset;
      // What other samples see of the rim.
      EXPECT_LT(images_of(detect_by(SelfLaw::patches, turned, whole_pair(50))).volume,
                0.01 * images_of(bare).volume);
    }
  }
}

TEST(RestOverlap, LetsDeeperOverlapThrough) {
  const TriangleMesh box = make_box({1, 1, 1}, 4800); // fine: what a vertex knows does not reach far
  const TriangleMesh rest = together({box, shifted(box, {0.9, 0.03, 0.02})});
  const TriangleMesh deeper = together({box, shifted(box, {0.7, 0.03, 0.02})});
  Surface surface = surface_of(deeper);
  surface.self_offset = rest_overlap(surface_of(rest));
  ASSERT_NE(surface.self_offset, nullptr);
  const PairContacts found = detect_by(SelfLaw::f08, surface, whole_pair(64));
  // Along x, 0.3 deep less 1.05 · 0.1; less still near the edges, whose vertices know the sides of the box
  // that met all along at rest.
  const double flat = 0.97 * 0.98 * (0.3 - 0.105);
  EXPECT_LT(images_of(found).volume_xyz[0], flat * 1.001);
  EXPECT_GT(images_of(found).volume_xyz[0], flat * 0.8);
}

} // namespace
} // namespace lamina::test
