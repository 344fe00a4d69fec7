#include "core/contact/ldi/image_evidence.h"
#include "core/contact/measure.h"
#include "core/contact/pieces/piece_surfaces.h"
#include "core/response/detection_request.h"
#include "tests/contact/contact_support.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

using test::box_between;
using test::surface_of;
using test::together;

/// A slab, and a body in two cubes that sink into it by 0.1 m and 0.2 m, far apart.
class TwoPiecesOnASlab : public testing::TestWithParam<const char*> {
protected:
  TwoPiecesOnASlab() : TwoPiecesOnASlab({3.5, -0.2, -0.5}) {}
  explicit TwoPiecesOnASlab(const Vec3& second)
      : slab_(box_between({-5, -1, -5}, {5, 0, 5})),
        broken_(together(
            {box_between({-3, -0.1, -0.5}, {-2, 0.9, 0.5}), box_between(second, second + Vec3::Ones())})) {
    surfaces_[0] = surface_of(slab_);
    surfaces_[1] = surface_of(broken_, {}, false);
    auto piece_of = std::make_shared<std::vector<std::uint32_t>>(broken_.vertices.size(), 0);
    std::fill(piece_of->begin() + 8, piece_of->end(), 1);
    surfaces_[1].piece_of_vertex = piece_of;
    follow();
  }
  void follow() {
    const std::vector<const Surface*> bodies{&surfaces_[0], &surfaces_[1]};
    const std::vector<RestSurface> rest{{slab_.vertices}, {broken_.vertices}};
    pieces_.follow(bodies, rest, true);
  }
  std::vector<PairContacts> detect(std::vector<BodyPair> pairs) {
    Settings settings = test::whole_pair(64);
    settings.contact.method = GetParam();
    for (BodyPair& pair : pairs)
      pair = pieces_.surfaces_of(pair);
    std::vector<PairContacts> found;
    make_contact_method(settings.contact)
        ->detect(detection_input(pieces_.surfaces(), pairs, settings), found);
    for (PairContacts& contacts : found)
      pieces_.name_bodies(contacts);
    return found;
  }

  TriangleMesh slab_, broken_;
  std::array<Surface, 2> surfaces_;
  PieceSurfaces pieces_;
};

TEST_P(TwoPiecesOnASlab, NumbersGoThereAndBack) {
  ASSERT_EQ(pieces_.surfaces().size(), 3u);
  for (std::uint32_t a = 0; a < 3; ++a)
    for (std::uint32_t b = a; b < 3; ++b) {
      const BodyPair back = pieces_.surfaces_of(pieces_.bodies_of({a, b}));
      EXPECT_EQ(back.a, a);
      EXPECT_EQ(back.b, b);
    }
  EXPECT_EQ(pieces_.bodies_of({0, 2}).piece, (std::array<std::uint32_t, 2>{0, 1}));
}

TEST_P(TwoPiecesOnASlab, EachPieceHasItsOwnRegionAndVolume) {
  const auto found = detect({{0, 1, true, false, {0, 0}}, {0, 1, true, false, {0, 1}}});
  const double depths[] = {0.1, 0.2};
  for (std::size_t p = 0; p < 2; ++p) {
    EXPECT_EQ(found[p].body, (std::array<std::uint32_t, 2>{0, 1}));
    // Cubes along the axes of their images: the volume is exact but for rounding of depths.
    EXPECT_NEAR(images_of(found[p]).volume, depths[p], 1e-4);
    EXPECT_LT(found[p].region.size.maxCoeff(), 1.1) << "a region around one cube, not around both";
  }
}

TEST_P(TwoPiecesOnASlab, ContactsNameVerticesAndTrianglesOfTheBody) {
  const auto found = detect({{0, 1, true, false, {0, 1}}});
  const PairContacts& contacts = found.front();
  ASSERT_FALSE(contacts.contacts.empty());
  const Range range = contacts.contacts.front().gradient[1];
  ASSERT_GT(range.size(), 0u);
  for (std::uint32_t i = range.begin; i < range.end; ++i) {
    EXPECT_GE(contacts.gradient[i].vertex, 8u);
    EXPECT_LT(contacts.gradient[i].vertex, 16u);
  }
  const ImageEvidence& images = images_of(contacts);
  ASSERT_FALSE(images.pixels.empty());
  for (const ContactPixelPair& pixel : images.pixels)
    for (std::size_t end = 0; end < 2; ++end) {
      const Surface& surface = surfaces_[pixel.body[end]];
      ASSERT_LT(pixel.triangle[end], surface.triangles->size());
      const Triangle& triangle = (*surface.triangles)[pixel.triangle[end]];
      const Vec3 &p0 = surface.positions[triangle[0]], &p1 = surface.positions[triangle[1]],
                 &p2 = surface.positions[triangle[2]];
      const auto [u, v] = pixel.barycentric[end];
      const Vec3 there = (1 - double{u} - double{v}) * p0 + double{u} * p1 + double{v} * p2;
      const Vec3 wanted = pixel.lower + (end == 1 ? pixel.length : 0) * contacts.region.axes.col(pixel.axis);
      // A pixel is 1/64 of a cube wide, and the ends lie in its column.
      EXPECT_LT((there - wanted).norm(), 2.0 / 64);
    }
}

TEST_P(TwoPiecesOnASlab, PiecesAreMadeAgainOnlyWhereTheyHaveChanged) {
  const Surface* before = pieces_.surfaces()[2];
  const auto triangles = before->triangles;
  for (Vec3& position : surfaces_[1].positions)
    position.x() += 0.25;
  follow();
  EXPECT_EQ(pieces_.surfaces()[2]->triangles, triangles);
  EXPECT_NEAR(pieces_.surfaces()[2]->bounds.min.x(), 3.75, 1e-12);
  surfaces_[1].self_offset = std::make_shared<std::vector<float>>(16, 0.0f);
  follow();
  EXPECT_FALSE(pieces_.any()) << "it overlaps itself at rest, so that it stays whole";
}

/// The second cube lies in the first one by 0.25 m along x.
class PiecesInOneAnother : public TwoPiecesOnASlab {
protected:
  PiecesInOneAnother() : TwoPiecesOnASlab({-2.25, -0.1, -0.5}) {}
};

TEST_P(PiecesInOneAnother, MeetAsTwoBodiesWouldAndKeepTheirMomentum) {
  const auto found = detect({{1, 1, true, false, {0, 1}}});
  const PairContacts& contacts = found.front();
  EXPECT_TRUE(contacts.between_pieces);
  EXPECT_EQ(contacts.piece, (std::array<std::uint32_t, 2>{0, 1}));
  EXPECT_EQ(contacts.body, (std::array<std::uint32_t, 2>{1, 1}));
  EXPECT_NEAR(images_of(contacts).volume, 0.25, 1e-3);
  ASSERT_EQ(contacts.contacts.size(), 1u);
  const Contact& contact = contacts.contacts.front();
  EXPECT_EQ(contact.gradient[1].size(), 0u) << "all of a self-contact's gradient is in the first";
  Vec3 sums[2] = {Vec3::Zero(), Vec3::Zero()};
  for (std::uint32_t i = contact.gradient[0].begin; i < contact.gradient[0].end; ++i) {
    const VertexGradient& entry = contacts.gradient[i];
    sums[entry.vertex < 8 ? 0 : 1] += entry.value;
    EXPECT_TRUE(i == contact.gradient[0].begin || contacts.gradient[i - 1].vertex < entry.vertex);
  }
  // Moving the cubes apart along x uncovers their common face of one square metre.
  EXPECT_NEAR(sums[0].x(), 1, 1e-2);
  EXPECT_LT((sums[0] + sums[1]).norm(), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Methods, TwoPiecesOnASlab, testing::Values("ldi", "adaptive"),
                         [](const auto& info) { return std::string(info.param); });
INSTANTIATE_TEST_SUITE_P(Methods, PiecesInOneAnother, testing::Values("ldi", "adaptive"),
                         [](const auto& info) { return std::string(info.param); });

} // namespace
} // namespace lamina
