#pragma once

#include "core/shape/collision_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace lamina::tetrahedra {

/// The four weights of a point over the nodes of a tetrahedron: its barycentric coordinates, whose sum is 1.
using TetWeights = std::array<double, 4>;

/// How far below nought a weight may be of a point that counts as inside: rounding must not lose a point on a
/// face to both of its tetrahedra, so it counts as in both.
inline constexpr double on_face = 1e-10;

inline bool is_inside(const TetWeights& weights) {
  return std::all_of(weights.begin(), weights.end(), [](double weight) { return weight >= -on_face; });
}

inline bool is_node_of(std::uint32_t node, const Tetrahedron& t) {
  return node == t[0] || node == t[1] || node == t[2] || node == t[3];
}

/// The barycentric coordinates of one tetrahedron, ready for any number of points.
class TetFrame {
public:
  TetFrame() = default;
  TetFrame(const Vec3& x0, const Vec3& x1, const Vec3& x2, const Vec3& x3) : origin_(x0) {
    const Vec3 a = x1 - x0, b = x2 - x0, c = x3 - x0;
    gradient_ = {b.cross(c), c.cross(a), a.cross(b)};
    const double six_volumes = a.dot(gradient_[0]);
    const double longest = std::max({a.squaredNorm(), b.squaredNorm(), c.squaredNorm()});
    // Also false for what is no number.
    usable_ = six_volumes > least_volume * longest * std::sqrt(longest) && std::isfinite(six_volumes);
    for (Vec3& gradient : gradient_)
      gradient /= six_volumes;
  }
  TetFrame(std::span<const Vec3> nodes, const Tetrahedron& t)
      : TetFrame(nodes[t[0]], nodes[t[1]], nodes[t[2]], nodes[t[3]]) {}

  /// Otherwise it is inside out, flat or not finite, and has no weights.
  bool usable() const { return usable_; }
  TetWeights weights(const Vec3& point) const {
    const Vec3 arm = point - origin_;
    const double u = arm.dot(gradient_[0]), v = arm.dot(gradient_[1]), w = arm.dot(gradient_[2]);
    return {1 - u - v - w, u, v, w};
  }
  /// Of the weight of node 1, 2 or 3 over the place, 1/m.
  const Vec3& gradient(std::size_t node) const { return gradient_[node - 1]; }

private:
  /// Six volumes over the cube of an edge, below which it is flat.
  static constexpr double least_volume = 1e-9;

  Vec3 origin_ = Vec3::Zero();
  std::array<Vec3, 3> gradient_{};
  bool usable_ = false;
};

} // namespace lamina::tetrahedra
