#pragma once

#include "core/body/skinned_body.h"
#include "core/mesh/procedural.h"
#include "tests/support/scenes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace lamina::test {

/// A bar of square section along x, cut into bones of equal length that are joined end to end; the skin
/// goes over from one to the next linearly between their middles.
struct Bar {
  double length = 1, width = 0.1; ///< m
  int bones = 2;
  JointKind joint = JointKind::ball;
  std::size_t triangles = 2000;
};

inline SceneBody bar_of(const Bar& bar, const Pose& pose = {}) {
  SceneBody body =
      body_of("bar", make_box({bar.length, bar.width, bar.width}, bar.triangles), BodyKind::skinned, pose);
  auto rig = std::make_shared<Rig>();
  const double part = bar.length / bar.bones;
  for (int b = 0; b < bar.bones; ++b) {
    Bone bone;
    bone.name = "part " + std::to_string(b);
    bone.parent = b - 1;
    bone.head = {-0.5 * bar.length + b * part, 0, 0};
    bone.tail = bone.head + Vec3(part, 0, 0);
    bone.joint = bar.joint;
    rig->bones.push_back(bone);
  }
  for (const Vec3& vertex : body.mesh->mesh.vertices) {
    const double place = std::clamp((vertex.x() + 0.5 * bar.length) / part - 0.5, 0.0, bar.bones - 1.0);
    const auto first =
        static_cast<std::uint32_t>(std::min(std::floor(place), std::max(bar.bones - 2.0, 0.0)));
    const double share = place - first;
    rig->add_vertex(
        std::array{BoneWeight{first, 1 - share},
                   BoneWeight{std::min(first + 1, static_cast<std::uint32_t>(bar.bones - 1)), share}});
  }
  body.rig = rig;
  return body;
}

/// Holds the bones whose middles are within `reach` of a point.
inline Clamp hold(const Vec3& at, double reach) {
  return {Box{at - Vec3::Constant(reach), at + Vec3::Constant(reach)}, {}};
}

/// Steps a body by itself: one implicit step after the other, solved by its own factors.
inline void step_alone(Body& body, double h, int steps, const Vec3& gravity = Vec3::Zero(),
                       double start = 0) {
  const auto size = static_cast<Eigen::Index>(3 * body.block_count());
  const std::vector<Mat3> no_contact(2 * body.block_count(), Mat3::Zero());
  for (int i = 0; i < steps; ++i) {
    BlockVector v = BlockVector::Zero(size), right = BlockVector::Zero(size), left = BlockVector::Zero(size);
    body.predict(start + i * h, h, true, v);
    BlockVector force = BlockVector::Zero(size);
    body.add_inertia(v, right);
    body.add_forces(gravity, force);
    // Twice, as the second solve takes off what rounding left in the first.
    right += h * force;
    body.factor(h, no_contact);
    for (int pass = 0; pass < 2; ++pass) {
      left.setZero();
      body.multiply(h, v, left);
      BlockVector residual = right - left, change = BlockVector::Zero(size);
      body.filter(residual);
      body.precondition(residual, change);
      v += change;
    }
    body.advance(h, v);
  }
}

} // namespace lamina::test
