#pragma once

#include "core/bvh/ray.h"
#include "core/math/types.h"

namespace lamina::bvh {

/// Coordinates of a tree in single precision, about the middle of a surface and over its size. So boxes and
/// rays lose nothing that matters, wherever the surface is and however large.
///
/// Boxes are made larger than their triangles by `spare`. Rounding to single precision adds up to less than
/// half of it. It rounds coordinates, directions, and what is computed of them on a ray that starts where it
/// enters the tree. Each is within 2⁻²⁴.
struct TreeFrame {
  static constexpr double spare = 32.0 / (1 << 24);

  Vec3 centre = Vec3::Zero(), half = Vec3::Zero(); ///< of the box of all triangles, m
  double size = 0;     ///< m: the largest half; 0 if there is nothing to be hit, or all of it in one place
  double per_size = 0; ///< 1/m

  TreeFrame() = default;
  /// Around what lies within this box, m.
  explicit TreeFrame(const Box& all);

  Vec3 local(const Vec3& point) const { return (point - centre) * per_size; }
  Vec3 world(const Vec3& local) const { return size * local + centre; }
};

/// A ray in a frame, from where it enters the box of all triangles.
struct FrameRay {
  double start; ///< distance along the ray, m
  float origin[3], direction[3];
  float inverse[3];        ///< 1 over the direction; finite, so that a product with it is a number
  float nearest, farthest; ///< where something may be that counts, and where the ray has left everything

  /// False if the ray misses the frame's box, whatever is in it.
  bool enter(const TreeFrame& frame, const Ray& ray);
  /// What lies at this distance (m) along the ray, and what lies there too but for rounding, ends before.
  float end_of(const TreeFrame& frame, double distance) const {
    return static_cast<float>((distance - start) * frame.per_size + TreeFrame::spare);
  }
};

} // namespace lamina::bvh
