#pragma once

#include "core/bvh/box_node.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lamina::bvh {

/// From where to where what lies about a triangle is looked for, m.
struct Margins {
  double front = 0;  ///< of its plane
  double behind = 0; ///< at least `front`; also to its sides
};

/// All that a search for what lies about a triangle may look for, as planes. They tell which boxes come
/// nowhere near it, since a large triangle fills little of its own box. They are the triangle's own plane and
/// those that stand on its sides.
class TrianglePrism {
public:
  /// Everything.
  TrianglePrism() = default;
  /// Of a triangle almost without area, whose normal rounding may turn anywhere, everything.
  explicit TrianglePrism(const std::array<Vec3, 3>& corners) {
    const Vec3 one = corners[1] - corners[0], two = corners[2] - corners[0], normal = one.cross(two);
    const double longest_squared = std::max(one.squaredNorm(), two.squaredNorm());
    if (!(normal.norm() > 1e-6 * longest_squared))
      return;
    set(front, normal, corners[0]);
    set(behind, -normal, corners[0]);
    for (std::size_t k = 0; k < 3; ++k)
      set(2 + static_cast<int>(k), (corners[(k + 1) % 3] - corners[k]).cross(normal), corners[k]);
    // More than the rounding of planes.
    for (const Vec3& corner : corners)
      spare_ = std::max(spare_, 1e-12 * corner.cwiseAbs().maxCoeff());
  }

  /// The surface bulges around the triangle. What lies in front of the triangle's plane is looked for no
  /// farther than Margins::front. Edges are an exception: they reach to half their length on both sides.
  void look_less_in_front() { less_in_front_ = true; }
  /// And by this corner, which asks for all that lies about it; of at most three.
  void look_about(const Vec3& corner) { corners_[corner_count_++] = corner; }

  /// Whether nothing in the box is looked for. Never of what is no number.
  bool is_off(const FloatBox& box, const Margins& margins) const {
    double middle[3], half[3], nearest[planes];
    for (int k = 0; k < 3; ++k) {
      middle[k] = 0.5 * (static_cast<double>(box.high[k]) + box.low[k]);
      half[k] = 0.5 * (static_cast<double>(box.high[k]) - box.low[k]);
    }
    const double wide = margins.behind * (1 + 1e-9) + spare_;
    for (int i = 0; i < planes; ++i)
      nearest[i] = -offset_[i] - wide * length_[i];
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < planes; ++i)
        nearest[i] += out_[k][i] * middle[k] - std::abs(out_[k][i]) * half[k];
    bool off = false;
    for (int i = 0; i < planes; ++i)
      off |= nearest[i] > 0;
    return off ||
           (less_in_front_ && is_off_in_front(nearest[front] + wide * length_[front], middle, half, margins));
  }

private:
  static constexpr int planes = 5, front = 0, behind = 1;

  void set(int plane, const Vec3& out, const Vec3& on_plane) {
    for (int k = 0; k < 3; ++k)
      out_[k][plane] = out[k];
    offset_[plane] = out.dot(on_plane);
    length_[plane] = out.norm();
  }

  /// `nearest`: the box's nearest place to the plane, along the normal that is length_[front] long.
  bool is_off_in_front(double nearest, const double (&middle)[3], const double (&half)[3],
                       const Margins& margins) const {
    // An edge within the box is no longer than its diagonal, nor half of it than these together.
    const double half_of_edge = half[0] + half[1] + half[2];
    const double wide = std::max(margins.front, std::min(margins.behind, half_of_edge)) * (1 + 1e-9) + spare_;
    if (!(nearest > wide * length_[front]))
      return false;
    for (int c = 0; c < corner_count_; ++c) {
      bool near = true;
      for (int k = 0; k < 3; ++k)
        near &= !(std::abs(corners_[c][k] - middle[k]) > half[k] + margins.behind * (1 + 1e-9) + spare_);
      if (near)
        return false;
    }
    return true;
  }

  double out_[3][planes] = {}; ///< out of the prism, as long as length_
  double offset_[planes] = {}, length_[planes] = {};
  double spare_ = 0;
  bool less_in_front_ = false;
  int corner_count_ = 0;
  Vec3 corners_[3];
};

} // namespace lamina::bvh
