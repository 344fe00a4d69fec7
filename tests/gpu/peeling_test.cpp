#include "core/contact/ldi/image_evidence.h"
#include "gpu/opengl/peeling/peeling_device.h"

#include "core/contact/ldi/device/device_method.h"
#include "core/contact/ldi/ldi.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/same_contacts.h"
#include "tests/gpu/devices.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace lamina::test {
namespace {

/// Lateral error of an outline in pixels: the driver snaps to 2⁻⁸ and core to 2⁻¹⁰, which moves a vertex by
/// half of that, and single precision adds 3 · 10⁻⁴ in an image of 1,658 pixels: 2.8 · 10⁻³ together.
constexpr double outline_error = 1.0 / 256;

/// Depth error of a crossing, of the depth of the region or of its triangle (peeling_device.h): less than
/// what both bodies take along the columns.
const double depth_error = std::ldexp(1.0, -22);

/// So many columns of a direction may be in on one backend and out on the other: each row and each column of
/// pixels meets the outline of what overlaps in two places (a torus: four), each within the outline's error
/// of a sample with that probability to either side; and three, since chance does not keep to its mean.
double doubtful_columns(const Region& region, int u, int v) {
  return 3 + 4 * 2 * outline_error * (region.pixels[u] + region.pixels[v]);
}

struct Bound {
  double volume = 0;         ///< m³
  Vec3 force = Vec3::Zero(); ///< m², along the region's axes
};

/// How far volume and force may be from those of the other backends.
Bound bound_of(const PairContacts& wanted, double extent) {
  const Region& region = wanted.region;
  Bound bound;
  for (int d = 0; d < 3; ++d) {
    const int u = (d + 1) % 3, v = (d + 2) % 3;
    const double pixel_u = region.size[u] / region.pixels[u], pixel_v = region.size[v] / region.pixels[v];
    bound.force[d] = doubtful_columns(region, u, v) * pixel_u * pixel_v;
    // What overlaps is moved sideways by the outlines' error, and has its two faces on the region's at most;
    // a doubtful column is no longer than a pixel, for no side here lies along one; and both ends' depths.
    const double moved =
        2 * outline_error * region.size[d] * (pixel_u * region.size[v] + pixel_v * region.size[u]);
    const double doubtful = bound.force[d] * (pixel_u + pixel_v);
    const double deep = 2 * depth_error * extent * region.size[u] * region.size[v];
    bound.volume += (moved + doubtful + deep) / 3;
  }
  return bound;
}

Vec3 moment(const std::vector<Vec3>& gradient, const Surface& surface) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < gradient.size(); ++i)
    sum += surface.positions[i].cross(gradient[i]);
  return sum;
}

/// Skipped by name where there is no OpenGL.
class Peeling : public OpenglTest {
protected:
  void SetUp() override {
    std::string why;
    renderer_ = gpu::peeling_renderer(why);
    if (renderer_.empty())
      GTEST_SKIP() << "peeling: " << why;
    method_ = ldi::make_device_method(gpu::make_peeling_device());
  }

  PairContacts peeled(const Surface& a, const Surface& b, const Settings& settings) {
    const PairContacts found = detect_all(*method_, {a, b}, {{0, 1}}, settings).at(0);
    EXPECT_FALSE(method_->fallback());
    return found;
  }

  /// The volume and force that the reference stages find, but for the stated error; and no force and no
  /// moment on both bodies together.
  void expect_near_plain(const Surface& a, const Surface& b, const Settings& settings) {
    const PairContacts found = peeled(a, b, settings),
                       wanted = detect_all(*make_ldi_reference(), {a, b}, {{0, 1}}, settings).at(0);
    Box both = a.bounds;
    both.include(b.bounds);
    const Bound bound = bound_of(wanted, both.size().norm());
    EXPECT_GT(images_of(wanted).volume, 0);
    EXPECT_NEAR(images_of(found).volume, images_of(wanted).volume, bound.volume);
    EXPECT_TRUE(images_of(found).dropped.empty()) << images_of(found).dropped.size();
    EXPECT_EQ(images_of(found).columns, images_of(wanted).columns);

    const std::vector<Vec3> on_a = gradient_of(found, 0, a), on_b = gradient_of(found, 1, b);
    const Vec3 off = wanted.region.axes.transpose() * (sum(on_a) - sum(gradient_of(wanted, 0, a)));
    for (int d = 0; d < 3; ++d)
      EXPECT_LE(std::abs(off[d]), bound.force[d]) << d;
    // Gradients are whole numbers that cancel exactly; what is left is rounding of the sums here.
    const double forces = sum_of_norms(on_a) + sum_of_norms(on_b);
    EXPECT_LE((sum(on_a) + sum(on_b)).norm(), 1e-13 * forces);
    // The ends of an interval lie on one line, but for what is drawn beyond the outline of its triangle.
    const double pixel = region_pixel(wanted.region);
    EXPECT_LE((moment(on_a, a) + moment(on_b, b)).norm(), 2 * outline_error * pixel * forces);
    worst_ = std::max(worst_, std::abs(images_of(found).volume - images_of(wanted).volume) /
                                  images_of(wanted).volume);
  }

  static double region_pixel(const Region& region) {
    double widest = 0;
    for (int k = 0; k < 3; ++k)
      widest = std::max(widest, region.size[k] / region.pixels[k]);
    return widest;
  }

  std::unique_ptr<ContactMethod> method_;
  double worst_ = 0; ///< difference of a volume so far, of itself
};

TEST_F(Peeling, SpheresBoxesAndToriAreWithinTheStatedErrorOfTheReferenceStages) {
  Dice dice(31);
  const TriangleMesh shapes[] = {make_sphere(0.5, 1500), make_box({0.9, 0.7, 0.5}),
                                 make_torus(0.5, 0.2, 900)};
  for (const int resolution : {1, 16, 64, 200})
    for (int k = 0; k < 9; ++k) {
      const Surface a = surface_of(shapes[k / 3], {dice.vector(0.1), dice.turn()}),
                    b = surface_of(shapes[k % 3], {{0.35, 0.1, 0.2}, dice.turn()});
      SCOPED_TRACE(std::to_string(resolution) + " pixels, pair " + std::to_string(k));
      Settings settings = k % 2 ? whole_pair(resolution) : as_in_f08(resolution);
      settings.response.law = k % 3 == 1 ? ContactLaw::cells : ContactLaw::f08;
      if (resolution > 1)
        expect_near_plain(a, b, settings);
      else
        EXPECT_LE(images_of(peeled(a, b, settings)).columns, 3u);
    }
  // Errors of single columns go both ways: all together are far smaller than their bounds.
  EXPECT_LT(worst_, 1e-3);
  RecordProperty("worst", std::to_string(worst_));
}

TEST_F(Peeling, PixelsOfOneSizeOnTheGridOfTheWorldAreDrawnToo) {
  Dice dice(32);
  const Surface torus = surface_of(make_torus(0.5, 0.2, 900), {{7, -3, 2}, dice.turn()}),
                box = surface_of(make_box({0.9, 0.7, 0.5}), {{7.3, -3, 2.1}, dice.turn()});
  Settings settings = anchored(0.01);
  expect_near_plain(torus, box, settings);
  settings.contact.ldi.rows = RowChoice::staggered;
  expect_near_plain(torus, box, settings);
}

TEST_F(Peeling, AFloorOfManyMetresIsNearEnoughUnderASmallBody) {
  const Surface floor = surface_of(box_between({-10, -10, -1}, {10, 10, 0})),
                ball = surface_of(make_sphere(0.05, 2000), {{3, 5, 0.045}, Dice(33).turn()});
  for (const int resolution : {16, 64})
    expect_near_plain(floor, ball, whole_pair(resolution));
}

TEST_F(Peeling, ARegionFarSmallerThanABodyIsDrawnWithinTheStatedHundredth) {
  // The region is 5 mm across, 4 · 10⁴ times less than the floor.
  const Surface floor = surface_of(box_between({-100, -100, -1}, {100, 100, 0})),
                ball = surface_of(make_sphere(0.01, 500), {{30, 50, 0.008}, Quat::Identity()});
  const PairContacts found = peeled(floor, ball, whole_pair(32)),
                     wanted =
                         detect_all(*make_ldi_reference(), {floor, ball}, {{0, 1}}, whole_pair(32)).at(0);
  EXPECT_NEAR(images_of(found).volume, images_of(wanted).volume, 0.01 * images_of(wanted).volume);
  EXPECT_TRUE(images_of(found).dropped.empty());
}

TEST_F(Peeling, ASolidWithoutEndIsInsideWhereColumnsBegin) {
  Surface cave = surface_of(inside_out(make_box({2, 2, 2})), {Vec3::Zero(), Dice(34).turn()});
  cave.winding_at_infinity = 1;
  expect_near_plain(cave, surface_of(make_sphere(0.5, 900), {{1, 0.5, 0.7}, Quat::Identity()}),
                    whole_pair(48));
}

TEST_F(Peeling, EachRepeatGivesTheSameBitsAlsoOnAnotherDevice) {
  Dice dice(35);
  const Surface a = surface_of(make_torus(0.5, 0.2, 3000)),
                b = surface_of(make_sphere(0.5, 2000), {{0.3, 0.05, 0.02}, dice.turn()}),
                other = surface_of(make_box({1, 2, 0.5}), {{0.2, 0, 0}, dice.turn()});
  Settings settings = whole_pair(64);
  settings.response.law = ContactLaw::cells;
  const PairContacts first = peeled(a, b, settings);
  for (int repeat = 0; repeat < 3; ++repeat) {
    // In between images of another size, and other triangles.
    peeled(other, a, as_in_f08(20 + 100 * repeat));
    expect_same(peeled(a, b, settings), first);
  }
  const std::unique_ptr<ContactMethod> second = ldi::make_device_method(gpu::make_peeling_device());
  expect_same(detect_all(*second, {a, b}, {{0, 1}}, settings).at(0), first);
}

TEST_F(Peeling, ManyPairsOfAStepAreEachWhatTheyAreAlone) {
  Dice dice(36);
  std::vector<Surface> surfaces;
  for (int i = 0; i < 4; ++i)
    surfaces.push_back(
        surface_of(i % 2 ? make_sphere(0.5, 500) : make_box({1, 0.8, 0.6}), {dice.vector(0.3), dice.turn()}));
  std::vector<BodyPair> pairs;
  for (std::uint32_t a = 0; a < surfaces.size(); ++a)
    for (std::uint32_t b = a + 1; b < surfaces.size(); ++b)
      pairs.push_back({a, b});
  const Settings settings = whole_pair(24);
  const std::vector<PairContacts> together = detect_all(*method_, surfaces, pairs, settings);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    PairContacts alone = peeled(surfaces[pairs[i].a], surfaces[pairs[i].b], settings);
    alone.body = {pairs[i].a, pairs[i].b};
    expect_same(together[i], alone);
    EXPECT_GT(images_of(alone).volume, 0);
  }
}

TEST_F(Peeling, CoincidingFacesLoseNoCrossingAndPushNobodySideways) {
  const TriangleMesh box = make_box({1, 1, 1});
  const Surface below = surface_of(box), above = surface_of(box, {{0, 0, 0.9}, Quat::Identity()});
  for (const int resolution : {16, 33}) {
    const PairContacts found = peeled(below, above, as_in_f08(resolution));
    EXPECT_TRUE(images_of(found).dropped.empty());
    // Depths of two crossings, in each direction times the area of the region across it.
    EXPECT_NEAR(images_of(found).volume, 0.1, 2 * depth_error * (0.1 * 1 + 0.1 * 1 + 1 * 0.1));
    const Vec3 force = sum(gradient_of(found, 0, below));
    EXPECT_EQ(force[0], 0);
    EXPECT_EQ(force[1], 0);
    EXPECT_NEAR(force[2], 1, 1e-12); // as plain: sums of pixel areas
  }
}

TEST_F(Peeling, ColumnsThatDoNotCloseAreDroppedAndCounted) {
  TriangleMesh open = make_box({1, 1, 1});
  open.triangles.pop_back();
  const Surface broken = surface_of(open, {Vec3::Zero(), Dice(37).turn()}, false),
                sphere = surface_of(make_sphere(0.5, 900), {{0.3, 0.2, 0.3}, Quat::Identity()});
  const Settings settings = as_in_f08(64);
  const PairContacts found = peeled(broken, sphere, settings),
                     wanted = detect_all(*make_ldi_reference(), {broken, sphere}, {{0, 1}}, settings).at(0);
  double doubtful = 0;
  for (int d = 0; d < 3; ++d)
    doubtful += doubtful_columns(wanted.region, (d + 1) % 3, (d + 2) % 3);
  EXPECT_GT(images_of(wanted).dropped.size(), 100u);
  EXPECT_NEAR(static_cast<double>(images_of(found).dropped.size()),
              static_cast<double>(images_of(wanted).dropped.size()), doubtful);
}

TEST_F(Peeling, ColumnsOfMoreCrossingsThanTheLimitAreDroppedAndSaidToBe) {
  std::vector<TriangleMesh> plates;
  for (int i = 0; i < 20; ++i)
    plates.push_back(box_between({-1, -1, 0.1 * i}, {1, 1, 0.1 * i + 0.05}));
  const Surface stack = surface_of(together(plates)),
                rod = surface_of(box_between({-0.5, -0.5, -1}, {0.5, 0.5, 3}));
  // Forty of the plates and two of the rod.
  Settings settings = as_in_f08(16);
  settings.contact.ldi.crossing_limit = 42;
  const PairContacts all = peeled(stack, rod, settings);
  EXPECT_TRUE(images_of(all).dropped.empty());
  EXPECT_NEAR(images_of(all).volume_xyz[2], 1, 40 * depth_error * 4);
  settings.contact.ldi.crossing_limit = 41;
  const PairContacts fewer = peeled(stack, rod, settings);
  EXPECT_EQ(images_of(fewer).dropped.size(), 256u);
  for (const DroppedColumn& column : images_of(fewer).dropped)
    EXPECT_TRUE(column.axis == 2 && column.too_many_crossings);
}

TEST_F(Peeling, WhicheverPassFailsOrLosesTheContextTheProcessorGoesOnAndNamesTheRenderer) {
  for (const bool lost : {false, true})
    for (const std::uint64_t pass : {1, 2, 5, 9}) {
      gpu::PeelingSettings device;
      (lost ? device.losing_pass : device.failing_pass) = pass;
      const std::unique_ptr<ContactMethod> method = ldi::make_device_method(gpu::make_peeling_device(device));
      for (int step = 0; step < 2; ++step)
        expect_right_contact(*method, whole_pair(16));
      ASSERT_TRUE(method->fallback());
      EXPECT_EQ(method->fallback()->backend, "cpu");
      EXPECT_THAT(method->fallback()->reason,
                  testing::AllOf(testing::HasSubstr(renderer_), testing::HasSubstr("drawing a layer failed"),
                                 testing::HasSubstr(lost ? "the context was lost" : "GL_INVALID_ENUM")));
    }
}

} // namespace
} // namespace lamina::test
