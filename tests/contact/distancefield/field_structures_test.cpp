// Grids and octrees, as the method asks them.

#include "core/contact/distancefield/distancefield.h"
#include "core/contact/distancefield/field_search.h"
#include "core/contact/point_evidence.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/same_contacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace lamina::test {
namespace {

constexpr std::array both_structures{FieldStructure::grid, FieldStructure::octree};

DistanceFieldSettings settings_of(FieldStructure structure, int cells = 64, double tolerance = 0.1) {
  DistanceFieldSettings settings;
  settings.cells = cells;
  settings.structure = structure;
  settings.tolerance = tolerance;
  return settings;
}

/// A solid with a known distance, in the frame of its mesh.
struct KnownSolid {
  TriangleMesh mesh;
  std::function<double(const Vec3&)> distance; ///< m
  double facets;                               ///< that the mesh may lie off the solid, m
  double rounding;                             ///< of the distance within a cell of its grid, cells
};

std::vector<KnownSolid> known_solids() {
  const Vec3 half(0.5, 0.3, 0.2);
  const auto of_box = [half](const Vec3& p) {
    const Vec3 beyond = p.cwiseAbs() - half;
    return beyond.cwiseMax(0.0).norm() + std::min(beyond.maxCoeff(), 0.0);
  };
  const auto of_sphere = [](const Vec3& p) { return p.norm() - 0.5; };
  const auto of_torus = [](const Vec3& p) {
    return std::hypot(std::hypot(p.x(), p.z()) - 0.4, p.y()) - 0.15;
  };
  // Trilinear values round edges of a box off by up to a cell, and curvature by much less.
  return {{make_sphere(0.5, 5000), of_sphere, 1.5e-3, 0.1},
          {make_torus(0.4, 0.15, 6000), of_torus, 1.5e-3, 0.1},
          {make_box(2 * half), of_box, 0, 1}};
}

class BodiesOfStructures {
public:
  BodiesOfStructures(std::vector<Surface> surfaces) : surfaces_(std::move(surfaces)) {
    settings_.method = "distancefield";
  }
  PairContacts meet(const DistanceFieldSettings& settings, int threads = 1) {
    settings_.distancefield = settings;
    const std::array listed{&surfaces_[0], &surfaces_[1]};
    const std::array pairs{BodyPair{0, 1}};
    std::vector<PairContacts> results;
    method_->detect({{listed}, pairs, settings_, {}, threads}, results);
    return results.at(0);
  }
  /// The field of the first body, as pictures show it.
  field::BodyField shown(const DistanceFieldSettings& settings) {
    settings_.distancefield = settings;
    const std::array listed{&surfaces_[0], &surfaces_[1]};
    EvidenceSet seen;
    method_->show_search({{listed}, {}, settings_, {}, 1}, seen);
    return seen.find<FieldSearch>()->fields.at(0).rest->field();
  }

private:
  std::vector<Surface> surfaces_;
  ContactSettings settings_;
  std::unique_ptr<ContactMethod> method_ = make_distancefield();
};

double force_of(const PairContacts& found) {
  double force = 0;
  for (const Contact& contact : found.contacts)
    force += contact.area * contact.measure;
  return force;
}

} // namespace

TEST(FieldStructures, SayTheDistanceFromKnownSolidsWhereverTheyLie) {
  Dice dice(3);
  for (const KnownSolid& solid : known_solids())
    for (const FieldStructure structure : both_structures) {
      const double tolerance = structure == FieldStructure::octree ? 0.1 : 0;
      const Pose pose{dice.vector(3), dice.turn()};
      const Surface surface = surface_of(solid.mesh, pose);
      const distancefield::RestField rest(distancefield::RestMesh::of(surface), settings_of(structure), 1);
      EXPECT_EQ(rest.field().octree() != nullptr, structure == FieldStructure::octree);
      // The tolerance counts once within a cell and once on what its corners hang.
      const double off = solid.facets + (solid.rounding + 2 * tolerance) * rest.field().cell();
      int known = 0;
      for (int i = 0; i < 3000; ++i) {
        const Vec3 at_rest = dice.vector(0.6), point = pose.position + pose.orientation * at_rest;
        const field::FieldValue value = distancefield::value_at(rest, surface.place, point);
        const double exact = solid.distance(at_rest);
        EXPECT_TRUE(std::abs(exact) < off || (value.distance < 0) == (exact < 0));
        if (!value.known) {
          EXPECT_GT(std::abs(exact), rest.field().band() - 2 * rest.field().cell());
          continue;
        }
        ++known;
        EXPECT_NEAR(value.distance, exact, off);
        // The direction of the world, by differences of the closed form, where the way out does not turn.
        const double step = 2 * rest.field().cell();
        Vec3 slope;
        for (int k = 0; k < 3; ++k)
          slope[k] = (solid.distance(at_rest + step * Vec3::Unit(k)) -
                      solid.distance(at_rest - step * Vec3::Unit(k))) /
                     (2 * step);
        if (slope.norm() > 0.99) {
          EXPECT_GT(value.gradient.normalized().dot(pose.orientation * slope.normalized()), 0.9);
        }
      }
      EXPECT_GT(known, 500);
    }
}

TEST(FieldStructures, OutsideOfEverythingAreKnownToBeOutside) {
  for (const FieldStructure structure : both_structures) {
    const Surface ball = surface_of(make_sphere(0.5, 500));
    const distancefield::RestField rest(distancefield::RestMesh::of(ball), settings_of(structure, 32), 1);
    for (const Vec3& far : {Vec3(0.9, 0.1, 0), Vec3(1e9, 0, 0), Vec3(0, -3, 7)}) {
      const field::FieldValue value = distancefield::value_at(rest, ball.place, far);
      EXPECT_FALSE(value.known);
      EXPECT_GT(value.distance, 0);
    }
  }
}

// Faces are flat, so that trilinear values are exact in cells of any size.
TEST(FieldStructures, PressAFlatFaceEqually) {
  const double depth = 0.01;
  BodiesOfStructures bodies(
      {surface_of(make_box({1, 1, 1}, 400), {{0.0123, 0.5 - depth, 0.0171}, Quat::Identity()}),
       surface_of(make_box({3, 1, 3}, 600), {{0, -0.5, 0}, Quat::Identity()})});
  const PairContacts by_grid = bodies.meet(settings_of(FieldStructure::grid));
  EXPECT_NEAR(force_of(by_grid), depth, 0.1 * depth);
  for (const double tolerance : {0.02, 0.1, 0.5}) {
    const PairContacts by_octree = bodies.meet(settings_of(FieldStructure::octree, 64, tolerance));
    for (const Contact& contact : by_octree.contacts)
      EXPECT_NEAR(contact.measure, depth, tolerance / 64);
    // Next to the cube's sides vertices of the slab are asked where its field bends.
    EXPECT_NEAR(force_of(by_octree), force_of(by_grid), 0.05 * depth) << tolerance;
  }
}

// The depth of each point differs by the tolerance and what hangs on it, at most, so that forces do by that
// over the area that is pressed.
TEST(FieldStructures, PressRoundBodiesWithinTheTolerance) {
  BodiesOfStructures bodies(
      {surface_of(make_sphere(0.5, 2400)),
       surface_of(make_torus(0.4, 0.15, 2000), {{0.02, 0.46, 0.01}, Quat::Identity()})});
  const PairContacts by_grid = bodies.meet(settings_of(FieldStructure::grid));
  ASSERT_GT(by_grid.contacts.size(), 20u);
  for (const double tolerance : {0.02, 0.1, 0.3}) {
    const DistanceFieldSettings settings = settings_of(FieldStructure::octree, 64, tolerance);
    const PairContacts by_octree = bodies.meet(settings);
    const double cell = bodies.shown(settings).cell();
    EXPECT_NEAR(force_of(by_octree), force_of(by_grid),
                2 * tolerance * cell * std::max(by_grid.area, by_octree.area));
    expect_same(by_octree, bodies.meet(settings, 3));
  }
}

TEST(FieldStructures, AreMadeAnewWhereTheyChangeAndOnlyThen) {
  BodiesOfStructures bodies({surface_of(make_sphere(0.5, 600)),
                             surface_of(make_sphere(0.5, 600), {{0.93, 0, 0}, Quat::Identity()})});
  const auto of_a_new_method = [&](const DistanceFieldSettings& settings) {
    return BodiesOfStructures({surface_of(make_sphere(0.5, 600)),
                               surface_of(make_sphere(0.5, 600), {{0.93, 0, 0}, Quat::Identity()})})
        .meet(settings);
  };
  const DistanceFieldSettings grid = settings_of(FieldStructure::grid, 32),
                              fine = settings_of(FieldStructure::octree, 32, 0.05),
                              coarse = settings_of(FieldStructure::octree, 32, 0.8);
  DistanceFieldSettings other_tolerance = grid;
  other_tolerance.tolerance = 0.5;
  for (const DistanceFieldSettings& settings : {grid, fine, coarse, other_tolerance, grid, coarse}) {
    // What came before leaves no trace.
    expect_same(bodies.meet(settings), of_a_new_method(settings));
    EXPECT_EQ(bodies.shown(settings).octree() != nullptr, settings.structure == FieldStructure::octree);
  }
  EXPECT_LT(bodies.shown(coarse).bytes(), bodies.shown(fine).bytes());
  EXPECT_EQ(bodies.shown(grid), bodies.shown(other_tolerance)) << "a grid has no tolerance";
}

} // namespace lamina::test
