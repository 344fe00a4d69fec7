#include "ui/render/force_arrows.h"
#include "ui/render/overlay_lines.h"

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

TEST(OverlayLines, ShowWhatTheOptionsAskForAndTheDrag) {
  Snapshot snapshot;
  snapshot.pairs.push_back(test::pixel_layer(test::plain_region(Vec3::Zero(), Vec3::Ones(), {2, 2, 2}), 0));
  ViewOptions options;
  EXPECT_TRUE(overlay_lines(snapshot, options).empty());
  options.regions = true;
  options.pixel_grid = false;
  EXPECT_EQ(overlay_lines(snapshot, options).size(), 12u);
  options.regions = false;
  snapshot.drags = {DragState{0, Vec3(1, 0, 0), Vec3(2, 0, 0), 5}};
  const std::vector<Line> spring = overlay_lines(snapshot, options);
  ASSERT_FALSE(spring.empty());
  EXPECT_EQ(spring[0].from, Vec3(1, 0, 0));
  EXPECT_EQ(spring[0].to, Vec3(2, 0, 0));
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

} // namespace
} // namespace lamina
