#pragma once

#include "core/contact/tetdistance/distance_field.h"
#include "core/contact/tetrahedra/tet_frame.h"

#include <vector>

namespace lamina::tetdistance {

/// Something at a node of a solid.
struct AtNode {
  std::uint32_t node;
  Vec3 value;
};

/// The depth within one tetrahedron, interpolated between its nodes (M04 section 4.1): d̃ = Σ u_i d_i with the
/// barycentric coordinates u. Its gradient over the place is ∇d = G⁻ᵀ (d₁ − d₄, d₂ − d₄, d₃ − d₄) with the
/// columns x_i − x₄ in G; the paper prints p − x_i there.
class DepthInTet {
public:
  DepthInTet(const Solid& solid, const DistanceField& field, std::uint32_t tetrahedron);

  /// Otherwise it is flat or inside out, or a node has no distance.
  bool usable() const { return usable_; }
  const Vec3& gradient() const { return gradient_; } ///< ∇d
  tetrahedra::TetWeights weights(const Vec3& place) const { return frame_.weights(place); }
  double depth(const tetrahedra::TetWeights& u) const;

  /// The closest boundary, as far as the nodes know it.
  Closest closest(const Vec3& place) const;

  /// How depth changes as the place moves, which is returned, and as the nodes do, which is appended `scale`
  /// times. In all they neither push nor turn anything.
  ///
  /// TetReaction::boundary: ∇d at the place; −u_i ∇d + u_i n_i at each node, with n_i the unit vector from
  /// its closest point, and −u_i β_k n_i at the corners of the triangle of that point, whose weights are β.
  /// That is the derivative of d̃ while closest triangles stay. Where distances are smooth n_i is ∇d, so that
  /// what acts on inner nodes all but cancels.
  ///
  /// TetReaction::tetrahedron: −u_i ∇d at the nodes, as the paper is read.
  ///
  /// Near the medial axis, where |∇d| is below a half, both are those of the distance from closest(): n at
  /// the place, −β_k n at the corners of that triangle.
  Vec3 push(const Vec3& place, const tetrahedra::TetWeights& u, double scale, TetReaction reaction,
            std::vector<AtNode>& at_nodes) const;

private:
  const Solid& solid_;
  const DistanceField& field_;
  const Tetrahedron& nodes_;
  tetrahedra::TetFrame frame_;
  std::array<double, 4> distance_{};
  Vec3 gradient_ = Vec3::Zero();
  bool usable_ = false;
};

} // namespace lamina::tetdistance
