#include "core/contact/ldi/image_evidence.h"
#include "core/contact/point_evidence.h"
#include "ui/panels/pointer_tip.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

// Two cells under different pressure, with three pixel pairs between them.
PairState two_cells() {
  PairState pair;
  pair.contacts.body = {0, 1};
  for (int cell : {0, 1}) {
    Contact contact;
    contact.cell = cell;
    pair.contacts.contacts.push_back(contact);
  }
  const auto pixel = [&](std::uint16_t lower, std::uint16_t upper, double weight) {
    ContactPixelPair p{};
    p.length = 0.0031;
    p.weight = weight;
    p.triangle = {3, 7};
    p.body = {0, 1};
    p.cell = {lower, upper};
    p.axis = 1;
    pair.contacts.evidence.add<ImageEvidence>().pixels.push_back(p);
    pair.contacts.contacts[lower].area += 0.5 * weight;
    pair.contacts.contacts[upper].area += 0.5 * weight;
  };
  pixel(0, 0, 2e-4);
  pixel(0, 1, 1e-4);
  pixel(1, 1, 3e-4);
  pair.pressure = {100, 400};
  return pair;
}

Snapshot bunny_and_box() {
  Snapshot snapshot;
  auto infos = std::make_shared<std::vector<BodyInfo>>(2);
  (*infos)[0].name = "bunny";
  (*infos)[1].name = "box";
  (*infos)[0].mass = 2.5;
  (*infos)[1].kind = BodyKind::fixed;
  // The bunny is stored in another order than its file's: triangle 3 there is 4021 here.
  auto reordered = std::make_shared<PreparedMesh>();
  reordered->order.triangles.resize(5000);
  reordered->order.triangles[3] = 4021;
  reordered->order.triangles[7] = 7;
  (*infos)[0].mesh = reordered;
  (*infos)[1].mesh = std::make_shared<const PreparedMesh>();
  snapshot.infos = infos;
  snapshot.bodies.resize(2);
  return snapshot;
}

TEST(PointerTip, SharesOfAllPixelsAddUpToOne) {
  const PairState pair = two_cells();
  double sum = 0;
  for (const ContactPixelPair& pixel : images_of(pair.contacts).pixels)
    sum += force_share(pair, pixel);
  EXPECT_NEAR(sum, 1, 1e-12);
}

TEST(PointerTip, ThePixelUnderMorePressureCarriesMore) {
  const PairState pair = two_cells();
  // 2e-4 m² at 100 Pa of 0.165 N in all.
  EXPECT_NEAR(force_share(pair, images_of(pair.contacts).pixels[0]), 0.02 / 0.165, 1e-12);
  EXPECT_NEAR(force_share(pair, images_of(pair.contacts).pixels[2]), 0.12 / 0.165, 1e-12);
}

TEST(PointerTip, WithOneMeasureForThePairTheShareIsThatOfTheArea) {
  PairState pair = two_cells();
  Contact whole;
  whole.area = 6e-4;
  pair.contacts.contacts = {whole};
  pair.pressure = {250};
  EXPECT_NEAR(force_share(pair, images_of(pair.contacts).pixels[1]), 1.0 / 6, 1e-12);
}

TEST(PointerTip, APairWithoutPressureHasNoShares) {
  PairState pair = two_cells();
  pair.pressure = {0, 0};
  EXPECT_EQ(force_share(pair, images_of(pair.contacts).pixels[0]), 0);
  pair.pressure.clear();
  EXPECT_EQ(force_share(pair, images_of(pair.contacts).pixels[0]), 0);
}

TEST(PointerTip, NamesBodiesTrianglesDepthAndShare) {
  const PairState pair = two_cells();
  EXPECT_EQ(pixel_tip(bunny_and_box(), pair, images_of(pair.contacts).pixels[0]),
            "pixel: bunny △4021 / box △7, 3.1 mm along y, 12 % of force");
}

TEST(PointerTip, NamesABodyThatMeetsItselfOnceWithItsTwoTriangles) {
  PairState pair = two_cells();
  pair.contacts.body = {0, 0};
  const Snapshot snapshot = bunny_and_box();
  EXPECT_EQ(pixel_tip(snapshot, pair, images_of(pair.contacts).pixels[0]),
            "pixel: bunny with itself △4021 / △7, 3.1 mm along y, 12 % of force");
  pair.contacts.evidence.add<ImageEvidence>().pixels[0].body = {0, 0};
  EXPECT_EQ(pixel_tip(snapshot, pair, images_of(pair.contacts).pixels[0]),
            "pixel: bunny with itself △4021 / △7, 3.1 mm along y, 12 % of force");
  pair.contacts.evidence.add<ImageEvidence>().pixels[0].weight = 0;
  EXPECT_EQ(pixel_tip(snapshot, pair, images_of(pair.contacts).pixels[0]),
            "pixel: bunny with itself △4021 / △7, 3.1 mm along y, both ends on one sheet");
}

TEST(PointerTip, SaysWhatIsKnownOfTheTileAndOfTheVolumeOfItsPair) {
  PairState pair = two_cells();
  EXPECT_EQ(tile_tip(pair, 0), "") << "images without an error bar";
  ImageEvidence& images = pair.contacts.evidence.add<ImageEvidence>();
  images.volume = 12e-6;
  images.error = VolumeError{3e-6, 1.5e-6};
  EXPECT_EQ(tile_tip(pair, 0), "\nvolume of the pair 12 cm³, off by 1.5 cm³ (at most 3 cm³)");
  images.area_vector_bound = 2e-4;
  images.error.reset();
  EXPECT_EQ(tile_tip(pair, 0), "\narea vector off by 2 cm² at most");
  images.area_vector_bound.reset();
  images.extents.assign(3, {{0, 0}, {0.002f, 0.002f}, 0.004f, KinkKind::none});
  images.extents[1].kink = KinkKind::transient;
  EXPECT_EQ(tile_tip(pair, 0), "\ntile of 4 mm (√area): exact");
  EXPECT_EQ(tile_tip(pair, 1), "\ntile of 4 mm (√area): its bound is of transient edges");
}

// 2 mm deep, standing for 3 mm² under 4 kPa: 12 mN.
PairState joined(MeasureKind kind) {
  PairState pair;
  pair.contacts.body = {0, 1};
  Contact contact;
  contact.kind = kind;
  contact.measure = 0.002;
  contact.area = 3e-6;
  pair.contacts.contacts = {contact};
  ContactPointPair points{};
  points.normal = Vec3(0.6, -0.8, -1e-9);
  points.area = contact.area;
  points.triangle = {3, 7};
  points.body = {0, 1};
  pair.contacts.evidence.add<PointEvidence>().points = {points};
  pair.pressure = {4000};
  return pair;
}

TEST(PointerTip, SaysOfContactPointsHowDeepTheyAreAndWhatTheyStandFor) {
  const PairState deep = joined(MeasureKind::depth), near = joined(MeasureKind::gap);
  const Snapshot snapshot = bunny_and_box();
  EXPECT_EQ(points_tip(snapshot, deep, points_of(deep.contacts).points[0]),
            "points: bunny △4021 / box △7, 2 mm deep,\nstanding for 3 mm², 12 mN, normal (0.6, -0.8, 0)");
  EXPECT_EQ(points_tip(snapshot, near, points_of(near.contacts).points[0]),
            "points: bunny △4021 / box △7, 2 mm too near,\nstanding for 3 mm², 12 mN, normal (0.6, -0.8, 0)");
}

TEST(PointerTip, NamesABodyWhosePointsMeetItselfOnce) {
  PairState pair = joined(MeasureKind::depth);
  pair.contacts.body = {0, 0};
  const std::string tip = points_tip(bunny_and_box(), pair, points_of(pair.contacts).points[0]);
  EXPECT_EQ(tip.substr(0, tip.find(',')), "points: bunny with itself △4021 / △7");
}

TEST(PointerTip, NamesABodyWithWhatItWeighs) {
  EXPECT_EQ(body_tip(bunny_and_box(), 0), "bunny  ·  2.5 kg");
  EXPECT_EQ(body_tip(bunny_and_box(), 1), "box  ·  fixed");
  EXPECT_EQ(body_tip(bunny_and_box(), 9), "");
  Snapshot broken = bunny_and_box();
  auto infos = std::make_shared<std::vector<BodyInfo>>(*broken.infos);
  (*infos)[0].pieces = 3;
  broken.infos = infos;
  EXPECT_EQ(body_tip(broken, 0), "bunny  ·  2.5 kg  ·  3 pieces");
}

} // namespace
} // namespace lamina
