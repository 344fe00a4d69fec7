#include "core/contact/distancefield/distancefield.h"
#include "core/contact/distancefield/rest_places.h"
#include "core/contact/point_evidence.h"
#include "core/mesh/lattice.h"
#include "core/mesh/nearest_triangle.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/same_contacts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace lamina::test {
namespace {

using Motion = std::function<Vec3(const Vec3&)>;

/// A body that a lattice carries, as contact methods see it once its nodes have moved.
class LatticeBody {
public:
  LatticeBody(TriangleMesh mesh, int cells, const Motion& motion)
      : mesh_(std::move(mesh)), lattice_(build_lattice(mesh_, cells)), nodes_(lattice_.mesh.nodes) {
    for (Vec3& node : nodes_)
      node = motion(node);
    place();
  }
  void move_node(std::size_t node, const Vec3& to) {
    nodes_[node] = to;
    place();
  }
  const TriangleMesh& mesh() const { return mesh_; }
  const Surface& surface() const { return surface_; }
  std::size_t node_count() const { return nodes_.size(); }
  RestSurface rest() const { return {mesh_.vertices}; }
  Solid solid() const { return {nodes_, lattice_.mesh.tetrahedra, {}, 0, false, lattice_.mesh.nodes}; }

private:
  void place() {
    TriangleMesh now = mesh_;
    for (std::size_t v = 0; v < now.vertices.size(); ++v) {
      const auto& [tetrahedron, weights] = lattice_.embedding[v];
      now.vertices[v].setZero();
      for (std::size_t k = 0; k < 4; ++k)
        now.vertices[v] += weights[k] * nodes_[lattice_.mesh.tetrahedra[tetrahedron][k]];
    }
    surface_ = surface_of(now, {}, false);
  }

  TriangleMesh mesh_;
  Lattice lattice_;
  std::vector<Vec3> nodes_;
  Surface surface_;
};

Motion affine(const Mat3& f, const Vec3& shift = Vec3::Zero()) {
  return [f, shift](const Vec3& p) { return Vec3(f * p + shift); };
}

distancefield::RestField rest_field_of(const TriangleMesh& mesh, int cells,
                                       FieldStructure structure = FieldStructure::grid) {
  DistanceFieldSettings settings;
  settings.cells = cells;
  settings.structure = structure;
  return {distancefield::RestMesh::of(surface_of(mesh)), settings, 1};
}

PairContacts meet(const LatticeBody& a, const LatticeBody& b, int threads = 1) {
  Settings settings;
  settings.contact.method = "distancefield";
  settings.contact.distancefield.cells = 48;
  const std::array surfaces{&a.surface(), &b.surface()};
  const std::array solids{a.solid(), b.solid()};
  const std::array rest{a.rest(), b.rest()};
  const std::array pairs{BodyPair{0, 1}};
  std::vector<PairContacts> results;
  make_distancefield()->detect({{surfaces, solids, rest}, pairs, settings.contact, {}, threads}, results);
  return results.at(0);
}

/// Turns, stretches and shears.
Mat3 some_affine_map(Dice& dice) {
  Mat3 f = dice.turn().toRotationMatrix();
  f *= Vec3(dice.within(0.6, 1.6), dice.within(0.6, 1.6), dice.within(0.6, 1.6)).asDiagonal();
  f(0, 1) += dice.within(-0.2, 0.2);
  return f;
}

} // namespace

TEST(DeformedField, AtRestIsThatOfTheRigidBody) {
  const LatticeBody body(make_torus(0.4, 0.15, 900), 9, affine(Mat3::Identity()));
  distancefield::RestPlaces places;
  places.update(body.solid());
  for (const FieldStructure structure : {FieldStructure::grid, FieldStructure::octree}) {
    const distancefield::RestField field = rest_field_of(body.mesh(), 64, structure);
    Dice dice(3);
    int known = 0;
    for (int i = 0; i < 3000; ++i) {
      const Vec3 point = dice.vector(0.55);
      const auto place = places.of(point);
      ASSERT_TRUE(place);
      EXPECT_LT((place->position - point).norm(), 1e-13);
      const field::FieldValue rigid = field.field().at(point), soft = value_at(field, places, point, 0.01);
      if (!soft.known)
        continue;
      ++known;
      EXPECT_NEAR(soft.distance, rigid.distance, 1e-11);
      EXPECT_LT((soft.gradient - rigid.gradient).norm(), 1e-10) << "slopes change from cell to cell";
    }
    EXPECT_GT(known, 500);
  }
}

TEST(DeformedField, OfAStretchedShearedAndTurnedBoxIsExactBelowItsFaces) {
  Dice dice(8);
  for (int i = 0; i < 20; ++i) {
    const Mat3 f = some_affine_map(dice);
    const Vec3 shift = dice.vector(2);
    const LatticeBody body(make_box({1, 1, 1}, 48), 4, affine(f, shift));
    const distancefield::RestField field = rest_field_of(body.mesh(), 32);
    distancefield::RestPlaces places;
    places.update(body.solid());
    for (int axis = 0; axis < 3; ++axis) {
      // A face is carried to a plane with this normal.
      const Vec3 normal = (f.inverse().transpose() * Vec3::Unit(axis)).normalized();
      Vec3 on_face = 0.5 * Vec3::Unit(axis);
      for (int k = 1; k < 3; ++k)
        on_face[(axis + k) % 3] = dice.within(-0.25, 0.25);
      const double depth = dice.within(0.005, 0.03);
      const Vec3 point = f * on_face + shift - depth * normal;
      const field::FieldValue value = value_at(field, places, point, 0.01);
      ASSERT_TRUE(value.known);
      EXPECT_NEAR(value.distance, -depth, 2e-6) << "single precision at nodes";
      EXPECT_LT((value.gradient.normalized() - normal).norm(), 2e-5);
    }
  }
}

// To first order: where bending changes directions and lengths by a tenth over the body, distances near the
// surface are off by about as large a share of themselves.
TEST(DeformedField, OfABentBodyIsNearTheDistanceFromItsSurface) {
  const Motion bent = [](const Vec3& p) {
    return Vec3(p.x() + 0.1 * p.y() * p.y(), p.y() + 0.08 * std::sin(3 * p.z()), p.z() - 0.1 * p.x() * p.y());
  };
  const LatticeBody body(make_sphere(0.5, 1200), 12, bent);
  const distancefield::RestField field = rest_field_of(body.mesh(), 96);
  distancefield::RestPlaces places;
  places.update(body.solid());
  const TriangleMesh now{{}, body.surface().positions, *body.surface().triangles};
  const NearestTriangle nearest(now);
  Dice dice(5);
  int asked = 0;
  double worst = 0;
  for (int i = 0; i < 4000; ++i) {
    const Vec3 point = bent(dice.vector(0.5));
    const double exact = std::sqrt(nearest.to(point).squared_distance);
    if (exact > 0.04 || exact < 0.01)
      continue;
    const field::FieldValue value = value_at(field, places, point, 0.05);
    if (!value.known)
      continue;
    ++asked;
    worst = std::max(worst, std::abs(std::abs(value.distance) - exact) / exact);
  }
  EXPECT_GT(asked, 200);
  EXPECT_LT(worst, 0.15);
}

TEST(DeformedField, FarFromAllTetrahedraSaysHowFar) {
  const LatticeBody body(make_box({1, 1, 1}, 48), 4, affine(Mat3::Identity()));
  const distancefield::RestField field = rest_field_of(body.mesh(), 32);
  distancefield::RestPlaces places;
  places.update(body.solid());
  const field::FieldValue value = value_at(field, places, {3, 0.1, 0.2}, 0.01);
  EXPECT_FALSE(value.known);
  EXPECT_GT(value.distance, 2);
  EXPECT_LT(value.distance, 2.6);
}

TEST(DeformedContacts, KeepMomentumAndAngularMomentum) {
  Dice dice(4);
  for (int i = 0; i < 4; ++i) {
    const Motion wavy = [](const Vec3& p) {
      return Vec3(p.x() + 0.05 * std::sin(5 * p.y()), 1.1 * p.y(), p.z() + 0.1 * p.x() * p.x());
    };
    const LatticeBody a(make_sphere(0.5, 600), 8, wavy);
    const Vec3 apart = 0.93 * (dice.turn() * Vec3::UnitX());
    const LatticeBody b(make_sphere(0.5, 600), 8, affine(dice.turn().toRotationMatrix(), apart));
    const PairContacts found = meet(a, b);
    ASSERT_GT(found.contacts.size(), 5u);
    const Push on_a = push_on(found, 0, a.surface()), on_b = push_on(found, 1, b.surface());
    EXPECT_LT((on_a.force + on_b.force).norm(), 1e-12 * on_a.size);
    // Feet lie on the lines of the forces but for where the surface is steep against them.
    EXPECT_LT((on_a.torque + on_b.torque).norm(), 2e-3 * on_a.size);
    EXPECT_GT(std::abs(on_b.force.dot(apart)), 0.5 * on_b.force.norm());
  }
}

TEST(DeformedContacts, OfTwoFlattenedBallsAreAsDeepAsTheirEllipsoids) {
  const Mat3 flat = Vec3(1.2, 0.6, 1.2).asDiagonal();
  const double depth = 0.02;
  const LatticeBody a(make_sphere(0.5, 2400), 8, affine(flat));
  const LatticeBody b(make_sphere(0.5, 2400), 8, affine(flat, {0.011, 0.6 - depth, 0.007}));
  const PairContacts found = meet(a, b);
  double deepest = 0;
  for (const Contact& contact : found.contacts) {
    deepest = std::max(deepest, contact.measure);
    const Vec3 way = found.gradient[contact.gradient[0].begin].value.normalized();
    EXPECT_GT(std::abs(way.y()), 0.9);
  }
  // The sagitta of triangles, and half of a cell at most.
  EXPECT_NEAR(deepest, depth, 3e-3);
  expect_same(found, meet(a, b, 3));
}

TEST(DeformedContacts, PassOverBadTetrahedra) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Vec3& to : {Vec3(0, 3, 0), Vec3(0.2, -4, 0.1), Vec3(nan, nan, nan)}) {
    LatticeBody a(make_sphere(0.5, 600), 6, affine(Mat3::Identity()));
    const LatticeBody b(make_sphere(0.5, 600), 6, affine(Mat3::Identity(), {0, 0.93, 0}));
    for (std::size_t node = 0; node < a.node_count(); node += 17)
      a.move_node(node, to);
    for (const Contact& contact : meet(a, b).contacts)
      EXPECT_TRUE(std::isfinite(contact.measure) && std::isfinite(contact.area));
  }
  // All turned inside out, and all flat: nothing is usable, and what is asked meets nothing.
  for (const Mat3& f : {Mat3(-Mat3::Identity()), Mat3(Vec3(1, 0, 1).asDiagonal())}) {
    const LatticeBody a(make_sphere(0.5, 600), 6, affine(f));
    distancefield::RestPlaces places;
    places.update(a.solid());
    EXPECT_FALSE(places.of({0.1, 0.2, 0.1}));
  }
}

} // namespace lamina::test
