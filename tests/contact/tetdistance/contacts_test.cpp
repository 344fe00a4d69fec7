#include "core/contact/point_evidence.h"
#include "core/contact/tetdistance/tet_evidence.h"
#include "core/contact/tetdistance/tet_search.h"
#include "core/contact/tetdistance/tetdistance.h"
#include "core/mesh/subdivide_boundary_tets.h"
#include "tests/contact/same_contacts.h"
#include "tests/contact/tetdistance/solids.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

using test::detect_on;
using test::detect_solids;
using test::push_on;
using test::SolidBody;
using test::tet_settings;

constexpr TetResponse both_responses[] = {TetResponse::point, TetResponse::segment};

SolidBody moved(SolidBody body, const Pose& pose) {
  body.move([&](const Vec3& node) -> Vec3 { return pose * node; });
  return body;
}

/// A pair that overlaps askew, sampled unlike.
std::array<SolidBody, 2> two_balls() {
  return {test::shaken_ball(8, 1),
          moved(test::shaken_ball(6, 0.7), {{0.9, 0.8, 0.3}, Quat(0.8, 0.1, 0.5, -0.3).normalized()})};
}

/// A cube of side 0.3 turned about the vertical, pressed by 0.02 m into the top of a block of side 1.
const Pose on_top{{0.5, 0.5, 0.98}, Quat(Eigen::AngleAxisd(0.3, Vec3::UnitZ()))};
SolidBody cube_on_top(std::uint32_t n) {
  SolidBody cube(subdivide_boundary_tets(test::tet_box(n, Vec3::Constant(0.3))).mesh);
  cube.move([](const Vec3& node) -> Vec3 { return on_top * Vec3(node - Vec3(0.15, 0.15, 0)); });
  return cube;
}

TEST(TetContact, OfAFlatFacePushesByItsDepthTimesItsArea) {
  const SolidBody block(test::tet_box(4, {1, 1, 1}));
  for (const TetResponse response : both_responses) {
    // Surface alone: its vertices or edges alone count. Pressure is even, so that shares add up exactly.
    const Surface surface = cube_on_top(3).surface;
    const PairContacts alone = detect_on(surface, block, tet_settings(response));
    const Vec3 force = push_on(alone, 0, surface).force;
    EXPECT_NEAR(force.z(), 0.02 * 0.09, 1e-9);
    EXPECT_LT(force.head<2>().norm(), 1e-9);
    EXPECT_NEAR(alone.area, 0.09, 1e-7);
    for (const Contact& contact : alone.contacts) {
      EXPECT_NEAR(contact.depth(), 0.02, 1e-9);
      EXPECT_NEAR(contact.spread() * contact.measure, 0.02 * contact.area, 1e-12);
    }
  }
}

TEST(TetContact, OfAFlatFaceCountsItOnceWhereBothBodiesLook) {
  // The block samples it, too: by few of its vertices and edges, which count the less for it.
  for (const TetResponse response : both_responses)
    for (const std::uint32_t n : {4u, 8u, 12u}) {
      const SolidBody block(test::tet_box(8, {1, 1, 1})), cube = cube_on_top(n);
      const PairContacts found = detect_solids(cube, block, tet_settings(response));
      const double force = push_on(found, 0, cube.surface, cube.mesh.nodes).force.z();
      // The coarser of both samples the face by about ten places.
      EXPECT_NEAR(force / (0.02 * 0.09), 1, 0.2) << static_cast<int>(response) << " " << n;
    }
}

TEST(TetContact, KeepsMomentumAndAngularMomentum) {
  const auto [a, b] = two_balls();
  for (const TetResponse response : both_responses)
    for (const TetReaction reaction : {TetReaction::boundary, TetReaction::tetrahedron}) {
      const PairContacts found = detect_solids(a, b, tet_settings(response, reaction));
      const auto on_a = push_on(found, 0, a.surface, a.mesh.nodes);
      const auto on_b = push_on(found, 1, b.surface, b.mesh.nodes);
      ASSERT_GT(found.contacts.size(), 10u);
      EXPECT_LT((on_a.force + on_b.force).norm(), 1e-14 * on_a.size);
      EXPECT_LT((on_a.torque + on_b.torque).norm(), 1e-14 * on_a.size);
      // It pushes them apart.
      EXPECT_GT(on_b.force.dot(Vec3(0.9, 0.8, 0.3)), 0.5 * on_b.force.norm());
    }
}

TEST(TetContact, TurnsWithTheBodies) {
  const auto [a, b] = two_balls();
  const Pose pose{{3, -2, 1}, Quat(0.3, 0.7, -0.2, 0.6).normalized()};
  for (const TetResponse response : both_responses) {
    const PairContacts here = detect_solids(a, b, tet_settings(response));
    const SolidBody a_there = moved(a, pose), b_there = moved(b, pose);
    const PairContacts there = detect_solids(a_there, b_there, tet_settings(response));
    const Vec3 force = push_on(here, 0, a.surface, a.mesh.nodes).force;
    // Nodes are rounded, and the closest of two triangles that are as close may be another one.
    EXPECT_LT(
        (pose.orientation * force - push_on(there, 0, a_there.surface, a_there.mesh.nodes).force).norm(),
        1e-6 * force.norm());
  }
}

TEST(TetContact, OfEdgesThatCrossIsFoundBySegmentsAlone) {
  auto [lower, upper] = test::crossing_by_edges();
  EXPECT_TRUE(detect_solids(lower, upper, tet_settings(TetResponse::point)).contacts.empty());
  const Settings segments = tet_settings(TetResponse::segment);
  const PairContacts found = detect_solids(lower, upper, segments);
  ASSERT_FALSE(found.contacts.empty());
  const Vec3 up = push_on(found, 1, upper.surface, upper.mesh.nodes).force;
  EXPECT_GT(up.z(), 0.9 * up.norm());
  // Moved along the push they come apart, and not before they are.
  upper.move([](const Vec3& node) -> Vec3 { return node + Vec3(0, 0, 0.099); });
  EXPECT_FALSE(detect_solids(lower, upper, segments).contacts.empty());
  upper.move([](const Vec3& node) -> Vec3 { return node + Vec3(0, 0, 0.002); });
  EXPECT_TRUE(detect_solids(lower, upper, segments).contacts.empty());
}

TEST(TetContact, OfEdgesDoesNotDependOnHowFinelyTetrahedraDivideThem) {
  const Surface surface = cube_on_top(3).surface;
  const Settings settings = tet_settings(TetResponse::segment);
  const PairContacts coarse = detect_on(surface, SolidBody(test::tet_box(4, {1, 1, 1})), settings);
  const PairContacts fine = detect_on(surface, SolidBody(test::tet_box(12, {1, 1, 1})), settings);
  ASSERT_EQ(coarse.contacts.size(), fine.contacts.size());
  for (std::size_t i = 0; i < coarse.contacts.size(); ++i) {
    // Both depths are exact there.
    EXPECT_NEAR(coarse.contacts[i].measure, fine.contacts[i].measure, 1e-10);
    EXPECT_NEAR(coarse.contacts[i].area, fine.contacts[i].area, 1e-10);
  }
}

TEST(TetContact, OfTwoSurfacesAloneIsNone) {
  const SolidBody block(test::tet_box(2));
  const Surface surface = cube_on_top(2).surface;
  const std::array<const Surface*, 2> surfaces = {&surface, &block.surface};
  const std::array<Solid, 2> solids = {};
  const std::array<BodyPair, 1> pairs = {BodyPair{0, 1}};
  for (const TetResponse response : both_responses) {
    const Settings settings = tet_settings(response);
    std::vector<PairContacts> results;
    make_contact_method(settings.contact)
        ->detect({{surfaces, solids}, pairs, settings.contact, {}, 1}, results);
    EXPECT_TRUE(results.at(0).contacts.empty());
  }
}

TEST(TetContact, OfABodyWithItselfIsWhereItsPartsOverlap) {
  const TetMesh one = test::tet_box(4);
  TetMesh two = one;
  for (const Vec3& node : one.nodes)
    two.nodes.push_back(node + Vec3(0.13, 0.07, 0.95));
  for (Tetrahedron t : one.tetrahedra) {
    for (std::uint32_t& node : t)
      node += static_cast<std::uint32_t>(one.nodes.size());
    two.tetrahedra.push_back(t);
  }
  for (const TetResponse response : both_responses) {
    Settings settings = tet_settings(response);
    SolidBody alone(one), body(two);
    EXPECT_TRUE(detect_solids(alone, alone, settings).contacts.empty());
    const PairContacts found = detect_solids(body, body, settings);
    ASSERT_FALSE(found.contacts.empty());
    const auto push = push_on(found, 0, body.surface, body.mesh.nodes);
    EXPECT_LT(push.force.norm(), 1e-14 * push.size);
    // Only what lies above the middle of the upper part's floor and below that of the lower part's top is
    // moved; the upper part goes up.
    double up = 0;
    for (const Contact& contact : found.contacts)
      for (std::uint32_t i = contact.gradient[0].begin; i < contact.gradient[0].end; ++i) {
        const VertexGradient& entry = found.gradient[i];
        const std::size_t vertices = body.surface.positions.size();
        const std::size_t node =
            entry.vertex < vertices ? body.node_of_vertex[entry.vertex] : entry.vertex - vertices;
        if (node >= one.nodes.size())
          up -= contact.depth() * contact.spread() * entry.value.z();
      }
    EXPECT_GT(up, 0);
  }
}

TEST(TetContact, IsTheSameBitForBitOnAnyNumberOfThreads) {
  const auto [a, b] = two_balls();
  for (const TetResponse response : both_responses)
    test::expect_same(detect_solids(a, b, tet_settings(response), 1),
                      detect_solids(a, b, tet_settings(response), 4));
}

TEST(TetContact, JoinsPlacesForFrictionThatLieOnBothSurfaces) {
  const auto [a, b] = two_balls();
  for (const TetResponse response : both_responses) {
    const PairContacts found = detect_solids(a, b, tet_settings(response));
    const auto& points = points_of(found).points;
    ASSERT_EQ(points.size(), found.contacts.size());
    for (const ContactPointPair& point : points)
      for (std::size_t k = 0; k < 2; ++k) {
        const Surface& surface = point.body[k] == 0 ? a.surface : b.surface;
        const Triangle& t = (*surface.triangles)[point.triangle[k]];
        const double v = point.barycentric[k][0], w = point.barycentric[k][1];
        const Vec3 place =
            (1 - v - w) * surface.positions[t[0]] + v * surface.positions[t[1]] + w * surface.positions[t[2]];
        // Weights are in single precision.
        EXPECT_LT((place - point.position[k]).norm(), 1e-6);
      }
  }
}

TEST(TetContact, LeavesWhatItMarchedThrough) {
  const auto [a, b] = two_balls();
  for (const TetExtent extent : {TetExtent::full, TetExtent::local}) {
    Settings settings = tet_settings(TetResponse::segment);
    settings.contact.tetdistance.extent = extent;
    const PairContacts found = detect_solids(a, b, settings);
    const TetEvidence& tets = tets_of(found);
    EXPECT_EQ(tets.marched[0].nodes, a.mesh.nodes.size());
    EXPECT_GT(tets.marched[0].colliding, 0u);
    EXPECT_GE(tets.marched[0].visited, tets.marched[0].colliding);
    EXPECT_EQ(tets.visited_share() == 1, extent == TetExtent::full);
    EXPECT_EQ(tets_of(found.summary()).pieces, tets.pieces);
  }
}

TEST(TetContact, ShowsDistancesVisitsAndClosestPlacesAsItsDetectionFindsThem) {
  const auto [a, b] = two_balls();
  // A third one is away from both, and has distances all the same.
  SolidBody far_off = a;
  far_off.move([](const Vec3& p) -> Vec3 { return p + Vec3(9, 0, 0); });
  const std::vector<const Surface*> surfaces{&a.surface, &b.surface, &far_off.surface};
  const std::vector<Solid> solids{a.solid(), b.solid(), far_off.solid()};
  const std::vector<BodyPair> pairs{{0, 1}};
  for (const TetMarch march : {TetMarch::rings, TetMarch::cffm})
    for (const TetExtent extent : {TetExtent::full, TetExtent::lazy, TetExtent::local}) {
      Settings settings = tet_settings(TetResponse::segment);
      settings.contact.tetdistance.march = march;
      settings.contact.tetdistance.extent = extent;
      const DetectionInput input{{surfaces, solids}, pairs, settings.contact, {}, 1};
      const auto method = make_tetdistance();
      std::vector<PairContacts> before, after;
      method->detect(input, before);
      EvidenceSet seen;
      method->show_search(input, seen);
      method->detect(input, after);
      test::expect_same(before[0], after[0]);

      const auto& shown = seen.find<TetSearch>()->solids;
      ASSERT_EQ(shown.size(), 3u);
      std::uint64_t visited = 0, colliding = 0;
      for (std::size_t node = 0; node < a.mesh.nodes.size(); ++node) {
        visited += shown[0]->visits[node] != NodeVisit::none;
        colliding += shown[0]->visits[node] == NodeVisit::colliding;
      }
      const TetEvidence::Marched& counted = tets_of(before[0]).marched[0];
      EXPECT_EQ(visited, counted.visited) << int(march) << int(extent);
      EXPECT_EQ(colliding, counted.colliding);
      EXPECT_GT(shown[0]->feet.size(), 0u);
      for (const MarchedSolid::Foot& foot : shown[0]->feet)
        EXPECT_NEAR((foot.place - shown[0]->nodes[foot.node]).norm(), shown[0]->distances[foot.node], 1e-6);
      EXPECT_EQ(std::count(shown[2]->visits.begin(), shown[2]->visits.end(), NodeVisit::none),
                static_cast<std::ptrdiff_t>(shown[2]->nodes.size()));
      for (const std::size_t body : {0u, 2u}) {
        tetdistance::DistanceField field;
        field.update(solids[body], {march, TetExtent::full});
        for (std::uint32_t node = 0; node < a.mesh.nodes.size(); ++node)
          ASSERT_EQ(shown[body]->distances[node], static_cast<float>(field.distance(node)));
      }
    }
}

TEST(TetContact, OfBadSolidsIsHarmless) {
  for (const TetResponse response : both_responses) {
    auto [a, b] = two_balls();
    std::swap(b.mesh.tetrahedra[3][0], b.mesh.tetrahedra[3][1]);
    for (std::size_t i = 0; i < b.mesh.tetrahedra.size(); i += 7)
      b.mesh.nodes[b.mesh.tetrahedra[i][3]] = b.mesh.nodes[b.mesh.tetrahedra[i][2]];
    a.mesh.nodes[a.mesh.tetrahedra[40][1]] = Vec3::Constant(std::numeric_limits<double>::quiet_NaN());
    const PairContacts found = detect_solids(a, b, tet_settings(response));
    for (const Contact& contact : found.contacts) {
      EXPECT_TRUE(std::isfinite(contact.measure) && std::isfinite(contact.area));
      for (const Range& range : contact.gradient)
        for (std::uint32_t i = range.begin; i < range.end; ++i)
          EXPECT_TRUE(found.gradient[i].value.allFinite());
    }
  }
}

/// Tetrahedra turned, collapsed, glued, with corners anywhere, and nodes that are no numbers or infinite.
TetMesh damaged(TetMesh mesh, test::Dice& dice) {
  const auto below = [&dice](std::size_t end) {
    return std::min(static_cast<std::size_t>(dice.within(0, static_cast<double>(end))), end - 1);
  };
  for (int i = 0; i < 5; ++i) {
    Tetrahedron& t = mesh.tetrahedra[below(mesh.tetrahedra.size())];
    switch (below(6)) {
    case 0:
      std::swap(t[0], t[1]);
      break;
    case 1:
      t[0] = t[1];
      break;
    case 2:
      t[below(4)] = static_cast<std::uint32_t>(below(mesh.nodes.size()));
      break;
    case 3:
      mesh.nodes[t[2]] = Vec3::Constant(std::numeric_limits<double>::quiet_NaN());
      break;
    case 4:
      mesh.nodes[t[1]] = Vec3::Constant(std::numeric_limits<double>::infinity());
      break;
    default:
      mesh.tetrahedra.push_back(Tetrahedron(t));
    }
  }
  return mesh;
}

TEST(TetContact, OfSolidsDamagedAtRandomIsHarmless) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    test::Dice dice(seed);
    const SolidBody a(damaged(test::tet_box(3), dice));
    SolidBody b(damaged(test::tet_box(2), dice));
    const Vec3 shift = dice.vector(0.8);
    b.move([&](const Vec3& node) -> Vec3 { return node + shift; });
    for (const TetResponse response : both_responses)
      for (const TetMarch march : {TetMarch::rings, TetMarch::walking, TetMarch::cpfm}) {
        Settings settings = tet_settings(response);
        settings.contact.tetdistance.march = march;
        for (const PairContacts& found : {detect_solids(a, b, settings), detect_solids(a, a, settings)}) {
          for (const Contact& contact : found.contacts)
            EXPECT_TRUE(std::isfinite(contact.measure) && std::isfinite(contact.area)) << seed;
          for (const VertexGradient& entry : found.gradient)
            EXPECT_TRUE(entry.value.allFinite()) << seed;
        }
      }
  }
}

TEST(TetContact, ActsOnAnAreaByTheWidthThatItsSegmentsStandFor) {
  Contact contact;
  contact.kind = MeasureKind::area;
  contact.measure = 0.006; // 0.02 m deep along 0.3 m
  contact.length = 0.3;
  contact.area = 0.03;
  EXPECT_DOUBLE_EQ(contact.depth(), 0.02);
  EXPECT_DOUBLE_EQ(contact.spread(), 0.1);
  EXPECT_DOUBLE_EQ(contact.spread() * contact.measure, contact.depth() * contact.area);
  contact.length = 0;
  EXPECT_EQ(contact.depth(), 0);
  EXPECT_EQ(contact.spread(), 0);
}

} // namespace
} // namespace lamina
