#pragma once

#include "core/body/body.h"
#include "core/body/joint_springs.h"
#include "core/mesh/rig.h"

#include <memory>
#include <span>
#include <vector>

namespace lamina {

/// Linear blend skinning (design, section 1):
///
///   x = Σ w_b (R_b (x₀ − c_b) + p_b)     c_b: centre of mass of a bone at rest; p_b, R_b: where it is now
///   v = Σ w_b (v_b + ω_b × r_b)          r_b = R_b (x₀ − c_b)
///
/// A bone has two blocks: its linear and its angular velocity.
class SkinMapping {
public:
  SkinMapping(std::shared_ptr<const Rig> rig, std::shared_ptr<const PreparedMesh> mesh,
              std::vector<Vec3> centres);

  /// Takes up where the bones are; the functions below belong to the last call.
  void move(std::span<const BoneState> bones);

  void apply(std::vector<Vec3>& positions) const;

  /// Appends Jᵀ of a sparse vertex vector, each block once, ascending.
  void transpose(std::span<const VertexGradient> entries, std::vector<BlockEntry>& out) const;

  /// Appends J of a point of a triangle, likewise.
  void point(const Triangle& triangle, const std::array<float, 2>& barycentric,
             std::vector<BlockJacobian>& out) const;

  /// The bone that carries most of a vertex.
  std::uint32_t bone_of(std::uint32_t vertex) const;

private:
  Vec3 arm(std::uint32_t bone, std::uint32_t vertex) const {
    return rotation_[bone] * (mesh_->mesh.vertices[vertex] - centres_[bone]);
  }

  std::shared_ptr<const Rig> rig_;
  std::shared_ptr<const PreparedMesh> mesh_;
  std::vector<Vec3> centres_;
  std::vector<Mat3> rotation_;
  std::vector<Vec3> offset_; ///< x = Σ w (rotation x₀ + offset)
};

} // namespace lamina
