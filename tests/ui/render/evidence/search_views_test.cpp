#include "core/contact/distancefield/field_search.h"
#include "core/contact/hashing/hash_search.h"
#include "core/contact/stochastic/stochastic_evidence.h"
#include "core/contact/tetdistance/tet_search.h"
#include "core/mesh/procedural.h"
#include "core/simulation/simulation.h"
#include "tests/mesh/tet_support.h"
#include "tests/support/contact_by.h"
#include "tests/support/scenes.h"
#include "tests/ui/render/pictures/picture_support.h"
#include "tests/ui/render/small_scenes.h"
#include "ui/render/contacts/distance_section.h"
#include "ui/render/contacts/field_section.h"
#include "ui/render/contacts/hash_lines.h"
#include "ui/render/contacts/march_lines.h"
#include "ui/render/evidence/evidence_view.h"
#include "ui/render/evidence/stochastic_view.h"
#include "ui/render/overlay/colour_ramp.h"
#include "ui/render/overlay/legend_entries.h"
#include "ui/render/picking/pick_search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace lamina {
namespace {

/// A box of 1 m × 2 m × 3 m, whose "distance" is a linear field.
MarchedSolid linear_box() {
  MarchedSolid solid;
  const TetMesh mesh = test::tet_box(3, {1, 2, 3});
  solid.nodes = mesh.nodes;
  solid.tetrahedra = mesh.tetrahedra;
  for (const Vec3& node : mesh.nodes)
    solid.distances.push_back(static_cast<float>(node.dot(Vec3(1, 0.5, 0.25))));
  solid.visits.assign(mesh.nodes.size(), NodeVisit::none);
  return solid;
}

double area_of(const std::vector<SectionCorner>& corners) {
  double area = 0;
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
    area +=
        0.5 * (corners[i + 1].place - corners[i].place).cross(corners[i + 2].place - corners[i].place).norm();
  return area;
}

/// Two boxes of tetrahedra; the upper one stands 5 cm deep in the lower one.
std::shared_ptr<Scene> two_boxes(const std::string& method) {
  const TetMesh box = test::tet_box(4, Vec3::Ones());
  Pose upper;
  upper.position = Vec3(0.3, 0.95, 0.2);
  auto scene = test::scene_of(
      {test::body_of_tets("lower", box, {}, BodyKind::fixed), test::body_of_tets("upper", box, upper)});
  scene->settings.contact.method = method;
  return scene;
}

ViewModes all_tet_views() {
  ViewModes modes;
  modes.distances = modes.march = modes.closest = true;
  return modes;
}

} // namespace

TEST(DistanceSection, CoversWhatThePlaneCutsOnceAndIsLinearAsTheFieldIs) {
  const MarchedSolid solid = linear_box();
  const std::array<double, 3> areas{6, 3, 2};
  for (int axis = 0; axis < 3; ++axis)
    // A plane through nodes, too: there as well each place is covered once.
    for (const double position : {0.37, 0.0, 1.0 / 3}) {
      std::vector<SectionCorner> corners;
      add_section(corners, solid, axis, position);
      EXPECT_NEAR(area_of(corners), areas[static_cast<std::size_t>(axis)], 1e-12) << axis << " " << position;
      for (const SectionCorner& corner : corners) {
        EXPECT_NEAR(corner.place[axis], position, 1e-15);
        // Fields are in single precision.
        EXPECT_NEAR(corner.distance, corner.place.dot(Vec3(1, 0.5, 0.25)), 1e-6);
        EXPECT_EQ(corner.visited, 0);
      }
    }
  std::vector<SectionCorner> beside;
  add_section(beside, solid, 0, 1.5);
  EXPECT_TRUE(beside.empty());
}

TEST(DistanceSection, LeavesOutWhatIsNotFinite) {
  MarchedSolid solid = linear_box();
  for (std::size_t i = 0; i < solid.distances.size(); i += 2)
    solid.distances[i] = std::numeric_limits<float>::infinity();
  solid.nodes[1].y() = std::nan("");
  std::vector<SectionCorner> corners;
  add_section(corners, solid, 1, 0.9);
  EXPECT_LT(area_of(corners), 3);
  for (const SectionCorner& corner : corners)
    EXPECT_TRUE(std::isfinite(corner.distance) && corner.place.allFinite());
}

// A ball of radius 0.5 m, turned and away from the origin: the facets of its mesh lie 5 mm within the sphere
// at most.
class FieldSection : public testing::TestWithParam<FieldStructure> {};

TEST_P(FieldSection, HoldsTheDistanceFromASphereOnBothSidesAsFarAsItIsKnown) {
  constexpr double radius = 0.5, facets = 5e-3;
  const Vec3 centre(0.3, 2, -0.4);
  const Pose place{centre, test::turn(Vec3(1, 2, 3).normalized(), 0.7)};
  auto scene = test::scene_under("distancefield",
                                 {test::body_of("ball", make_sphere(radius, 4000), BodyKind::rigid, place)});
  scene->settings.contact.distancefield.cells = 64;
  scene->settings.contact.distancefield.structure = GetParam();
  // An octree's tolerance, once in a cell and once on what its corners hang.
  const double rounding = GetParam() == FieldStructure::octree ? 0.1 + 2 * 0.1 : 0.1;
  const Simulation simulation(scene);
  const auto snapshot = simulation.snapshot({.search = true});
  ASSERT_TRUE(snapshot->search);
  const FieldSearch* search = snapshot->search->find<FieldSearch>();
  ASSERT_TRUE(search);
  ASSERT_EQ(search->fields.size(), 1u);
  const double band = search->fields[0].rest->field().band(), cell = search->fields[0].rest->field().cell();
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<SectionCorner> corners;
    const double greatest = add_field_section(corners, search->fields[0], axis, centre[axis]);
    EXPECT_NEAR(greatest, band, facets + 2 * cell);
    // The ring between a band within and a band outside, but for squares at its rims.
    constexpr double pi = 3.14159265358979;
    EXPECT_NEAR(area_of(corners), 4 * pi * radius * band, 4 * pi * radius * 3 * cell);
    for (const SectionCorner& corner : corners) {
      const double distance = (corner.place - centre).norm() - radius;
      EXPECT_NEAR(corner.visited > 0.5 ? -corner.distance : corner.distance, distance,
                  facets + rounding * cell);
    }
  }
  std::vector<SectionCorner> beside;
  EXPECT_EQ(add_field_section(beside, search->fields[0], 1, centre.y() + radius + 2 * band), 0);
  EXPECT_TRUE(beside.empty());
}

INSTANTIATE_TEST_SUITE_P(OfBothStructures, FieldSection,
                         testing::Values(FieldStructure::grid, FieldStructure::octree),
                         [](const auto& tested) {
                           return std::string(tested.param == FieldStructure::grid ? "grid" : "octree");
                         });

TEST(SearchViews, AskForTheSearchOnlyWhereTheMethodHasWhatTheyShow) {
  ViewModes cells;
  cells.hash_cells = true;
  for (const char* method : {"ldi", "raytraced", "proximity", "hashing", "tetdistance"}) {
    EXPECT_FALSE(needed_extras({}, test::contact_by(method)).search) << method;
    EXPECT_EQ(needed_extras(all_tet_views(), test::contact_by(method)).search,
              method == std::string("tetdistance"));
    EXPECT_EQ(needed_extras(cells, test::contact_by(method)).search, method == std::string("hashing"));
  }
  ViewModes uncut;
  uncut.distances = true;
  EXPECT_FALSE(needed_extras(uncut, test::contact_by("tetdistance")).search)
      << "nothing would be seen of them";
}

TEST(SearchViews, OfASnapshotAreMadeOnlyWhenAskedForAndChangeNothing) {
  for (const char* method : {"hashing", "tetdistance", "ldi"}) {
    Simulation looked_at(two_boxes(method)), left_alone(two_boxes(method));
    EXPECT_EQ(looked_at.snapshot()->search, nullptr);
    // Before the first step as well: what is shown is where bodies lie now.
    EXPECT_EQ(looked_at.snapshot({.search = true})->search != nullptr, method != std::string("ldi"));
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(looked_at.step() && left_alone.step());
      looked_at.snapshot({.search = true});
      EXPECT_EQ(looked_at.statistics().state_hash, left_alone.statistics().state_hash) << method;
    }
  }
}

TEST(SearchViews, OfFollowedPairsHaveALineEachWhileContactsAreShown) {
  Simulation simulation(two_boxes("stochastic"));
  ASSERT_TRUE(simulation.step());
  ViewOptions options;
  EXPECT_FALSE(needed_extras(options, test::contact_by("stochastic")).pixels);
  std::vector<Line> lines;
  const auto painter = stochastic_view().painter();
  EvidenceLegend legend;
  painter->add_lines(*simulation.snapshot({.pixels = true}), options, lines);
  EXPECT_TRUE(lines.empty());
  options.contacts = true;
  EXPECT_TRUE(needed_extras(options, test::contact_by("stochastic")).pixels);
  const auto snapshot = simulation.snapshot(needed_extras(options, test::contact_by("stochastic")));
  painter->add_lines(*snapshot, options, lines);
  stochastic_view().legend(*snapshot, options, {}, legend);
  std::size_t pairs = 0;
  for (const PairState& pair : snapshot->pairs)
    for (const auto& [vertex, foot] : stochastic_of(pair.contacts).pairs) {
      ASSERT_LT(pairs, lines.size());
      EXPECT_EQ(lines[pairs].from, vertex);
      EXPECT_EQ(lines[pairs].to, foot);
      ++pairs;
    }
  EXPECT_GT(pairs, 0u);
  EXPECT_EQ(lines.size(), pairs);
  EXPECT_EQ(at(legend, LegendPlace::search).size(), 1u);
}

TEST(SearchViews, OfAMarchHaveDotsOfNodesAndLinesToTheSurface) {
  Simulation simulation(two_boxes("tetdistance"));
  const auto snapshot = simulation.snapshot({.search = true});
  const std::vector<ShownSolid> solids = shown_solids(*snapshot);
  ASSERT_EQ(solids.size(), 2u) << "the lower one is fixed, but something lies in it";
  const auto counts = count_visits(solids);
  EXPECT_TRUE(solids[0].solid->rigid);
  EXPECT_FALSE(solids[1].solid->rigid);
  const std::size_t all = counts[0] + counts[1] + counts[2];
  EXPECT_GT(all, solids[1].solid->nodes.size());
  EXPECT_LT(all, 2 * solids[1].solid->nodes.size()) << "of the fixed one only those that collide";
  EXPECT_GT(counts[2], 0u);

  std::vector<Line> dots;
  add_node_dots(dots, solids, [](const Vec3&) { return true; });
  EXPECT_EQ(dots.size(), all);
  EXPECT_EQ(dots.back().colour, visit_colour(NodeVisit::colliding)) << "these lie on top";
  dots.clear();
  add_node_dots(dots, solids, [](const Vec3& at) { return at.y() > 1.2; });
  for (const Line& dot : dots)
    EXPECT_GT(dot.from.y(), 1.2);

  std::vector<Line> feet;
  add_foot_lines(feet, solids);
  std::size_t colliding_inside = 0;
  for (const ShownSolid& shown : solids)
    for (std::size_t node = 0; node < shown.solid->nodes.size(); ++node)
      colliding_inside +=
          shown.solid->visits[node] == NodeVisit::colliding && shown.solid->distances[node] > 0;
  EXPECT_GT(colliding_inside, 0u);
  EXPECT_EQ(feet.size(), 2 * colliding_inside);
}

TEST(SearchViews, AFixedSolidThatNothingLiesInIsNotShown) {
  auto scene = two_boxes("tetdistance");
  scene->bodies[1].pose.position.y() = 5;
  Simulation simulation(scene);
  const auto snapshot = simulation.snapshot({.search = true});
  const std::vector<ShownSolid> solids = shown_solids(*snapshot);
  ASSERT_EQ(solids.size(), 1u) << "the other one has distances before it touches anything";
  EXPECT_EQ(solids[0].body, 1u);
  EXPECT_GT(greatest_distance(solids), 0.2);
}

TEST(SearchViews, CellsStandOutWhereSomethingWasFoundAndWaysAreLongEnoughToBeSeen) {
  Simulation simulation(two_boxes("hashing"));
  const auto snapshot = simulation.snapshot({.search = true});
  const HashSearch& search = *hash_search(*snapshot);
  std::vector<Line> lines;
  add_cell_lines(lines, search, most_candidates(search));
  ASSERT_TRUE(shows_plain_cells(search));
  ASSERT_EQ(lines.size(), 12 * search.cells.size());
  EXPECT_GT(lines.back().opacity, 0.9f) << "what was found comes last";
  for (const Line& line : lines)
    EXPECT_NEAR((line.to - line.from).norm(), search.cell, 1e-12);

  HashSearch many = search;
  many.cells.insert(many.cells.end(), 1000, {Vec3::Zero(), 1, 0});
  std::vector<Line> alone;
  add_cell_lines(alone, many, most_candidates(many));
  EXPECT_LT(alone.size(), lines.size()) << "so many cells without a find would hide the others";
  EXPECT_GT(alone.size(), 0u);

  const double top = usual_depth(search);
  // Most points of the lower face of the upper box lie as deep as it does.
  EXPECT_NEAR(top, 2 * 0.05, 0.01);
  EXPECT_EQ(way_factor(top, 1e-3), 1) << "some 100 pixels";
  EXPECT_EQ(way_factor(top, 1e-2), 5) << "some 10 pixels";
  std::vector<Arrow> arrows;
  add_way_arrows(arrows, search, top, 10, 1e-2);
  ASSERT_FALSE(arrows.empty());
  for (const Arrow& arrow : arrows)
    EXPECT_LT(arrow.reach.norm(), 2 * 10 * top + 1e-12);

  HashSearch trapped;
  trapped.ways.push_back({Vec3::Ones(), Vec3::Zero(), 0, 0, 0});
  arrows.clear();
  add_way_arrows(arrows, trapped, 1, 1, 1e-3);
  EXPECT_TRUE(arrows.empty());
  lines.clear();
  add_trapped_dots(lines, trapped);
  EXPECT_EQ(lines.size(), 1u);
  EXPECT_EQ(count_trapped(trapped), 1u);
}

TEST(SearchViews, LegendsSayWhatIsShownWithUnitsAndWhatIsMissing) {
  Simulation simulation(two_boxes("tetdistance"));
  const auto snapshot = simulation.snapshot({.search = true});
  ViewOptions options;
  static_cast<ViewModes&>(options) = all_tet_views();
  options.grid = false;
  ShownScales scales;
  scales.distance_top = 0.5;
  EXPECT_EQ(legend_entries(*snapshot, options, scales)[0].text,
            "distances: choose a cut, in whose plane they are shown");
  options.cut = CutAxis::z;
  const std::vector<LegendEntry> entries = legend_entries(*snapshot, options, scales);
  EXPECT_EQ(entries[0].text, "distance from the surface, a line every 5 cm");
  EXPECT_EQ(entries[0].items.back().word, "≥ 50 cm");
  EXPECT_EQ(entries[1].items.size(), 3u);
  EXPECT_TRUE(entries[1].items[0].word.ends_with(" colliding"));

  Snapshot nothing = *snapshot;
  nothing.settings.contact.method = "hashing";
  nothing.search = nullptr;
  options.hash_cells = options.ways_out = true;
  const std::vector<LegendEntry> none = legend_entries(nothing, options, {});
  EXPECT_EQ(none[0].text, "ways out: no point lies in another body");
  EXPECT_EQ(none[1].text, "cells: none in which a tetrahedron looks for a point");
}

TEST(SearchViews, ThePointerFindsTetrahedraOfTheCutNodesAndPointsInside) {
  Simulation simulation(two_boxes("tetdistance"));
  const auto snapshot = simulation.snapshot({.search = true});
  CameraView place;
  place.eye = Vec3(0.8, 1.45, 9);
  place.target = Vec3(0.8, 1.45, 0.7);
  const Camera camera(place);
  constexpr ViewSize size{800, 600};
  ViewModes modes;
  modes.distances = true;
  EXPECT_FALSE(pick_solid(*snapshot, modes, {camera, 400, 300, size})) << "without a cut there is no plane";
  modes.cut = CutAxis::z;
  modes.cut_position = 0.71;
  // The middle of the picture is that of the upper box, where all four nodes of a tetrahedron are.
  const auto tetrahedron = solid_of(pick_solid(*snapshot, modes, {camera, 400, 300, size}));
  ASSERT_TRUE(tetrahedron);
  EXPECT_EQ(tetrahedron->kind, SolidReference::Kind::tetrahedron);
  EXPECT_EQ(tetrahedron->body, 1u);
  const MarchedSolid* solid = find_solid(*snapshot, *tetrahedron);
  ASSERT_TRUE(solid);
  Box around;
  for (const std::uint32_t node : solid->tetrahedra[tetrahedron->item])
    around.include(solid->nodes[node]);
  const Vec3 at_pointer(0.8, 1.45, 0.71);
  EXPECT_TRUE((at_pointer.array() >= around.min.array() - 1e-6).all() &&
              (at_pointer.array() <= around.max.array() + 1e-6).all());
  EXPECT_FALSE(pick_solid(*snapshot, modes, {camera, 5, 5, size}));

  modes.distances = false;
  modes.march = true;
  const Vec3& node = solid->nodes[solid->tetrahedra[tetrahedron->item][0]];
  const std::optional<Vec3> shown = camera.project(node, size);
  const auto found = solid_of(pick_solid(*snapshot, modes, {camera, shown->x(), shown->y(), size}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, SolidReference::Kind::node);
  EXPECT_LE(find_solid(*snapshot, *found)->nodes[found->item].z(), 0.71) << "what is cut away is not there";

  Simulation hashed(two_boxes("hashing"));
  const auto other = hashed.snapshot({.search = true});
  modes.ways_out = true;
  const HashSearch::Way& way = hash_search(*other)->ways.front();
  const std::optional<Vec3> at = camera.project(way.from, size);
  const HashSearch::Way* picked = find_way(*other, pick_way(*other, modes, {camera, at->x(), at->y(), size}));
  ASSERT_TRUE(picked);
  // Another one may lie right before or behind it.
  EXPECT_LT((camera.project(picked->from, size)->head<2>() - at->head<2>()).norm(), 1e-6);
  EXPECT_EQ(find_way(*snapshot, pick_way(*other, modes, {camera, at->x(), at->y(), size})), nullptr);
}

using SearchPicture = test::Drawing;

TEST_F(SearchPicture, TheMiddleOfACutBoxHasTheColourOfItsDistance) {
  auto scene = two_boxes("tetdistance");
  scene->bodies[1].pose.position = Vec3(0, 5, 0);
  Simulation simulation(scene);
  const auto snapshot = simulation.snapshot({.search = true});
  CameraView place;
  place.eye = Vec3(0.5, 5.5, 6);
  place.target = Vec3(0.5, 5.5, 0.5);
  const Camera camera(place);
  ViewOptions options;
  options.cut = CutAxis::z;
  options.cut_position = 0.5;
  const Image plain = renderer->render(*snapshot, camera, options, 400, 300);
  options.distances = true;
  const Image shown = renderer->render(*snapshot, camera, options, 400, 300);
  EXPECT_EQ(renderer->scales().distance_top, 0.5) << "that of the middle of a box of 1 m";
  EXPECT_GT(test::count_different(plain, shown, 8), 1000);
  // 4 cells across: a node lies in the middle. Beside its line there is the colour of nine tenths or more.
  const std::size_t middle = 4 * (150 * 400 + 200);
  const Colour expected = ramp_colour(1);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(shown.rgba[middle + k] / 255.0, double(expected[k]), 0.2) << k;
}

} // namespace lamina
