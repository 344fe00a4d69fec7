#pragma once

#include "core/math/types.h"
#include "core/mesh/mesh.h"

#include <cstdint>
#include <numbers>
#include <span>
#include <string>
#include <vector>

namespace lamina {

/// How a bone hangs on its parent, at its head.
enum class JointKind { ball, hinge, fixed };

/// One bone at rest, in the mesh's frame (m). Every bone's own frame is the mesh's frame at rest, so that the
/// rotation of a bone relative to its parent is the identity there.
struct Bone {
  std::string name;
  int parent = -1;                    ///< an earlier bone; -1 for the first bone alone
  Vec3 head = Vec3::Zero();           ///< where it is joined to its parent
  Vec3 tail = Vec3::Zero();           ///< where it ends
  JointKind joint = JointKind::ball;  ///< says nothing for the first bone
  Vec3 hinge_axis = Vec3::UnitZ();    ///< unit, of a hinge
  double swing = std::numbers::pi;    ///< rad, of a ball: how far it leans from its rest direction
  double twist = std::numbers::pi;    ///< rad, of a ball: how far it turns about its own direction
  double least = -std::numbers::pi;   ///< rad, of a hinge
  double greatest = std::numbers::pi; ///< rad, of a hinge
};

/// The share of a bone in where a vertex is.
struct BoneWeight {
  std::uint32_t bone;
  double weight;
};

/// A motion of the bones, sampled at equal distances in time.
struct Animation {
  std::string name;
  double duration = 0;         ///< s
  std::size_t samples = 0;     ///< at least one; the first at 0, the last at `duration`
  std::vector<Quat> rotations; ///< samples × bones: relative to the rest pose, in the parent's frame
  std::vector<Vec3> root;      ///< m, samples: how far the first bone's head is from where it rests
};

/// Bones under the skin of a mesh: one tree, each vertex carried by four bones at most.
struct Rig {
  static constexpr std::size_t weights_a_vertex = 4;

  std::vector<Bone> bones;
  std::vector<std::uint32_t> weight_begin{0}; ///< vertices + 1
  std::vector<BoneWeight> weights;            ///< vertex by vertex, bones ascending, above zero, sum 1
  std::vector<Animation> animations;

  std::size_t vertex_count() const { return weight_begin.size() - 1; }
  std::span<const BoneWeight> of(std::size_t vertex) const {
    return {weights.data() + weight_begin[vertex], weights.data() + weight_begin[vertex + 1]};
  }

  /// Appends the weights of the next vertex. Weights that are not above zero are dropped, and those of one
  /// bone are added up. The four greatest are kept, and their sum is made 1. Without any weight, the first
  /// bone carries it.
  void add_vertex(std::span<const BoneWeight> of_vertex);
};

/// Throws InputError if a rig does not fit a mesh of so many vertices: no bones, a parent that does not come
/// before its child, more than one root. Likewise for numbers that are not finite, limits out of order, a
/// vertex with no or too many weights or another sum than 1, and an animation whose samples do not fit.
void check_rig(const Rig& rig, std::size_t vertices);

/// The same rig for a mesh that was scaled and then welded, reordered or stripped of vertices: weights go by
/// position. `vertices` are those that the rig was made for, before scaling. Throws InputError if a vertex of
/// `mesh` is none of them.
Rig fit_rig(const Rig& rig, std::span<const Vec3> vertices, double scale, const TriangleMesh& mesh);

/// The rotation of a bone relative to its rest pose, in its parent's frame, at a time (s) of an animation
/// that starts over after its end.
Quat animated_rotation(const Animation& animation, std::size_t bones, std::size_t bone, double time);

} // namespace lamina
