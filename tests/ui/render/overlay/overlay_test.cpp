#include "core/contact/ldi/image_evidence.h"
#include "ui/render/bodies/skin_values.h"
#include "ui/render/contacts/dropped_lines.h"
#include "ui/render/contacts/force_arrows.h"
#include "ui/render/evidence/tree_view.h"
#include "ui/render/overlay/overlay_lines.h"

#include "tests/ui/render/small_scenes.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

TEST(OverlayLines, ARegionHasTheTwelveEdgesOfItsBox) {
  std::vector<Line> lines;
  Region region = test::plain_region(Vec3(1, 2, 3), Vec3(2, 3, 4), {4, 4, 4});
  region.axes = Eigen::AngleAxisd(0.5, Vec3(1, 2, 0).normalized()).toRotationMatrix();
  add_region(lines, region, false, {});
  ASSERT_EQ(lines.size(), 12u);
  double total = 0;
  for (const Line& line : lines)
    total += (line.to - line.from).norm();
  EXPECT_NEAR(total, 4 * (2 + 3 + 4), 1e-12);

  lines.clear();
  add_region(lines, region, true, {});
  EXPECT_EQ(lines.size(), 12u + 3 * 2 * 3); // three sides, three inner lines each way
}

TEST(OverlayLines, ADroppedColumnRunsThroughTheRegionAtItsPixel) {
  const Region region = test::plain_region(Vec3(0, 0, 0), Vec3(4, 1, 8), {4, 1, 4});
  const ColumnLine line = column_line(region, {1, {3, 0}, false}, 0); // y looks at z across x
  EXPECT_TRUE(line.from.isApprox(Vec3(0.5, 0, 7)));
  EXPECT_TRUE(line.to.isApprox(Vec3(0.5, 1, 7)));
}

std::vector<Line> tree_lines(const Snapshot& snapshot, const ViewOptions& options) {
  std::vector<Line> lines;
  tree_view().painter()->add_marks(snapshot, options, lines);
  return lines;
}

TEST(OverlayLines, ShowWhatTheOptionsAskForAndTheDrag) {
  Snapshot snapshot;
  snapshot.pairs.push_back(test::pixel_layer(test::plain_region(Vec3::Zero(), Vec3::Ones(), {2, 2, 2}), 0));
  ViewOptions options;
  EXPECT_TRUE(region_lines(snapshot, options).empty());
  options.regions = true;
  options.pixel_grid = false;
  EXPECT_EQ(region_lines(snapshot, options).size(), 12u);
  snapshot.infos = std::make_shared<const std::vector<BodyInfo>>(2);
  snapshot.tree_boxes = {{0, {Vec3::Zero(), Vec3(1, 2, 3)}}, {1, {Vec3(1, 1, 1), Vec3(2, 2, 2)}}};
  EXPECT_TRUE(tree_lines(snapshot, options).empty());
  options.tree = true;
  const std::vector<Line> boxes = tree_lines(snapshot, options);
  ASSERT_EQ(boxes.size(), 24u);
  EXPECT_EQ(boxes.back().to, Vec3(2, 2, 2));
  EXPECT_NE(boxes.front().colour, boxes.back().colour) << "those of the bodies";
  snapshot.tree_boxes.resize(10'000, snapshot.tree_boxes[0]);
  EXPECT_EQ(tree_lines(snapshot, options).size(), 12 * (10'000u + 2) / 3) << "one of three";
  EXPECT_TRUE(drag_lines(snapshot).empty());
  snapshot.drags = {DragState{0, Vec3(1, 0, 0), Vec3(2, 0, 0), 5, {}}};
  const std::vector<Line> spring = drag_lines(snapshot);
  ASSERT_FALSE(spring.empty());
  EXPECT_EQ(spring[0].from, Vec3(1, 0, 0));
  EXPECT_EQ(spring[0].to, Vec3(2, 0, 0));
}

TEST(OverlayLines, TheSpringOfAHandIsThereAtOnceAndGoesToWhereTheHandIs) {
  Snapshot snapshot;
  const Hand hand{Vec3(1, 0, 0), Vec3(3, 0, 0)};
  const std::vector<Line> at_once = drag_lines(snapshot, hand);
  ASSERT_FALSE(at_once.empty()) << "before the simulation knows of it";
  EXPECT_EQ(at_once[0].from, hand.grabbed);
  EXPECT_EQ(at_once[0].to, hand.target);
  // The body has moved on, and the hand further than the simulation knows.
  snapshot.drags = {DragState{0, Vec3(1.5, 0, 0), Vec3(2, 0, 0), 5, {}}};
  const std::vector<Line> known = drag_lines(snapshot, hand);
  ASSERT_EQ(known.size(), at_once.size());
  EXPECT_EQ(known[0].from, Vec3(1.5, 0, 0));
  EXPECT_EQ(known[0].to, hand.target);
}

TEST(ForceArrows, AreAsLongAsTheHeaviestBodyForItsWeight) {
  Snapshot snapshot = test::snapshot_of(
      {{test::prepared(test::plain_box(Vec3(1, 2, 1))), Vec3(0, 1, 0), {}},
       {test::prepared(test::plain_box(Vec3::Ones())), Vec3(3, 1, 0), {}, BodyKind::fixed}});
  snapshot.gravity_m_s2 = 10;
  snapshot.bodies[0].contact_force = Vec3(0, 10, 0); // 1 kg
  snapshot.bodies[1].contact_force = Vec3(0, -10, 0);
  ShownShapes shapes;
  ForceRanges ranges;
  ViewOptions options;
  EXPECT_TRUE(force_arrows(snapshot, options, shapes, 1e-3, ranges).arrows.empty());
  options.forces = true;
  std::vector<Arrow> arrows = force_arrows(snapshot, options, shapes, 1e-3, ranges).arrows;
  ASSERT_EQ(arrows.size(), 1u); // none on what is fixed
  EXPECT_EQ(arrows[0].tail, Vec3(0, 1, 0));
  EXPECT_TRUE(arrows[0].reach.isApprox(Vec3(0, 2, 0)));
  options.arrow_scale = 0.5;
  EXPECT_TRUE(force_arrows(snapshot, options, shapes, 1e-3, ranges).arrows[0].reach.isApprox(Vec3(0, 1, 0)));

  // An enormous force must not run out of the picture, nor a non-finite one into it.
  snapshot.bodies[0].contact_force = Vec3(0, 1e12, 0);
  EXPECT_NEAR(force_arrows(snapshot, options, shapes, 1e-3, ranges).arrows[0].reach.norm(), 8 * 2, 1e-9);
  snapshot.bodies[0].contact_force = Vec3(0, std::nan(""), 0);
  EXPECT_TRUE(force_arrows(snapshot, options, shapes, 1e-3, ranges).arrows.empty());
}

/// A movable and a fixed body under a pair of two cells, whose gradients sum to zero.
Snapshot pressed_pair() {
  Snapshot snapshot = test::snapshot_of(
      {{test::prepared(test::plain_box(Vec3(1, 2, 1))), Vec3(0, 1, 0), {}},
       {test::prepared(test::plain_box(Vec3::Ones())), Vec3(0, -0.5, 0), {}, BodyKind::fixed}});
  PairState pair =
      test::pixel_layer(test::plain_region(Vec3(-0.5, -0.1, -0.5), Vec3(1, 0.1, 1), {4, 4, 4}), 1);
  pair.contacts.body = {0, 1};
  for (ContactPixelPair& pixel : pair.contacts.evidence.add<ImageEvidence>().pixels) {
    pixel.weight = pixel.area = 1.0 / 16;
    pixel.cell.fill(pixel.lower.x() < 0 ? 0 : 1);
  }
  for (std::uint16_t cell = 0; cell < 2; ++cell) {
    Contact contact;
    contact.cell = cell;
    contact.area = 0.5;
    const std::uint32_t first = 3u * cell;
    contact.gradient = {Range{first, first + 2}, Range{first + 2, first + 3}};
    pair.contacts.contacts.push_back(contact);
    // Vertices 0 and 1 + cell of a; more overlap when a goes down.
    pair.contacts.gradient.push_back({0, Vec3(0, -0.2, 0)});
    pair.contacts.gradient.push_back({1u + cell, Vec3(0, -0.3, 0)});
    pair.contacts.gradient.push_back({2, Vec3(0, 0.5, 0)});
  }
  pair.pressure = {100, 400};
  snapshot.pairs.push_back(pair);
  return snapshot;
}

TEST(PointForces, OfCellsAndOfVerticesAddUpToThePressureOnTheBody) {
  const Snapshot snapshot = pressed_pair();
  for (const ForceLevel level : {ForceLevel::cell, ForceLevel::vertex}) {
    Vec3 sum = Vec3::Zero();
    for (const PointForce& force : point_forces(snapshot, level))
      sum += force.force;
    EXPECT_TRUE(sum.isApprox(Vec3(0, 0.5 * 100 + 0.5 * 400, 0)));
  }
}

TEST(PointForces, OfACellActsInTheMiddleOfItsPixelsAndOfAVertexWhereItIs) {
  const Snapshot snapshot = pressed_pair();
  const std::vector<PointForce> cells = point_forces(snapshot, ForceLevel::cell);
  ASSERT_EQ(cells.size(), 2u) << "none on what is fixed";
  EXPECT_TRUE(cells[0].point.isApprox(Vec3(-0.25, -0.05, 0)));
  EXPECT_TRUE(cells[1].point.isApprox(Vec3(0.25, -0.05, 0)));
  const std::vector<PointForce> vertices = point_forces(snapshot, ForceLevel::vertex);
  ASSERT_EQ(vertices.size(), 3u) << "one arrow for a vertex of two cells";
  EXPECT_TRUE(vertices[0].point.isApprox(Vec3(-0.5, 0, -0.5)));
  EXPECT_TRUE(vertices[0].force.isApprox(Vec3(0, 100, 0)));
}

TEST(PointForces, BadReferencesAreLeftOut) {
  Snapshot snapshot = pressed_pair();
  snapshot.pairs[0].contacts.gradient[0].vertex = 4'000'000'000u;
  snapshot.pairs[0].contacts.contacts[1].gradient[0] = {900, 1000};
  snapshot.pairs[0].contacts.contacts[1].cell = 77;
  snapshot.pairs[0].contacts.body[0] = 9;
  EXPECT_TRUE(point_forces(snapshot, ForceLevel::vertex).empty());
  snapshot.pairs[0].contacts.body[0] = 0;
  EXPECT_EQ(point_forces(snapshot, ForceLevel::vertex).size(), 1u);
  EXPECT_EQ(point_forces(snapshot, ForceLevel::cell).size(), 1u);
}

TEST(ForceArrows, PointAlongTheForceAndTheLongestIsHalfTheBody) {
  const Snapshot snapshot = pressed_pair();
  ShownShapes shapes;
  ForceRanges ranges;
  ViewOptions options;
  options.forces = true;
  options.force_level = ForceLevel::cell;
  const ForceArrows result = force_arrows(snapshot, options, shapes, 1e-4, ranges);
  ASSERT_EQ(result.arrows.size(), 2u);
  for (const Arrow& arrow : result.arrows)
    EXPECT_TRUE(arrow.reach.normalized().isApprox(Vec3::UnitY()));
  // 200 N is the top of the range, and the body is 2 m high.
  EXPECT_NEAR(result.arrows[1].reach.norm(), 1, 1e-12);
  EXPECT_NEAR(result.metres_per_newton, 1.0 / 200, 1e-15);
}

TEST(SkinValues, FrictionAddsUpToThePairsFrictionForce) {
  Snapshot snapshot = pressed_pair();
  PairState& pair = snapshot.pairs[0];
  for (ContactPixelPair& pixel : pair.contacts.evidence.add<ImageEvidence>().pixels) {
    pixel.body = {0, 1};
    pixel.normal = Vec3::UnitY();
  }
  snapshot.bodies[0].velocity = Vec3(2, -1, 0);
  snapshot.settings.friction.coefficient = 0.9;
  // 0.3 of the normal force: whatever the settings say, the pair's own force counts.
  pair.force_on_a = Vec3(-0.3 * 250, 250, 0);
  double sum = 0;
  const auto values = skin_values(snapshot, pair, SkinColour::friction);
  for (std::size_t i = 0; i < values.size(); ++i)
    sum += values[i][0] * images_of(pair.contacts).pixels[i].weight;
  EXPECT_NEAR(sum, 0.3 * 250, 1e-9);
  // Coulomb friction is in proportion to pressure.
  EXPECT_NEAR(values.front()[0] / values.back()[0], 100.0 / 400, 1e-9);
}

TEST(SkinValues, WhereASkinDoesNotSlideItHasNoFrictionHoweverItsBodyMoves) {
  Snapshot snapshot = pressed_pair();
  PairState& pair = snapshot.pairs[0];
  for (ContactPixelPair& pixel : pair.contacts.evidence.add<ImageEvidence>().pixels) {
    pixel.body = {0, 1};
    pixel.normal = Vec3::UnitY();
  }
  snapshot.bodies[0].velocity = Vec3(2, -1, 0);
  pair.force_on_a = Vec3(50, 250, 0);
  pair.slide.assign(images_of(pair.contacts).pixels.size(), Vec3::Zero());
  pair.slide.front() = Vec3(1, 3, 0);
  const auto values = skin_values(snapshot, pair, SkinColour::friction);
  EXPECT_GT(values.front()[0], 0);
  for (std::size_t i = 1; i < values.size(); ++i)
    EXPECT_EQ(values[i][0], 0) << i;
}

} // namespace
} // namespace lamina
