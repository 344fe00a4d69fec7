#include "core/body/breaking.h"

#include "core/base/error.h"
#include "core/body/make_body.h"
#include "core/body/nodal_body.h"
#include "core/body/soft_body.h"
#include "core/mesh/tet_faces.h"
#include "tests/mesh/tet_support.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <set>

#include <cmath>
#include <random>

namespace lamina {
namespace {

using test::body_of_tets;
using test::tet_box;

constexpr double stiff = 1e5; // Young's modulus, Pa

SceneBody bar(double strength) {
  SceneBody body = body_of_tets("bar", tet_box(4, {1, 0.25, 0.25}));
  body.material = {stiff, 0, 0.01, strength};
  return body;
}

/// The body with its nodes moved, and moving.
std::unique_ptr<NodalBody> moved(const SceneBody& description, const std::function<Vec3(const Vec3&)>& place,
                                 const std::function<Vec3(const Vec3&)>& velocity) {
  auto body = std::make_unique<NodalBody>(description, soft_parts(description));
  std::vector<double> state;
  body->save(state);
  const std::size_t count = body->nodes().size();
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 rest = body->nodes()[i], at = place(rest), v = velocity(rest);
    for (Eigen::Index k = 0; k < 3; ++k) {
      state[3 * i + static_cast<std::size_t>(k)] = at[k];
      state[3 * (count + i) + static_cast<std::size_t>(k)] = v[k];
    }
  }
  body->restore(state);
  return body;
}

/// Pulled along x: the stress there is Young's modulus times the strain, with a Poisson's ratio of 0.
std::unique_ptr<NodalBody> stretched(double strength, double strain) {
  return moved(
      bar(strength), [strain](const Vec3& p) { return Vec3(p.x() * (1 + strain), p.y(), p.z()); },
      [](const Vec3& p) { return Vec3(0.3 + p.y(), -p.x(), 2 * p.z()); });
}

TEST(Breaking, HoldsUpToItsStrengthAndNoFurther) {
  EXPECT_FALSE(stretched(1e4, 0.099)->break_apart());
  EXPECT_TRUE(stretched(1e4, 0.101)->break_apart());
  EXPECT_FALSE(stretched(1e4, -0.5)->break_apart()) << "pressing breaks nothing";
}

TEST(Breaking, WithoutAStrengthNothingBreaks) {
  SceneBody whole = bar(1);
  whole.material.tensile_strength.reset();
  const auto body = moved(
      whole, [](const Vec3& p) { return Vec3(10 * p.x(), p.y(), p.z()); },
      [](const Vec3&) { return Vec3(Vec3::Zero()); });
  EXPECT_FALSE(body->break_apart());
}

/// A bar of 1 × 0.25 × 0.25 m in which every tetrahedron is pulled along x.
struct PulledBar {
  explicit PulledBar(double stress) {
    Mat3 pull = Mat3::Zero();
    pull(0, 0) = stress;
    stresses.assign(mesh.tetrahedra.size(), pull);
  }
  LoadedSolid solid() const { return {mesh.tetrahedra, mesh.nodes, stresses}; }
  Triangle nodes_of(std::uint32_t face) const {
    return face_of(mesh.tetrahedra[face / 4], static_cast<int>(face % 4));
  }
  /// Where a face across the bar lies; NaN for another one.
  double place(std::uint32_t face) const {
    const Triangle t = nodes_of(face);
    const double x = mesh.nodes[t[0]].x();
    return mesh.nodes[t[1]].x() == x && mesh.nodes[t[2]].x() == x ? x : std::nan("");
  }
  /// The first face that lies across the bar there.
  std::uint32_t face_at(double x) const {
    std::uint32_t face = 0;
    while (neighbours.across(face) < face || neighbours.across(face) == TetNeighbours::none ||
           place(face) != x)
      ++face;
    return face;
  }
  std::vector<std::uint32_t> next(std::span<const std::uint32_t> split, const Strength& strength) const {
    return overloaded_faces(solid(), neighbours, split, strength);
  }

  TetMesh mesh = tet_box(4, {1, 0.25, 0.25});
  TetNeighbours neighbours{mesh};
  std::vector<Mat3> stresses;
};

// Only faces across the pull are loaded by all of it, so those begin cracks; none within the relief of
// another.
TEST(Breaking, CracksBeginAcrossThePullAndApartFromOneAnother) {
  const PulledBar bar(1000);
  const double relief = 0.3;
  const std::vector<std::uint32_t> faces = bar.next({}, {900, relief});
  ASSERT_GE(faces.size(), 2u) << "there is room for several";
  std::vector<Vec3> middles;
  for (const std::uint32_t face : faces) {
    EXPECT_FALSE(std::isnan(bar.place(face)));
    const Triangle t = bar.nodes_of(face);
    middles.push_back((bar.mesh.nodes[t[0]] + bar.mesh.nodes[t[1]] + bar.mesh.nodes[t[2]]) / 3);
  }
  for (std::size_t i = 0; i < middles.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      EXPECT_GE((middles[i] - middles[k]).norm(), relief);
  EXPECT_EQ(bar.next({}, {900, 10}).size(), 1u) << "a crack that relieves all of the bar is the only one";
  EXPECT_TRUE(bar.next({}, {1001, relief}).empty());
}

/// Splits what comes apart until nothing does.
std::vector<std::uint32_t> split_until_done(const PulledBar& bar, std::vector<std::uint32_t> split,
                                            const Strength& strength) {
  for (int i = 0; i < 100; ++i) {
    const std::vector<std::uint32_t> more = bar.next(split, strength);
    if (more.empty())
      return split;
    split.insert(split.end(), more.begin(), more.end());
    std::sort(split.begin(), split.end());
  }
  ADD_FAILURE() << "it goes on and on";
  return split;
}

// All of the bar is loaded alike, by more than what a crack goes on at and less than what begins one.
TEST(Breaking, ANotchGoesOnStraightThroughTheBarAndNothingElseBreaks) {
  const PulledBar bar(700);
  const Strength strength{1000, 0.3};
  EXPECT_TRUE(split_until_done(bar, {}, strength).empty()) << "without a notch it holds";
  const std::uint32_t notch = bar.face_at(0.5);
  const std::vector<std::uint32_t> split = split_until_done(bar, {notch}, strength);
  for (const std::uint32_t face : split)
    EXPECT_EQ(bar.place(face), 0.5);
  std::vector<std::uint32_t> piece;
  const SplitSolid parts = split_faces(bar.mesh, bar.neighbours, split);
  ASSERT_EQ(find_tet_pieces(parts.tetrahedra, parts.origin.size(), piece), 2u);
  EXPECT_EQ(2 * std::count(piece.begin(), piece.end(), 0u), static_cast<std::ptrdiff_t>(piece.size()))
      << "two halves";
  EXPECT_EQ(split_until_done(PulledBar(490), {notch}, strength).size(), 1u) << "at less it stays a notch";
}

// A crack waits for one nearby that is pulled open, and for no other.
TEST(Breaking, ACrackThatIsPulledOpenKeepsOthersFromBeginning) {
  PulledBar bar(0);
  const auto begins = [&bar](double stress_at_notch, double relief) {
    for (std::size_t t = 0; t < bar.stresses.size(); ++t) {
      double x = 0;
      for (const std::uint32_t node : bar.mesh.tetrahedra[t])
        x += bar.mesh.nodes[node].x() / 4;
      bar.stresses[t](0, 0) = x > 0.5 ? 1100 : stress_at_notch;
    }
    const std::vector<std::uint32_t> faces = bar.next(std::vector{bar.face_at(0.25)}, {1000, relief});
    return std::any_of(faces.begin(), faces.end(), [&bar](std::uint32_t f) { return bar.place(f) == 0.75; });
  };
  EXPECT_TRUE(begins(0, 2));
  EXPECT_TRUE(begins(-300, 2)) << "it is pressed together";
  EXPECT_FALSE(begins(300, 2));
  EXPECT_TRUE(begins(300, 0.3)) << "it is too far away";
}

/// Splits faces until the surface opens: a face inside that no other split meets stays shut.
bool break_open(Body& body) {
  const std::uint64_t before = body.surface().positions.size();
  for (int i = 0; i < 50 && body.surface().positions.size() == before; ++i)
    if (!body.break_apart())
      return false;
  return body.surface().positions.size() > before;
}

// Both copies of a node go on as it did, and their masses add up to its own.
TEST(Breaking, KeepsMassMomentumAndEnergy) {
  const auto body = stretched(1e4, 0.15);
  const double mass = body->mass(), kinetic = body->kinetic_energy(), elastic = body->elastic_energy();
  const Vec3 momentum = body->momentum(), angular = body->angular_momentum();
  double sum = 0;
  const std::size_t nodes = body->nodes().size();
  ASSERT_TRUE(break_open(*body));
  EXPECT_GT(body->nodes().size(), nodes);
  for (const double m : body->masses())
    sum += m;
  // Each is a sum over hundreds of nodes.
  EXPECT_NEAR(sum, mass, 1e-12 * mass);
  EXPECT_NEAR(body->kinetic_energy(), kinetic, 1e-12 * kinetic);
  EXPECT_NEAR(body->elastic_energy(), elastic, 1e-12 * elastic);
  EXPECT_NEAR((body->momentum() - momentum).norm(), 0, 1e-12 * momentum.norm());
  EXPECT_NEAR((body->angular_momentum() - angular).norm(), 0, 1e-12 * angular.norm());
}

TEST(Breaking, ItsSurfaceFollowsAndSaysSo) {
  const auto body = stretched(1e4, 0.15);
  const std::uint64_t topology = body->surface().topology;
  const std::size_t triangles = body->surface().triangles->size();
  ASSERT_TRUE(break_open(*body));
  EXPECT_NE(body->surface().topology, topology);
  EXPECT_NE(body->solid().topology, topology);
  EXPECT_GT(body->surface().triangles->size(), triangles);
  EXPECT_EQ(body->mesh()->first_inner_triangle, triangles);
  const Solid solid = body->solid();
  ASSERT_EQ(solid.node_of_vertex.size(), body->surface().positions.size());
  for (std::size_t v = 0; v < solid.node_of_vertex.size(); ++v)
    EXPECT_EQ(solid.nodes[solid.node_of_vertex[v]], body->surface().positions[v]);
}

TEST(Breaking, StatesComeBackBitForBitWhateverBrokeSince) {
  const auto body = stretched(1e4, 0.15);
  std::vector<double> whole, broken, again;
  body->save(whole);
  ASSERT_TRUE(break_open(*body));
  body->save(broken);
  EXPECT_GT(broken.size(), whole.size());
  EXPECT_TRUE(body->restore(whole).empty());
  body->save(again);
  EXPECT_EQ(again, whole);
  EXPECT_TRUE(body->restore(broken).empty());
  again.clear();
  body->save(again);
  EXPECT_EQ(again, broken);

  // One made anew takes the state of another.
  const auto other = make_body(bar(1e4));
  EXPECT_TRUE(other->restore(broken).empty());
  again.clear();
  other->save(again);
  EXPECT_EQ(again, broken);
  EXPECT_EQ(other->elastic_energy(), body->elastic_energy());
}

TEST(Breaking, DamagedStatesAreRefused) {
  const auto body = stretched(1e4, 0.15);
  std::vector<double> state;
  ASSERT_TRUE(break_open(*body));
  body->save(state);
  const auto refused = [](std::vector<double> damaged) {
    const auto fresh = make_body(bar(1e4));
    EXPECT_THROW(fresh->restore(damaged), InputError);
  };
  refused({state.begin(), state.begin() + 1});
  refused({state.begin(), state.end() - 1});
  for (const double wrong : {-1.0, 0.5, 1e18, std::nan("")})
    for (const std::size_t at : {1u, 2u}) {
      std::vector<double> damaged = state;
      damaged[at] = wrong;
      refused(damaged);
    }
  std::vector<double> twice = state;
  twice[3] = twice[2];
  refused(twice);
  SceneBody lattice = bar(1e4);
  lattice.division = Division::lattice;
  lattice.lattice_cells = 4;
  EXPECT_THROW(make_body(lattice)->restore(state), InputError);
  refused({1e300, 0, 0}); // a mark that says that the body is not whole, and nothing that was cut
  std::vector<double> endless = state;
  endless.back() = std::nan("");
  refused(endless);
}

// A body that refuses a state takes its own.
TEST(Breaking, NodesThatWereMovedWhereNoCutMovesThemAreRefused) {
  const auto body = make_body(bar(1e4));
  const std::vector<CutTriangle> sheet{{{Vec3(0.4, -9, -9), Vec3(0.55, 9, 0), Vec3(0.45, -9, 9)}}};
  ASSERT_TRUE(body->cut(sheet));
  std::vector<double> state, after;
  body->save(state);
  // A mark, the faces, and of each node that was moved its number and its place.
  const std::size_t first = 3 + static_cast<std::size_t>(state[1]);
  ASSERT_GT(state[first - 1], 1) << "nodes were moved";
  const auto is_refused = [&](std::size_t number, double value) {
    std::vector<double> damaged = state;
    damaged[number] = value;
    try {
      body->restore(damaged);
    } catch (const InputError&) {
      return true;
    }
    return false;
  };
  EXPECT_TRUE(is_refused(first, state[first + 4])) << "twice";
  EXPECT_TRUE(is_refused(first + 4, 0)) << "out of order";
  EXPECT_TRUE(is_refused(first + 1, 7)) << "outside";
  EXPECT_TRUE(is_refused(first + 1, std::nan("")));
  EXPECT_TRUE(is_refused(first + 1, 0) || is_refused(first + 1, 1)) << "one of them turns its tetrahedra";
  EXPECT_TRUE(body->restore(state).empty());
  body->save(after);
  EXPECT_EQ(after, state);
}

TEST(Breaking, AClampHoldsBothSidesOfABreak) {
  SceneBody description = bar(1e4);
  description.clamps.push_back({Box{Vec3(-1, -1, -1), Vec3(0.3, 1, 1)}, {}});
  const auto body = moved(
      description, [](const Vec3& p) { return Vec3(1.15 * p.x(), p.y(), p.z()); },
      [](const Vec3&) { return Vec3(Vec3::Zero()); });
  const std::size_t held = body->held_by_clamp(0);
  ASSERT_TRUE(break_open(*body));
  EXPECT_GT(body->held_by_clamp(0), held);
}

TEST(Breaking, AHandKeepsHoldOfWhatItHeld) {
  const auto body = stretched(1e4, 0.15);
  Grip grip = body->take_hold({1.1, 0.1, 0.1});
  const Vec3 before = body->grip_point(grip);
  ASSERT_TRUE(break_open(*body));
  body->renew(grip);
  EXPECT_NEAR((body->grip_point(grip) - before).norm(), 0, 1e-15);
}

} // namespace
} // namespace lamina
