#pragma once

#include "core/math/types.h"
#include "core/mesh/mesh.h"
#include "ui/render/camera/camera.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lamina {

/// The first triangle that a ray meets.
struct RayHit {
  double distance;        ///< along the ray, m
  std::uint32_t triangle; ///< index in the mesh
};

/// Where a ray meets a triangle, if it does; with front_only, only if it comes from the front.
std::optional<double> ray_triangle(const Ray& ray, const Vec3& a, const Vec3& b, const Vec3& c,
                                   bool front_only);

/// Distance at which a ray enters a box, or infinity if it misses it; `inverse` are the inverses of its
/// direction's components.
double box_entry(const Box& box, const Vec3& origin, const Vec3& inverse);

/// A tree of boxes over triangles, split at the median, for rays. Keeps its own copy of what it needs.
class MeshBvh {
public:
  MeshBvh(std::span<const Vec3> vertices, std::span<const Triangle> triangles);

  /// The nearest hit closer than `limit`.
  std::optional<RayHit> nearest(const Ray& ray, bool front_only, double limit) const;

private:
  struct Node {
    Box box;
    std::uint32_t begin,
        end; ///< into order_, for leaves; an inner node has end 0 and its right child at begin
  };
  struct Corners {
    Vec3 a, b, c;
  };
  std::uint32_t build(std::uint32_t begin, std::uint32_t end, std::vector<Vec3>& centres,
                      std::span<const Vec3> vertices, std::span<const Triangle> triangles);

  std::vector<Node> nodes_; ///< depth first; a left child follows its parent
  std::vector<std::uint32_t> order_;
  std::vector<Corners> corners_; ///< in the order of order_
};

} // namespace lamina
