#include "core/base/error.h"
#include "core/mesh/mass_properties.h"
#include "core/mesh/octopus.h"
#include "tests/body/skinned_support.h"

#include <Eigen/Eigenvalues>

#include <gtest/gtest.h>

namespace lamina {
namespace {

using test::Bar;
using test::bar_of;
using test::step_alone;
using test::turn;

/// A bar of four bones that has bent, turned and moves.
SkinnedBody moving_bar() {
  SceneBody description = bar_of({1, 0.1, 4}, {{1, 2, 3}, turn({1, 2, 3}, 0.7)});
  description.velocity = {0.3, -0.2, 0.5};
  description.spin = {2, -1, 3};
  SkinnedBody body(description);
  std::vector<double> state;
  body.save(state);
  for (std::size_t b = 0; b < body.bones().size(); ++b)
    for (std::size_t k = 0; k < 3; ++k)
      state[13 * b + 10 + k] += 0.5 * std::sin(7.0 * static_cast<double>(3 * b + k));
  body.restore(state);
  step_alone(body, 0.01, 20);
  return body;
}

TEST(SkinnedBody, SkinAtRestIsTheMesh) {
  const Pose pose{{1, 2, 3}, turn({1, 2, 3}, 0.7)};
  const SceneBody description = bar_of({1, 0.1, 3}, pose);
  const SkinnedBody body(description);
  for (std::size_t v = 0; v < description.mesh->mesh.vertices.size(); ++v)
    EXPECT_NEAR((body.surface().positions[v] - pose * description.mesh->mesh.vertices[v]).norm(), 0, 1e-14);
}

TEST(SkinnedBody, SkinOfOneTurnedBoneTurnsRigidly) {
  SkinnedBody body = moving_bar();
  std::vector<double> state;
  body.save(state);
  const Quat all = turn({1, -1, 2}, 1.1);
  for (std::size_t b = 0; b < body.bones().size(); ++b) {
    const Vec3 rest = body.masses()[b].centre;
    const Vec3 centre = all * rest;
    std::copy(centre.data(), centre.data() + 3, state.begin() + static_cast<std::ptrdiff_t>(13 * b));
    std::copy(all.coeffs().data(), all.coeffs().data() + 4,
              state.begin() + static_cast<std::ptrdiff_t>(13 * b + 3));
  }
  body.restore(state);
  const SceneBody description = bar_of({1, 0.1, 4});
  for (std::size_t v = 0; v < description.mesh->mesh.vertices.size(); ++v)
    EXPECT_NEAR((body.surface().positions[v] - all * description.mesh->mesh.vertices[v]).norm(), 0, 1e-13);
  EXPECT_LT(body.elastic_energy(), 1e-12);
}

/// Velocity of each vertex, by the unit vectors of Jᵀ.
Vec3 vertex_velocity(const SkinnedBody& body, std::uint32_t vertex) {
  BlockVector v(static_cast<Eigen::Index>(3 * body.block_count()));
  body.velocity(v);
  Vec3 result;
  for (int k = 0; k < 3; ++k) {
    std::vector<BlockEntry> row;
    body.transpose(std::vector<VertexGradient>{{vertex, Vec3::Unit(k)}}, row);
    result[k] = 0;
    for (const BlockEntry& entry : row)
      result[k] += entry.value.dot(v.segment<3>(3 * static_cast<Eigen::Index>(entry.block)));
  }
  return result;
}

TEST(SkinnedBody, TransposedMappingIsTheTransposeOfThePointJacobian) {
  const SkinnedBody body = moving_bar();
  for (std::uint32_t t = 0; t < body.surface().triangles->size(); t += 97) {
    const Triangle& triangle = (*body.surface().triangles)[t];
    for (int corner = 0; corner < 3; ++corner) {
      const std::array<float, 2> at{corner == 1 ? 1.0f : 0.0f, corner == 2 ? 1.0f : 0.0f};
      std::vector<BlockJacobian> jacobian;
      const std::uint32_t vertex = triangle[static_cast<std::size_t>(corner)];
      body.point_jacobian(t, at, body.surface().positions[vertex], jacobian);
      const Vec3 force(0.3, -0.7, 0.2);
      std::vector<BlockEntry> row;
      body.transpose(std::vector<VertexGradient>{{vertex, force}}, row);
      BlockVector difference = BlockVector::Zero(static_cast<Eigen::Index>(3 * body.block_count()));
      for (std::size_t k = 0; k < row.size(); ++k) {
        if (k > 0) {
          EXPECT_LT(row[k - 1].block, row[k].block);
        }
        difference.segment<3>(3 * static_cast<Eigen::Index>(row[k].block)) += row[k].value;
      }
      for (std::size_t k = 0; k < jacobian.size(); ++k) {
        if (k > 0) {
          EXPECT_LT(jacobian[k - 1].block, jacobian[k].block);
        }
        difference.segment<3>(3 * static_cast<Eigen::Index>(jacobian[k].block)) -=
            jacobian[k].value.transpose() * force;
      }
      EXPECT_LT(difference.norm(), 1e-14);
    }
  }
}

TEST(SkinnedBody, JacobianIsTheDerivativeOfTheSkin) {
  SkinnedBody body = moving_bar();
  const std::vector<Vec3> before = body.surface().positions;
  std::vector<Vec3> velocities;
  for (std::uint32_t v = 0; v < before.size(); ++v)
    velocities.push_back(vertex_velocity(body, v));
  BlockVector v(static_cast<Eigen::Index>(3 * body.block_count()));
  // The error of a difference over h is h |ω|² r / 2, below h × 20 m/s².
  const double h = 1e-6;
  body.predict(0, h, false, v);
  body.advance(h, v);
  for (std::uint32_t i = 0; i < before.size(); ++i)
    EXPECT_NEAR(((body.surface().positions[i] - before[i]) / h - velocities[i]).norm(), 0, 20 * h);
}

TEST(SkinnedBody, NoPointIsFasterThanTheBound) {
  const SkinnedBody body = moving_bar();
  for (std::uint32_t v = 0; v < body.surface().positions.size(); ++v)
    EXPECT_LE(vertex_velocity(body, v).norm(), body.speed_bound(Vec3::Zero()));
}

TEST(SkinnedBody, SavedStateComesBackBitForBit) {
  SkinnedBody body = moving_bar();
  std::vector<double> saved, again;
  body.save(saved);
  const std::vector<Vec3> skin = body.surface().positions;
  const double energy = body.elastic_energy();
  step_alone(body, 0.01, 5);
  body.restore(saved);
  body.save(again);
  EXPECT_EQ(saved, again);
  EXPECT_EQ(body.surface().positions, skin);
  EXPECT_EQ(body.elastic_energy(), energy);
}

TEST(SkinnedBody, MassesOfTheBonesAddUpAndBalanceWhereTheSolidDoes) {
  OctopusShape shape;
  shape.triangles = 3000;
  const Octopus octopus = make_octopus(shape);
  const std::vector<BoneMass> masses = bone_masses(octopus.rig, octopus.mesh, 7);
  const MassProperties whole = mass_properties(octopus.mesh);
  double sum = 0;
  Vec3 centre = Vec3::Zero();
  for (const BoneMass& bone : masses) {
    EXPECT_GT(bone.mass, 0);
    const Vec3 principal = bone.inertia.selfadjointView<Eigen::Lower>().eigenvalues();
    EXPECT_GT(principal.minCoeff(), 0);
    EXPECT_LE(principal[2], (1 + 1e-9) * (principal[0] + principal[1]));
    sum += bone.mass;
    centre += bone.mass * bone.centre;
  }
  EXPECT_NEAR(sum, 7, 1e-12);
  // The lattice puts what fills part of a cube into its middle: a small part of a cube's side of 3 cm.
  EXPECT_NEAR((centre / sum - whole.centre).norm(), 0, 0.005);
}

TEST(SkinnedBody, InertiaOfTheBonesIsThatOfTheSolid) {
  // Three bones, each a third of the bar but for the smooth seams, with the inertia of the whole.
  const SceneBody description = bar_of({1, 0.2, 3});
  const SkinnedBody body(description);
  Mat3 inertia = Mat3::Zero();
  for (const BoneMass& bone : body.masses()) {
    const Vec3& c = bone.centre;
    inertia += bone.inertia + bone.mass * (c.squaredNorm() * Mat3::Identity() - c * c.transpose());
  }
  const double m = body.mass();
  EXPECT_NEAR(m, 40, 1e-9);
  EXPECT_NEAR(inertia(1, 1), m / 12 * (1 + 0.04), 0.01 * m / 12);
  EXPECT_NEAR(inertia(0, 0), m / 12 * 0.08, 0.02 * m / 12 * 0.08);
}

TEST(SkinnedBody, ABoneThatCarriesNothingStillHasAMass) {
  SceneBody description = bar_of({1, 0.1, 2});
  auto rig = std::make_shared<Rig>(*description.rig);
  Bone finger;
  finger.parent = 1;
  finger.head = finger.tail = {0.5, 0, 0};
  rig->bones.push_back(finger);
  description.rig = rig;
  const SkinnedBody body(description);
  EXPECT_NEAR(body.masses()[2].mass, 1e-4 * body.mass(), 1e-6 * body.mass());
  EXPECT_GT(body.masses()[2].inertia.diagonal().minCoeff(), 0);
  EXPECT_NEAR(body.masses()[0].mass + body.masses()[1].mass + body.masses()[2].mass, body.mass(), 1e-12);
}

TEST(SkinnedBody, RefusesWhatHasNoBonesOrNoSuchAnimation) {
  SceneBody description = bar_of({});
  description.drive.animation = "walk";
  EXPECT_THROW(SkinnedBody{description}, InputError);
  description.drive.animation.clear();
  description.rig = nullptr;
  EXPECT_THROW(SkinnedBody{description}, InputError);
}

TEST(SkinnedBody, AHandHoldsTheBoneUnderIt) {
  SkinnedBody body = moving_bar();
  const Vec3 point = body.surface().positions[17];
  const Grip grip = body.take_hold(point);
  EXPECT_NEAR((body.grip_point(grip) - point).norm(), 0, 1e-14);
  std::vector<BlockJacobian> jacobian;
  body.grip_jacobian(grip, jacobian);
  BlockVector v(static_cast<Eigen::Index>(3 * body.block_count()));
  body.velocity(v);
  Vec3 velocity = Vec3::Zero();
  for (const BlockJacobian& j : jacobian)
    velocity += j.value * v.segment<3>(3 * static_cast<Eigen::Index>(j.block));
  const double h = 1e-6;
  body.predict(0, h, false, v);
  body.advance(h, v);
  EXPECT_NEAR(((body.grip_point(grip) - point) / h - velocity).norm(), 0, 20 * h);
}

} // namespace
} // namespace lamina
