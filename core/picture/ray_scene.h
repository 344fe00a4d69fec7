#pragma once

#include "core/bvh/box_node.h"
#include "core/bvh/hit_tree.h"
#include "core/bvh/tree_frame.h"

#include <Eigen/Core>

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace lamina::picture {

/// sRGB, 0 to 1.
using Colour = Eigen::Array3f;

/// What makes a surface a floor: it keeps its colour where light falls, and ends in haze.
struct Floor {
  bool gridded = false;       ///< it lies in the plane of the ground grid
  Vec3 centre = Vec3::Zero(); ///< of the floor, in the frame of its tree, m
  Eigen::Array3f half_size = Eigen::Array3f(1e30f, 1e30f, 1e30f); ///< to its edges, m; endless without
};

/// A surface that rays may see. What is pointed to must stay as long as the scene that it is in.
struct SeenSurface {
  const bvh::HitTree* tree = nullptr; ///< over these triangles and positions
  std::span<const Triangle> triangles;
  std::span<const Vec3> positions; ///< in the frame of the tree, m
  Pose pose;                       ///< from that frame to the world
  Box bounds;                      ///< in the world, m: no corner of a triangle lies outside
  /// Unit normals, and three indices of them for each triangle; without any, triangles are flat.
  std::span<const Eigen::Vector3f> normals;
  std::span<const std::uint32_t> normal_of_corner;
  Mat3 normal_turn = Mat3::Identity(); ///< from the frame of the normals to the world
  Colour colour = Colour::Constant(0.8f);
  /// Triangles from there on have a colour of their own.
  std::size_t first_inner = std::numeric_limits<std::size_t>::max();
  Colour inner_colour = Colour::Constant(0.8f);
  bool front_only = true; ///< seen from its front only
  bool throws_shadow = true;
  bool solid = true;  ///< where a cut goes through it, its inside is seen
  float emphasis = 0; ///< 1 pointed at, 2 selected
  std::optional<Floor> floor;
};

/// What a ray meets first.
struct SceneHit {
  std::uint32_t surface = bvh::none;
  bvh::Hit hit;
  bool exists() const { return hit.exists(); }
};

/// Surfaces with a tree of boxes over them, for rays. Any number of threads may ask.
class RayScene {
public:
  RayScene() = default;
  explicit RayScene(std::vector<SeenSurface> surfaces);

  const std::vector<SeenSurface>& surfaces() const { return surfaces_; }

  /// The nearest hit; of surfaces that are met at one place the first. The ray's front_only does not count.
  SceneHit first_hit(const bvh::Ray& ray) const;
  /// Whether anything that throws shadows lies on the ray.
  bool blocked(const bvh::Ray& ray) const;

private:
  static constexpr int children = 8;
  using Node = bvh::BoxNode<children>;

  template <class Ask>
  void walk(const bvh::Ray& ray, const Ask& ask) const;

  std::vector<SeenSurface> surfaces_;
  bvh::TreeFrame frame_;
  std::vector<Node> nodes_; ///< the root first; leaves are surfaces
};

} // namespace lamina::picture
