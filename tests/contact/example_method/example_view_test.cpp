#include "tests/contact/example_method/example_view.h"

#include "core/mesh/procedural.h"
#include "core/simulation/simulation.h"
#include "tests/contact/example_method/example_method.h"
#include "tests/support/contact_by.h"
#include "tests/support/scenes.h"
#include "tests/ui/render/pictures/picture_support.h"

#include <gtest/gtest.h>

namespace lamina::test {
namespace {

/// Two soft boxes, one of which has a corner in the other, after a step.
std::shared_ptr<const Snapshot> corner_in_a_box() {
  add_contact_method(example_method());
  add_evidence_view(example_view());
  add_evidence_rows(example_rows());
  std::vector<SceneBody> bodies;
  for (const Vec3& position : {Vec3(0, 0, 0), Vec3(0.9, 0.1, 0.2)}) {
    bodies.push_back(body_of(position.x() > 0 ? "right" : "left", make_box({1, 1, 1}), BodyKind::soft,
                             {position, Quat::Identity()}));
    bodies.back().lattice_cells = 3;
    bodies.back().self_contact = false;
  }
  auto scene = scene_of(std::move(bodies));
  scene->settings.contact.method = "example";
  Simulation simulation(scene);
  simulation.step();
  return simulation.snapshot({.pixels = true});
}

std::vector<Line> painted(const Snapshot& snapshot, const ViewOptions& options) {
  std::vector<Line> lines;
  for (const EvidenceView& view : evidence_views())
    view.painter()->add_lines(snapshot, options, lines);
  return lines;
}

TEST(ExampleView, IsDrawnByItsOwnPainterWhereContactsAreShown) {
  const auto snapshot = corner_in_a_box();
  ASSERT_GT(snapshot->statistics.colliding_points, 0u);
  ViewOptions options;
  EXPECT_TRUE(painted(*snapshot, options).empty());
  options.contacts = true;
  EXPECT_EQ(painted(*snapshot, options).size(), snapshot->statistics.colliding_points);
}

TEST(ExampleView, HasARowOfItsOwnInTheLegend) {
  const auto snapshot = corner_in_a_box();
  ViewOptions options;
  options.grid = false;
  EXPECT_TRUE(legend_entries(*snapshot, options, {}).empty());
  options.contacts = true;
  const std::vector<LegendEntry> entries = legend_entries(*snapshot, options, {});
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_EQ(entries[0].text, "vertices in tetrahedra");
}

TEST(ExampleView, PanelsAndStatusLineSpeakOfIt) {
  const auto snapshot = corner_in_a_box();
  const std::vector<const EvidenceRows*> rows = rows_of_method(test::contact_by("example"));
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_NE(rows[0]->contacts, nullptr);
  StepStatistics statistics;
  statistics.colliding_points = 1;
  EXPECT_EQ(rows[0]->counted(statistics), "1 vertex inside");
}

using ExamplePicture = Drawing;

TEST_F(ExamplePicture, ShowsTheVertices) {
  const auto snapshot = corner_in_a_box();
  const Camera camera;
  ViewOptions options;
  options.quality = Quality::low;
  options.see_through = false;
  const Image without = renderer->render(snapshot, camera, options, 320, 240);
  options.contacts = true;
  const Image with = renderer->render(snapshot, camera, options, 320, 240);
  EXPECT_GT(count_different(with, without, 20), 4);
}

} // namespace
} // namespace lamina::test
