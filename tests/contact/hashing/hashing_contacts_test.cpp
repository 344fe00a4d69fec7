#include "core/contact/hashing/hash_search.h"
#include "tests/contact/hashing/hashing_support.h"
#include "tests/contact/same_contacts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace lamina::test {
namespace {

/// Two crumpled balls, one a little in the other.
std::vector<SolidBody> two_balls(unsigned seed) {
  Dice dice(seed);
  std::vector<SolidBody> balls;
  for (const double way : {0.0, 0.8}) {
    balls.push_back(tet_ball(7, 0.5));
    const Quat turn = dice.turn();
    balls.back().move(
        [&](const Vec3& p) -> Vec3 { return turn * (p + dice.vector(0.01)) + way * Vec3(0.6, -0.48, 0.64); });
  }
  return balls;
}

/// A bar along x, bent into a ring about the z axis that is as many turns long. Its ends overlap beyond one.
SolidBody bent_bar(double turns) {
  SolidBody body(tet_box(12, Vec3(1, 0.2, 0.2)));
  body.move([&](const Vec3& p) -> Vec3 {
    const double angle = 2 * std::numbers::pi * turns * p.x(), radius = 0.5 + p.y() + 0.1 * p.x();
    return {radius * std::sin(angle), radius * std::cos(angle), p.z() - 0.03 * p.x()};
  });
  return body;
}

} // namespace

TEST(HashingContacts, KeepMomentumAndAngularMomentum) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    const std::vector<SolidBody> balls = two_balls(seed);
    const PairContacts found = hashed(balls[0], balls[1]);
    ASSERT_GT(contacts_of(found, 0).size(), 5u);
    ASSERT_GT(contacts_of(found, 1).size(), 5u);
    const Push a = push_on(found, 0, balls[0].surface, balls[0].mesh.nodes),
               b = push_on(found, 1, balls[1].surface, balls[1].mesh.nodes);
    // Rounding, of as many forces.
    EXPECT_LT((a.force + b.force).norm(), 1e-13 * a.size);
    EXPECT_LT((a.torque + b.torque).norm(), 1e-13 * a.size);
    // They are pushed apart.
    EXPECT_LT(a.force.dot(Vec3(0.6, -0.48, 0.64)), -0.9 * a.force.norm());
  }
}

TEST(HashingContacts, OfAFlatFaceStandForItsArea) {
  // A cube pressed into a wider slab: both faces are sampled, and what vertices of both stand for adds up.
  SolidBody cube(tet_box(8));
  cube.move([](const Vec3& p) -> Vec3 { return p - Vec3(0.5123, 0.4871, 0.01); });
  const SolidBody slab = tet_slab(3, 0.8);
  for (const bool both : {true, false}) {
    const PairContacts found = both ? hashed(cube, slab) : hashed(cube.surface, slab);
    double force = 0; // over κ, m³
    for (const Contact& contact : found.contacts)
      force += contact.area * contact.measure;
    // Exact along the cube's own vertices alone. Where vertices of both count, those of the slab next to the
    // cube's sides are not all seen; measured 0.989 and 0.994.
    EXPECT_NEAR(found.area, 1, both ? 0.02 : 1e-12);
    EXPECT_NEAR(force, 0.01, both ? 2e-4 : 1e-14);
  }
}

TEST(HashingContacts, OfAWideFacePointThroughTheFaceThatIsPressedIntoIt) {
  // Edges along the slab leave the cube through its sides alone; those into the slab lead straight out, past
  // nodes inside where the cube is deeper than a cell.
  SolidBody cube(tet_box(4));
  SolidBody slab(tet_box(16, {2, 2, 1}));
  slab.move([](const Vec3& p) -> Vec3 { return p - Vec3(1.017, 0.973, 1); });
  for (const double depth : {0.01, 0.15}) {
    SolidBody sunk = cube;
    sunk.move([&](const Vec3& p) -> Vec3 { return p - Vec3(0.5, 0.5, depth); });
    const PairContacts found = hashed(sunk, slab);
    std::size_t inner = 0;
    for (const VertexContact& contact : contacts_of(found, 1)) {
      const Vec3& at = slab.surface.positions[contact.vertex];
      if (std::max(std::abs(at.x()), std::abs(at.y())) > 0.25)
        continue;
      ++inner;
      EXPECT_GT(-contact.direction.z(), 0.95) << depth;
      // Exact next to the face; measured 12 % off three nodes away from it.
      EXPECT_NEAR(contact.depth, depth, (depth < 0.1 ? 1e-9 : 0.15) * depth);
    }
    EXPECT_GE(inner, 9u) << depth;
  }
}

TEST(HashingContacts, ShowCellsThatHoldWhatCollidesAndTheWaysOut) {
  const std::vector<SolidBody> balls = two_balls(7);
  const PairContacts found = hashed(balls[0], balls[1]);
  const HashEvidence& evidence = hash_of(found);
  EXPECT_GT(evidence.cell, 0);
  EXPECT_GE(evidence.colliding, evidence.border);
  EXPECT_GE(evidence.border, 10u);

  HashScene scene;
  scene.add(balls[0]);
  scene.add(balls[1]);
  const std::vector<BodyPair> pairs{{0, 1}};
  EvidenceSet seen;
  make_hashing()->show_search({{scene.surfaces, scene.solids}, pairs, scene.settings.contact, {}, 1}, seen);
  const HashSearch& search = *seen.find<HashSearch>();
  EXPECT_EQ(search.cell, evidence.cell);
  EXPECT_EQ(search.ways.size(), evidence.colliding);
  for (const HashSearch::Way& way : search.ways)
    EXPECT_TRUE(way.depth >= 0 && (way.depth == 0 || way.direction.norm() > 0.5));
  for (const ContactPointPair& pair : points_of(found).points) {
    const auto holds = [&](const tetrahedra::HashCell& cell) {
      const Vec3 within = pair.position[0] - cell.low;
      // Cells are laid in single precision.
      return (within.array() > -1e-6).all() && (within.array() < evidence.cell + 1e-6).all();
    };
    EXPECT_TRUE(std::any_of(search.cells.begin(), search.cells.end(), holds));
    // The contact stands in the list with its depth and the way that it pushes along.
    const auto is_of = [&](const HashSearch::Way& way) {
      return way.from == pair.position[0] && way.direction == pair.normal &&
             way.depth == found.contacts[pair.contact].measure;
    };
    EXPECT_TRUE(std::any_of(search.ways.begin(), search.ways.end(), is_of));
  }
  EXPECT_EQ(hash_of(found.summary()).colliding, evidence.colliding);
}

TEST(HashingContacts, OfSurfacesAloneAreOneSided) {
  const SolidBody slab = tet_slab(3, 0.8);
  SolidBody ball = tet_ball(8, 0.5);
  ball.move([](const Vec3& p) -> Vec3 { return p + Vec3(0.01, 0.02, 0.3); });
  for (const bool first : {true, false}) {
    const PairContacts found = first ? hashed(ball.surface, slab) : hashed(slab, ball.surface);
    const std::size_t of_ball = first ? 0 : 1;
    const std::vector<VertexContact> contacts = contacts_of(found, of_ball);
    EXPECT_GT(contacts.size(), 10u);
    EXPECT_TRUE(contacts_of(found, 1 - of_ball).empty());
    for (const VertexContact& contact : contacts)
      EXPECT_NEAR(contact.depth, -ball.surface.positions[contact.vertex].z(), 1e-12);
  }
  EXPECT_TRUE(hashed(ball.surface, slab.surface).contacts.empty());
}

TEST(HashingContacts, OfALatticeAreNoneWhereItReachesBeyondItsSurface) {
  // The tetrahedra of a lattice count as none: a ball in its overhang touches nothing.
  const SolidBody slab = tet_slab(3, 0.8);
  SolidBody ball = tet_ball(6, 0.5);
  ball.move([](const Vec3& p) -> Vec3 { return p + Vec3(0, 0, 0.45); });
  HashScene scene;
  scene.add(slab);
  scene.add(ball);
  EXPECT_FALSE(scene.detect({{0, 1}})[0].contacts.empty());
  scene.solids[0].node_of_vertex = {};
  EXPECT_TRUE(contacts_of(scene.detect({{0, 1}})[0], 1).empty());
}

TEST(HashingContacts, OfAFoldedBodyWithItselfPushItsEndsApart) {
  EXPECT_TRUE(hashed_self(bent_bar(0.8)).contacts.empty());
  const SolidBody ring = bent_bar(1.1);
  const PairContacts found = hashed_self(ring);
  EXPECT_GT(found.contacts.size(), 5u);
  const Push push = push_on(found, 0, ring.surface, ring.mesh.nodes);
  EXPECT_LT(push.force.norm(), 1e-13 * push.size);
  EXPECT_LT(push.torque.norm(), 1e-13 * push.size);
}

TEST(HashingContacts, AreTheSameForAnyThreadsAndCells) {
  const std::vector<SolidBody> balls = two_balls(4);
  const SolidBody ring = bent_bar(1.1);
  HashScene scene;
  scene.add(balls[0]);
  scene.add(balls[1]);
  scene.add(ring);
  const std::vector<BodyPair> pairs = {{0, 1}, {0, 2}, {1, 2}, {2, 2}};
  const std::vector<PairContacts> expected = scene.detect(pairs, 1);
  for (const double cell : {1.2, 0.3, 9.0})
    for (const int threads : {1, 4}) {
      scene.settings.contact.hashing.cell = cell;
      const std::vector<PairContacts> found = scene.detect(pairs, threads);
      for (std::size_t p = 0; p < pairs.size(); ++p) {
        ASSERT_FALSE(expected[p].contacts.empty()) << p;
        expect_same(found[p], expected[p]);
      }
    }
}

TEST(HashingContacts, SurviveTetrahedraThatAreInsideOutFlatOrNotFinite) {
  Dice dice(5);
  for (const double size : {0.3, 10.0, 1e200, std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::quiet_NaN(), 0.0})
    for (int round = 0; round < 4; ++round) {
      std::vector<SolidBody> balls = two_balls(6);
      for (SolidBody& ball : balls)
        for (int k = 0; k < 5; ++k) {
          const auto vertex = static_cast<std::size_t>(dice.within(0, 0.999) *
                                                       static_cast<double>(ball.surface.positions.size()));
          const Vec3 bad = size == 0 ? ball.mesh.nodes[0] : size * dice.vector(1);
          ball.surface.positions[vertex] = bad;
          ball.mesh.nodes[ball.node_of_vertex[vertex]] = bad;
          const auto node =
              static_cast<std::size_t>(dice.within(0, 0.999) * static_cast<double>(ball.mesh.nodes.size()));
          ball.mesh.nodes[node] = bad;
        }
      HashScene scene;
      scene.add(balls[0]);
      scene.add(balls[1]);
      for (const PairContacts& found : scene.detect({{0, 0}, {0, 1}, {1, 1}}))
        for (const Contact& contact : found.contacts) {
          EXPECT_TRUE(std::isfinite(contact.measure) && contact.measure > 0);
          EXPECT_TRUE(std::isfinite(contact.area) && contact.area > 0);
          for (const Range& range : contact.gradient)
            for (std::uint32_t i = range.begin; i < range.end; ++i)
              EXPECT_TRUE(found.gradient[i].value.allFinite());
        }
    }
}

} // namespace lamina::test
