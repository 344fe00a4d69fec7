#pragma once

#include "core/bvh/ray.h"
#include "core/mesh/mesh.h"

#include <memory>
#include <span>
#include <vector>

namespace lamina::bvh {

/// Finds what a ray meets first among the triangles of one surface. A tree is made anew or refitted when they
/// move, and any number of threads read it in between. All kinds of tree give the same hit, bit for bit. They
/// only choose which triangles RayTest is asked about, and never leave out one that the ray meets.
class HitTree {
public:
  virtual ~HitTree() = default;

  /// The triangles are others than before. Both arrays are looked into until the next call, and indices of
  /// triangles must lie within the positions. A triangle with a corner that is no number is never hit. The
  /// box holds all corners that are numbers, and is empty without.
  virtual void build(std::span<const Triangle> triangles, std::span<const Vec3> positions,
                     const Box& bounds) = 0;
  /// The positions, still in the same array, are others than before.
  virtual void refit(const Box& bounds) = 0;

  virtual Hit first_hit(const Ray& ray) const = 0;
  /// Whether a ray meets anything, in whatever order.
  virtual bool any_hit(const Ray& ray) const { return first_hit(ray).exists(); }

  /// A tree cut in the same way over other arrays of the same triangles and as many positions: to be refitted
  /// before it is asked. Null where a tree cannot be copied, and must be built.
  virtual std::unique_ptr<HitTree> copy_for(std::span<const Triangle>, std::span<const Vec3>) const {
    return nullptr;
  }

  /// Adds the boxes that are so many splits below the root, and those that end above that; none where they
  /// are not ours to look at.
  virtual void add_boxes(int, std::vector<Box>&) const {}
};

/// Around all corners that are numbers.
inline Box corner_bounds(std::span<const Triangle> triangles, std::span<const Vec3> positions) {
  Box box;
  for (const Triangle& triangle : triangles)
    for (const std::uint32_t corner : triangle)
      if (positions[corner].allFinite())
        box.include(positions[corner]);
  return box;
}

/// Whether a ray counts a triangle.
inline bool counts(const Ray& ray, const Triangle& triangle) {
  return triangle[0] != ray.left_out && triangle[1] != ray.left_out && triangle[2] != ray.left_out;
}

} // namespace lamina::bvh
