#include "core/contact/point_evidence.h"
#include "core/contact/raytraced/ray_evidence.h"
#include "ui/render/bodies/body_colours.h"
#include "ui/render/bodies/skin_values.h"
#include "ui/render/contacts/force_arrows.h"
#include "ui/render/contacts/point_lines.h"
#include "ui/render/contacts/ray_lines.h"
#include "ui/render/evidence/ray_view.h"
#include "ui/render/overlay/legend_entries.h"

#include "core/mesh/procedural.h"
#include "core/simulation/simulation.h"
#include "tests/support/scenes.h"
#include "tests/ui/render/small_scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

namespace lamina {
namespace {

/// Two boxes joined by two points that stand for 0.5 m² each: 1 mm deep under 100 Pa, and 2 mm deep under
/// 50 Pa.
Snapshot joined_boxes(MeasureKind kind = MeasureKind::depth) {
  Snapshot snapshot =
      test::snapshot_of({{test::prepared(test::plain_box(Vec3::Ones())), Vec3(0, 1, 0), {}},
                         {test::prepared(test::plain_box(Vec3::Ones())), Vec3::Zero(), {}, BodyKind::fixed}});
  snapshot.settings.contact.method = kind == MeasureKind::gap ? "proximity" : "raytraced";
  PairState pair;
  pair.contacts.body = {0, 1};
  for (const double depth : {1e-3, 2e-3}) {
    const auto entry = static_cast<std::uint32_t>(pair.contacts.gradient.size());
    pair.contacts.gradient.push_back({0, Vec3(0, -1, 0)});
    Contact contact;
    contact.kind = kind;
    contact.measure = depth;
    contact.area = 0.5;
    contact.gradient = {Range{entry, entry + 1}, Range{}};
    ContactPointPair point{};
    point.position = {Vec3(depth, 0.5, 0), Vec3(depth, 0.5 + depth, 0)};
    point.body = {0, 1};
    point.area = contact.area;
    point.contact = static_cast<std::uint32_t>(pair.contacts.contacts.size());
    contact.cell = static_cast<int>(point.contact);
    pair.contacts.contacts.push_back(contact);
    pair.contacts.evidence.add<PointEvidence>().points.push_back(point);
  }
  pair.pressure = {100, 50};
  snapshot.pairs.push_back(pair);
  return snapshot;
}

std::vector<Line> lines_of(const EvidenceView& view, const Snapshot& snapshot, const ViewOptions& options) {
  std::vector<Line> lines;
  view.painter()->add_lines(snapshot, options, lines);
  return lines;
}

bool is_dot(const Line& line) {
  return line.from == line.to;
}

TEST(ContactLines, AreNoneUnlessContactsOrRaysAreShown) {
  Snapshot snapshot = joined_boxes();
  snapshot.pairs[0].contacts.evidence.add<RayEvidence>().cast.push_back(
      {Vec3::Zero(), Vec3::UnitY(), 0, 0, RayFate::missed});
  PointRanges ranges;
  EXPECT_TRUE(point_lines(snapshot, {}, ranges).lines.empty());
  EXPECT_TRUE(lines_of(ray_view(), snapshot, {}).empty());
}

TEST(ContactLines, JoinTheTwoPointsOfAContactWithADotInTheColourOfEitherBody) {
  const Snapshot snapshot = joined_boxes();
  ViewOptions options;
  options.contacts = true;
  PointRanges ranges;
  const PointLines shown = point_lines(snapshot, options, ranges);
  EXPECT_DOUBLE_EQ(shown.depth_top, 2e-3);
  ASSERT_EQ(shown.lines.size(), 6u);
  const std::vector<Colour> bodies = body_colours(*snapshot.infos);
  for (std::size_t i = 0; i < 2; ++i) {
    const Line* lines = &shown.lines[3 * i];
    const ContactPointPair& point = points_of(snapshot.pairs[0].contacts).points[i];
    EXPECT_EQ(lines[0].from, point.position[0]);
    EXPECT_EQ(lines[0].to, point.position[1]);
    for (std::size_t end = 0; end < 2; ++end) {
      EXPECT_TRUE(is_dot(lines[1 + end]));
      EXPECT_EQ(lines[1 + end].from, point.position[end]);
      EXPECT_EQ(lines[1 + end].colour, bodies[end]);
    }
  }
  EXPECT_NE(shown.lines[0].colour, shown.lines[3].colour) << "coloured by depth";
}

TEST(ContactLines, DotsShowPressureWhereTheSkinDoesAlsoWithoutContacts) {
  ViewOptions options;
  options.skin = SkinColour::pressure;
  PointRanges ranges;
  const PointLines shown = point_lines(joined_boxes(), options, ranges);
  EXPECT_DOUBLE_EQ(shown.skin_top, 100);
  ASSERT_EQ(shown.lines.size(), 4u);
  for (const Line& line : shown.lines)
    EXPECT_TRUE(is_dot(line));
  EXPECT_EQ(shown.lines[0].colour, shown.lines[1].colour);
  EXPECT_NE(shown.lines[0].colour, shown.lines[2].colour);
}

// Coulomb friction at points is in proportion to their pressure, and adds up to the friction of the pair.
TEST(ContactLines, DotsShowFrictionWhereTheSkinDoes) {
  Snapshot snapshot = joined_boxes();
  PairState& pair = snapshot.pairs[0];
  for (ContactPointPair& point : pair.contacts.evidence.add<PointEvidence>().points) {
    point.normal = Vec3::UnitY();
    point.area = 0.5;
  }
  snapshot.bodies[0].velocity = Vec3(2, -1, 0);
  // Pressure carries 0.5 m² · (100 + 50) Pa = 75 N, and friction three tenths of that.
  pair.force_on_a = Vec3(-0.3 * 75, 75, 0);
  const std::vector<double> values = point_skin_values(snapshot, pair, SkinColour::friction);
  ASSERT_EQ(values.size(), 2u);
  EXPECT_NEAR(values[0], 0.3 * 100, 1e-9);
  EXPECT_NEAR(values[1], 0.3 * 50, 1e-9);

  ViewOptions options;
  options.skin = SkinColour::friction;
  PointRanges ranges;
  const PointLines shown = point_lines(snapshot, options, ranges);
  EXPECT_DOUBLE_EQ(shown.skin_top, 50) << "a round number above 30 Pa";
  ASSERT_EQ(shown.lines.size(), 4u);
  EXPECT_NE(shown.lines[0].colour, shown.lines[2].colour);

  // What slides by itself is known where bodies deform.
  pair.slide = {Vec3::Zero(), Vec3(1, 0, 0)};
  EXPECT_EQ(point_skin_values(snapshot, pair, SkinColour::friction)[0], 0);
}

TEST(ContactLines, ARayIsDrawnInTheColourOfItsFateAndNoTwoFatesLookAlike) {
  Snapshot snapshot = joined_boxes();
  PairContacts& contacts = snapshot.pairs[0].contacts;
  for (std::size_t fate = 0; fate < ray_fates; ++fate) {
    contacts.evidence.add<RayEvidence>().cast.push_back(
        {Vec3::Zero(), Vec3(0, double(fate), 1), 0, 0, RayFate(fate)});
    contacts.evidence.add<RayEvidence>().fates[fate] = 1;
  }
  ViewOptions options;
  options.rays = true;
  const std::vector<Line> lines = lines_of(ray_view(), snapshot, options);
  std::set<Colour> colours;
  std::set<std::string> words;
  for (std::size_t fate = 0; fate < ray_fates; ++fate) {
    ASSERT_LT(2 * fate, lines.size());
    EXPECT_EQ(lines[2 * fate].to, Vec3(0, double(fate), 1));
    EXPECT_EQ(lines[2 * fate].colour, fate_colour(RayFate(fate)));
    colours.insert(fate_colour(RayFate(fate)));
    words.insert(fate_word(RayFate(fate)));
  }
  EXPECT_EQ(colours.size(), ray_fates);
  EXPECT_EQ(words.size(), ray_fates);
}

TEST(ContactLines, OfVeryManyPointsAnEvenShareIsDrawn) {
  Snapshot snapshot = joined_boxes();
  std::vector<ContactPointPair>& points = snapshot.pairs[0].contacts.evidence.add<PointEvidence>().points;
  points.resize(50'000, points[0]);
  ViewOptions options;
  options.contacts = true;
  PointRanges ranges;
  EXPECT_EQ(point_lines(snapshot, options, ranges).lines.size(), 3u * 16'667);
}

TEST(ContactLines, NothingThatIsNotFiniteIsDrawn) {
  Snapshot snapshot = joined_boxes();
  snapshot.pairs[0].contacts.evidence.add<PointEvidence>().points[0].position[1].x() = std::nan("");
  snapshot.pairs[0].contacts.evidence.add<RayEvidence>().cast.push_back(
      {Vec3::Zero(), Vec3::Constant(INFINITY), 0, 0, RayFate::missed});
  ViewOptions options;
  options.contacts = options.rays = true;
  PointRanges ranges;
  EXPECT_EQ(point_lines(snapshot, options, ranges).lines.size(), 3u);
  EXPECT_TRUE(lines_of(ray_view(), snapshot, options).empty());
}

TEST(Legend, NamesDepthsGapsAndTheFatesThatRaysMetWith) {
  ViewOptions options;
  options.contacts = options.rays = true;
  options.grid = false;
  ShownScales scales;
  scales.depth_top = 2e-3;
  Snapshot snapshot = joined_boxes();
  snapshot.pairs[0].contacts.evidence.add<RayEvidence>().fates = {3, 0, 2, 0, 0, 0};
  const std::vector<LegendEntry> deep = legend_entries(snapshot, options, scales);
  ASSERT_EQ(deep.size(), 2u);
  EXPECT_EQ(deep[0].text, "contact points, depth");
  EXPECT_EQ(deep[0].items.back().word, "≥ 2 mm");
  ASSERT_EQ(deep[1].items.size(), 2u) << "only fates that some ray met with";
  EXPECT_EQ(deep[1].items[0].word, "contact");
  EXPECT_EQ(deep[1].items[1].word, "entering");

  const std::vector<LegendEntry> gaps = legend_entries(joined_boxes(MeasureKind::gap), options, scales);
  ASSERT_EQ(gaps.size(), 1u) << "a method without rays has no line for them";
  EXPECT_EQ(gaps[0].text, "contact points, too near by");
}

TEST(ForceArrows, OfContactsThatJoinPointsActHalfWayBetweenThem) {
  const std::vector<PointForce> forces = point_forces(joined_boxes(), ForceLevel::cell);
  ASSERT_EQ(forces.size(), 2u); // none on what is fixed
  EXPECT_TRUE(forces[0].point.isApprox(Vec3(1e-3, 0.5005, 0)));
  EXPECT_TRUE(forces[0].force.isApprox(Vec3(0, 50, 0)));
  EXPECT_TRUE(forces[1].force.isApprox(Vec3(0, 25, 0)));
}

// Without friction the pressure of the contacts is all of the force, whatever they measure.
TEST(ForceArrows, OfContactsAndOfVerticesAddUpToTheForceOnTheBody) {
  for (const char* method : {"ldi", "raytraced", "proximity"}) {
    auto scene = test::scene_of({test::ground(), test::body_of("ball", make_sphere(0.1, 720), BodyKind::rigid,
                                                               {{0.01, 0.095, 0.02}})});
    scene->settings.contact.method = method;
    scene->settings.friction.law = FrictionLaw::none;
    Simulation simulation(scene);
    ASSERT_TRUE(simulation.step());
    const auto snapshot = simulation.snapshot({.pixels = true});
    ASSERT_EQ(snapshot->pairs.size(), 1u) << method;
    const Vec3 force = snapshot->bodies[1].contact_force;
    EXPECT_GT(force.y(), 1) << method;
    for (const ForceLevel level : {ForceLevel::cell, ForceLevel::vertex}) {
      Vec3 sum = Vec3::Zero();
      for (const PointForce& arrow : point_forces(*snapshot, level))
        sum += arrow.force;
      // An arrow goes along the gradient of its cell, which pushes along the normal of its samples.
      const double leans = std::string(method) == "ldi" ? 1e-3 : 1e-9;
      EXPECT_LT((sum - force).norm(), leans * force.norm()) << method;
    }
  }
}

} // namespace
} // namespace lamina
