#include "core/contact/ldi/image_evidence.h"
#include "ui/render/contacts/volume_solid.h"

#include "tests/ui/render/small_scenes.h"

#include <gtest/gtest.h>

#include <set>

namespace lamina {
namespace {

struct Outside {
  double volume = 0;        ///< by the divergence theorem, m³
  Vec3 area = Vec3::Zero(); ///< sum of outward area vectors, m²
  double least_facing = 1;  ///< of the stated normals against the walls' own
};

Vec3 corner(const SolidQuad& quad, std::size_t i) {
  return Vec3(quad[i].position[0], quad[i].position[1], quad[i].position[2]);
}

Outside measure(const std::vector<SolidQuad>& quads) {
  Outside outside;
  for (const SolidQuad& quad : quads) {
    Vec3 across = (corner(quad, 1) - corner(quad, 0)).cross(corner(quad, 2) - corner(quad, 0));
    const Vec3 normal = Vec3(quad[0].normal[0], quad[0].normal[1], quad[0].normal[2]) / 127;
    if (across.norm() > 0)
      outside.least_facing = std::min(outside.least_facing, std::abs(across.normalized().dot(normal)));
    across *= across.dot(normal) < 0 ? -1 : 1;
    outside.area += across;
    outside.volume += across.dot(0.5 * (corner(quad, 1) + corner(quad, 2))) / 3;
  }
  return outside;
}

double sum_of_prisms(const PairContacts& contacts, int axis) {
  const Region& region = contacts.region;
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  double length = 0;
  for (const ContactPixelPair& pixel : images_of(contacts).pixels)
    length += pixel.axis == axis ? pixel.length : 0;
  return length * region.size[u] / region.pixels[u] * region.size[v] / region.pixels[v];
}

void expect_closed(const PairContacts& contacts, int axis) {
  std::vector<SolidQuad> quads;
  add_volume_solid(quads, contacts, axis, {1, 1, 1}, Vec3(0.3, 0.2, 0.1));
  const Outside outside = measure(quads);
  // Positions are of single precision, of about a metre.
  EXPECT_NEAR(outside.volume, sum_of_prisms(contacts, axis), 1e-5);
  EXPECT_LT(outside.area.norm(), 1e-5);
  EXPECT_GT(outside.least_facing, 0.98) << "normals have seven bits";
}

TEST(VolumeSolid, OfAFullBoxIsTheBoxWithoutInnerWalls) {
  for (int axis = 0; axis < 3; ++axis) {
    const PairState pair =
        test::pixel_layer(test::plain_region(Vec3(1, 2, 3), Vec3(1, 2, 3), {4, 5, 6}), axis);
    expect_closed(pair.contacts, axis);
    std::vector<SolidQuad> quads;
    add_volume_solid(quads, pair.contacts, axis, {1, 1, 1}, Vec3::Zero());
    const std::array<int, 3>& n = pair.contacts.region.pixels;
    const int u = n[static_cast<std::size_t>((axis + 1) % 3)],
              v = n[static_cast<std::size_t>((axis + 2) % 3)];
    EXPECT_EQ(quads.size(), std::size_t(2 * u * v + 2 * u + 2 * v));
  }
}

TEST(VolumeSolid, IsClosedWhateverTheIntervalsAndTheShiftOfTheRows) {
  Region region = test::plain_region(Vec3(-0.5, 0, 0.2), Vec3(1, 0.6, 0.8), {7, 9, 8});
  region.axes = Eigen::AngleAxisd(0.7, Vec3(1, 2, -1).normalized()).toRotationMatrix();
  unsigned state = 7;
  const auto random = [&] { return (state = state * 1664525u + 1013904223u) / 4294967296.0; };
  for (int axis = 0; axis < 3; ++axis) {
    PairState pair = test::pixel_layer(region, axis);
    std::vector<ContactPixelPair> pixels;
    const int u = (axis + 1) % 3;
    for (const ContactPixelPair& whole : images_of(pair.contacts).pixels) {
      // Every third column is empty, others hold one or two intervals; each row has a shift of its own.
      const double shift = std::fmod(0.618 * whole.pixel[1], 1.0) - 0.5;
      double low = 0;
      for (int i = static_cast<int>(3 * random()); i > 0; --i) {
        ContactPixelPair part = whole;
        low += 0.2 * random() * region.size[axis];
        part.length = (0.05 + 0.2 * random()) * region.size[axis];
        part.lower +=
            low * region.axes.col(axis) + shift * region.size[u] / region.pixels[u] * region.axes.col(u);
        low += part.length;
        pixels.push_back(part);
      }
    }
    pair.contacts.evidence.add<ImageEvidence>().pixels = pixels;
    ASSERT_GT(sum_of_prisms(pair.contacts, axis), 0);
    expect_closed(pair.contacts, axis);
  }
}

double quad_area(const SolidQuad& quad) {
  return (corner(quad, 1) - corner(quad, 0)).cross(corner(quad, 2) - corner(quad, 0)).norm();
}

TEST(VolumeSolid, OfTilesThatFillABoxIsTheBoxWithoutInnerWalls) {
  for (int axis = 0; axis < 3; ++axis) {
    const PairState pair =
        test::tile_layer(test::plain_region(Vec3(1, 2, 3), Vec3(1, 2, 3), {4, 5, 6}), axis, 50);
    std::vector<SolidQuad> quads;
    add_volume_solid(quads, pair.contacts, axis, {1, 1, 1}, Vec3::Zero());
    double area = 0;
    for (const SolidQuad& quad : quads)
      area += quad_area(quad);
    EXPECT_NEAR(area, 2 * (2 + 3 + 6), 1e-4);
    EXPECT_NEAR(measure(quads).volume, 6, 1e-4);
  }
}

TEST(VolumeSolid, OfTilesIsClosedWhateverTheIntervals) {
  Region region = test::plain_region(Vec3(-0.5, 0, 0.2), Vec3(1, 0.6, 0.8), {7, 9, 8});
  region.axes = Eigen::AngleAxisd(0.7, Vec3(1, 2, -1).normalized()).toRotationMatrix();
  for (int axis = 0; axis < 3; ++axis) {
    PairState pair = test::tile_layer(region, axis, 100);
    ImageEvidence& images = pair.contacts.evidence.add<ImageEvidence>();
    const ImageEvidence whole = images;
    images.pixels.clear();
    images.extents.clear();
    double volume = 0;
    for (std::size_t i = 0; i < whole.pixels.size(); ++i)
      for (std::size_t interval = 0; interval < i % 3; ++interval) {
        ContactPixelPair part = whole.pixels[i];
        part.length = (0.1 + 0.02 * static_cast<double>(i % 7)) * region.size[axis];
        part.lower +=
            (0.5 * double(interval) + 0.03 * double(i % 5)) * region.size[axis] * region.axes.col(axis);
        images.pixels.push_back(part);
        images.extents.push_back(whole.extents[i]);
        const auto& [low, high, tile, kink] = whole.extents[i];
        volume += part.length * double(high[0] - low[0]) * double(high[1] - low[1]);
      }
    std::vector<SolidQuad> quads;
    add_volume_solid(quads, pair.contacts, axis, {1, 1, 1}, Vec3(0.3, 0.2, 0.1));
    const Outside outside = measure(quads);
    EXPECT_NEAR(outside.volume, volume, 1e-5);
    EXPECT_LT(outside.area.norm(), 1e-5);
    EXPECT_GT(outside.least_facing, 0.98);
  }
}

TEST(VolumeSolid, TakesTheDirectionAlongWhichTheRegionIsThinnestAmongThoseWithPixels) {
  const Region region = test::plain_region(Vec3::Zero(), Vec3(3, 1, 2), {4, 4, 4});
  PairState pair = test::pixel_layer(region, 0);
  EXPECT_EQ(solid_axis(pair.contacts), 0);
  const PairState across = test::pixel_layer(region, 2);
  std::vector<ContactPixelPair>& pixels = pair.contacts.evidence.add<ImageEvidence>().pixels;
  const std::vector<ContactPixelPair>& others = images_of(across.contacts).pixels;
  pixels.insert(pixels.end(), others.begin(), others.end());
  EXPECT_EQ(solid_axis(pair.contacts), 2);
  EXPECT_FALSE(solid_axis(PairContacts{}));
}

TEST(VolumeSolid, IgnoresPixelsThatHaveNoPlace) {
  PairState pair = test::pixel_layer(test::plain_region(Vec3::Zero(), Vec3::Ones(), {2, 2, 2}), 1);
  pair.contacts.evidence.add<ImageEvidence>().pixels[0].lower.x() = std::nan("");
  pair.contacts.evidence.add<ImageEvidence>().pixels[1].length = std::nan("");
  std::vector<SolidQuad> quads;
  add_volume_solid(quads, pair.contacts, 1, {1, 1, 1}, Vec3::Zero());
  EXPECT_NEAR(measure(quads).volume, 0.5, 1e-6);
  pair.contacts.region.size.setZero();
  quads.clear();
  add_volume_solid(quads, pair.contacts, 1, {1, 1, 1}, Vec3::Zero());
  EXPECT_TRUE(quads.empty());
}

TEST(PairColours, NoTwoPairsOfASceneShareOne) {
  std::set<Colour> colours;
  std::size_t pairs = 0;
  for (std::uint32_t a = 0; a < 24; ++a)
    for (std::uint32_t b = a; b < 24; ++b, ++pairs) {
      colours.insert(pair_colour({a, b}));
      EXPECT_EQ(pair_colour({a, b}), pair_colour({b, a}));
    }
  EXPECT_EQ(colours.size(), pairs);
}

} // namespace
} // namespace lamina
