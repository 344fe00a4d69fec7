#pragma once

#include "core/bvh/hit_tree.h"
#include "core/bvh/simd/fit_boxes.h"
#include "core/bvh/tree_frame.h"

#include <array>

namespace lamina::bvh {

/// A bounding volume hierarchy of our own over one surface (T04 section 2), with sixteen children a node. Its
/// shape is made once for the triangles. Its boxes are refitted from the bottom up when they
/// move. Boxes are in single precision and hold more than their triangles (TreeFrame); RayTest decides in
/// double precision.
class BoxTree : public HitTree {
public:
  /// How sets of triangles are cut: for many rays, where they then ask least (sah_builder.h); for few, in
  /// half (median_builder.h), which is made in half of the time.
  enum class Cutting { by_area, by_median };
  explicit BoxTree(Cutting cutting = Cutting::by_area) : cutting_(cutting) {}

  void build(std::span<const Triangle> triangles, std::span<const Vec3> positions,
             const Box& bounds) override;
  void refit(const Box& bounds) override;
  Hit first_hit(const Ray& ray) const override;
  bool any_hit(const Ray& ray) const override;
  std::unique_ptr<HitTree> copy_for(std::span<const Triangle> triangles,
                                    std::span<const Vec3> positions) const override;
  void add_boxes(int level, std::vector<Box>& boxes) const override;

private:
  static constexpr int children = BoxesOfTriangles::children;
  using Node = BoxesOfTriangles::Node;

  Cutting cutting_;
  std::span<const Triangle> triangles_;
  std::span<const Vec3> positions_;
  TreeFrame frame_;
  std::vector<Node> nodes_;          ///< the root first, every node before those under it
  std::vector<FramePosition> local_; ///< by vertex
};

} // namespace lamina::bvh
