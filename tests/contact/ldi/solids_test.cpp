#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"

#include <gtest/gtest.h>

namespace lamina::test {
namespace {

constexpr double rounding = 1e-11;

TEST(Solids, ThatAreApartHaveNoContact) {
  const Surface a = surface_of(make_sphere(1, 320));
  const Surface b = surface_of(make_sphere(1, 320), {{1.5, 1.5, 0}, Quat::Identity()});
  const PairContacts found = detect(a, b, whole_pair(16));
  EXPECT_EQ(images_of(found).volume, 0);
  EXPECT_TRUE(found.contacts.empty());
  EXPECT_TRUE(images_of(found).pixels.empty());
}

/// Of the tall box what lies below the region is left out, of the other body what lies above it. Below, a
/// piece of that one hangs under the tall box: no overlap, though nothing that is drawn says where the box
/// ends.
TEST(Solids, OverlapOnlyInTheRegionWhateverLiesBeyondIt) {
  const TriangleMesh pieces =
      together({box_between({0, 0, 0}, {1, 1, 0.5}), box_between({0, 0, -3}, {1, 1, -2}),
                shifted(make_sphere(0.4, 500), {0.5, 0.5, 3})});
  Surface a = surface_of(pieces), b = surface_of(box_between({-0.5, -0.5, -1}, {1.5, 1.5, 0.1}));
  a.balanced = b.balanced = true;
  for (const char* backend : {"reference", "cpu"}) {
    Settings settings = whole_pair(16);
    settings.contact.backend = backend;
    // Flat faces: nothing but rounding.
    EXPECT_NEAR(images_of(detect(a, b, settings)).volume, 0.1, 1e-9) << backend;
    EXPECT_NEAR(images_of(detect(b, a, settings)).volume, 0.1, 1e-9) << backend;
  }
}

TEST(Solids, NestedOverlapByTheInnerOneAndFeelNoNetForce) {
  const Surface outer = surface_of(box_between({-1, -1, -1}, {1, 1, 1}));
  const Surface inner = surface_of(box_between({-0.5, -0.2, -0.3}, {0.1, 0.4, 0.3}));
  for (const Settings& settings : {whole_pair(8), as_in_f08(8)}) {
    const PairContacts found = detect(outer, inner, settings);
    EXPECT_NEAR(images_of(found).volume, 0.6 * 0.6 * 0.6, rounding);
    EXPECT_EQ(found.area, 0);
    EXPECT_EQ(sum_of_norms(gradient_of(found, 0, outer)), 0);
    EXPECT_LT(sum(gradient_of(found, 1, inner)).norm(), rounding);
  }
}

TEST(Solids, NestedHaveNoCells) {
  Settings settings = whole_pair(8);
  settings.response.law = ContactLaw::cells;
  const Surface outer = surface_of(box_between({-1, -1, -1}, {1, 1, 1}));
  const Surface inner = surface_of(make_sphere(0.4, 320));
  const PairContacts found = detect(outer, inner, settings);
  EXPECT_GT(images_of(found).volume, 0.25);
  EXPECT_TRUE(found.contacts.empty());
}

TEST(Solids, IdenticalOverlapByTheirVolumeAndFeelNoForce) {
  for (const TriangleMesh& mesh : {box_between({0, 0, 0}, {1, 2, 0.5}), make_torus(1, 0.3, 800)}) {
    const Surface a = surface_of(mesh), b = surface_of(mesh);
    const PairContacts found = detect(a, b, whole_pair(48));
    const PairContacts alone = detect(a, surface_of(box_between({-9, -9, -9}, {9, 9, 9})), whole_pair(48));
    EXPECT_NEAR(images_of(found).volume, images_of(alone).volume, 1e-9);
    EXPECT_EQ(found.area, 0);
    EXPECT_LT(sum(gradient_of(found, 0, a)).norm() + sum(gradient_of(found, 1, b)).norm(), 1e-9);
  }
}

TEST(Solids, OfOverlappingPiecesCountOnce) {
  const Surface pieces =
      surface_of(together({box_between({0, 0, 0}, {1, 1, 1}), box_between({0.5, 0, 0}, {1.5, 1, 1})}));
  const Surface b = surface_of(box_between({-1, 0.25, 0.25}, {3, 0.75, 0.5}));
  EXPECT_NEAR(images_of(detect(pieces, b, whole_pair(12))).volume, 1.5 * 0.5 * 0.25, rounding);
}

TEST(Solids, OfTouchingPiecesHaveNoSeam) {
  const Surface pieces =
      surface_of(together({box_between({0, 0, 0}, {1, 1, 1}), box_between({1, 0, 0}, {2, 1, 1})}));
  const Surface b = surface_of(box_between({-1, 0.25, 0.25}, {3, 0.75, 0.5}));
  const PairContacts found = detect(pieces, b, as_in_f08(12));
  EXPECT_NEAR(images_of(found).volume, 2 * 0.5 * 0.25, rounding);
  for (const ContactPixelPair& pixel : images_of(found).pixels)
    if (pixel.axis == 0) {
      EXPECT_NEAR(pixel.length, 2, rounding);
    }
}

TEST(Solids, DoNotFillTheirCavities) {
  const Surface hollow = surface_of(
      together({box_between({0, 0, 0}, {4, 4, 4}), inside_out(box_between({1, 1, 1}, {3, 3, 3}))}));
  const Surface rod = surface_of(box_between({-1, 1.5, 1.5}, {2, 2.5, 2.5}));
  EXPECT_NEAR(images_of(detect(hollow, rod, whole_pair(16))).volume, 1, rounding);
  const Surface inside = surface_of(box_between({1.5, 1.5, 1.5}, {2.5, 2.5, 2.5}));
  EXPECT_EQ(images_of(detect(hollow, inside, whole_pair(16))).volume, 0);
}

TEST(Solids, TurnedInsideOutTakeNothing) {
  const Surface a = surface_of(inside_out(box_between({0, 0, 0}, {1, 1, 1})));
  const Surface b = surface_of(box_between({0.5, 0.5, 0.5}, {2, 2, 2}));
  const PairContacts found = detect(a, b, whole_pair(8));
  EXPECT_EQ(images_of(found).volume, 0);
  EXPECT_TRUE(images_of(found).dropped.empty());
}

TEST(Bags, HoldWhatIsInsideAndMeetWhatSticksOut) {
  Surface bag = surface_of(inside_out(box_between({0, 0, 0}, {2, 2, 2})));
  bag.winding_at_infinity = 1;
  const Surface held = surface_of(box_between({0.5, 0.5, 0.5}, {1, 1, 1}));
  EXPECT_EQ(images_of(detect(bag, held, whole_pair(8))).volume, 0);

  const Surface poking = surface_of(box_between({1.5, 0.5, 0.5}, {2.25, 1, 1}));
  const PairContacts found = detect(bag, poking, whole_pair(8));
  EXPECT_NEAR(images_of(found).volume, 0.25 * 0.5 * 0.5, rounding);
  EXPECT_LT((sum(gradient_of(found, 1, poking)) - Vec3(0.25, 0, 0)).norm(), rounding);

  const Surface escaped = surface_of(box_between({5, 5, 5}, {6, 7, 8}));
  EXPECT_NEAR(images_of(detect(bag, escaped, whole_pair(8))).volume, 6, rounding);
}

TEST(BrokenMeshes, HaveTheirOpenColumnsDroppedAndTheRestRight) {
  // A box without one of its two top triangles: columns along z under the hole do not balance.
  TriangleMesh open = box_between({0, 0, 0}, {1, 1, 1});
  open.triangles.erase(open.triangles.begin() + 2);
  const Surface a = surface_of(open);
  const Surface b = surface_of(box_between({0, 0, 0.5}, {1, 1, 2}));
  const PairContacts found = detect(a, b, as_in_f08(32));
  EXPECT_NEAR(images_of(found).volume_xyz[0], 0.5, rounding);
  EXPECT_NEAR(images_of(found).volume_xyz[1], 0.5, rounding);
  EXPECT_NEAR(images_of(found).volume_xyz[2] +
                  0.5 * static_cast<double>(images_of(found).dropped.size()) / (32 * 32),
              0.5, rounding);
  EXPECT_NEAR(static_cast<double>(images_of(found).dropped.size()), 32 * 32 / 2, 32);
  for (const DroppedColumn& column : images_of(found).dropped) {
    EXPECT_EQ(column.axis, 2);
    EXPECT_FALSE(column.too_many_crossings);
  }
}

TEST(CrossingLimit, DropsColumnsWithMoreCrossings) {
  // Sheets two pixels thick, three pixels apart; the upper two cover half of b.
  std::vector<TriangleMesh> multiplicity;
  for (int k = 0; k < 5; ++k)
    multiplicity.push_back(box_between({0, 0, 0.1875 * k}, {k < 3 ? 1.0 : 0.5, 1, 0.1875 * k + 0.125}));
  const Surface a = surface_of(together(multiplicity));
  const Surface b = surface_of(box_between({0, 0, 0}, {1, 1, 1}));
  Settings settings = as_in_f08(14);
  settings.contact.ldi.crossing_limit = 8;
  const PairContacts found = detect(a, b, settings);
  // Along z: 5 sheets and b make 12 crossings on one half, 3 sheets and b make 8 on the other.
  EXPECT_NEAR(images_of(found).volume_xyz[2], 0.5 * 3 * 0.125, rounding);
  EXPECT_EQ(images_of(found).dropped.size(), 14u * 7);
  for (const DroppedColumn& column : images_of(found).dropped)
    EXPECT_TRUE(column.too_many_crossings);
  EXPECT_NEAR(images_of(found).volume_xyz[0], 3 * 0.125 + 2 * 0.5 * 0.125, rounding);
}

TEST(ClosedMeshes, BalanceInEveryColumn) {
  Dice dice(5);
  std::uint64_t columns = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const TriangleMesh mesh =
        trial % 2 ? make_torus(0.5, 0.2, 1600) : make_gear(0.6, 0.5, 0.2, 0.3, 13, 1200);
    const Surface a = surface_of(mesh, {dice.vector(0.3), dice.turn()}, trial % 3 != 0);
    const Surface b = surface_of(make_box({1, 0.9, 0.8}), {dice.vector(0.3), dice.turn()});
    Settings settings = whole_pair(97);
    settings.contact.ldi.rows = trial % 5 ? RowChoice::staggered : RowChoice::unstaggered;
    const PairContacts found = detect(a, b, settings);
    columns += images_of(found).columns;
    EXPECT_TRUE(images_of(found).dropped.empty()) << "trial " << trial;
  }
  EXPECT_EQ(columns, 40u * 3 * 97 * 97);
}

TEST(ClosedMeshes, BalanceWithVerticesOnPixelCentres) {
  // Whole multiples of half a pixel put vertices, edges and edge-on faces exactly on samples.
  const TriangleMesh mesh =
      together({box_between({0, 0, 0}, {1, 1, 1}), box_between({0.25, 0.25, 0.25}, {2, 2, 2})});
  const Surface a = surface_of(mesh), b = surface_of(shifted(mesh, {0.125, 0.375, 0.5}));
  const PairContacts found = detect(a, b, anchored(0.25));
  EXPECT_TRUE(images_of(found).dropped.empty());
}

TEST(NonFinitePositions, AreNotSampled) {
  Surface a = surface_of(box_between({0, 0, 0}, {1, 1, 1}));
  const Surface b = surface_of(box_between({0.5, 0.5, 0.5}, {2, 2, 2}));
  a.positions[0].x() = std::numeric_limits<double>::quiet_NaN();
  detect(a, b, whole_pair(8)); // must come back, whatever it says
  a.bounds.max.x() = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(detect(a, b, whole_pair(8)).contacts.empty());
}

} // namespace
} // namespace lamina::test
