#pragma once

#include "core/bvh/normal_cone.h"
#include "core/bvh/triangle_prism.h"
#include "core/mesh/meshlets.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lamina::bvh {

/// Two triangles, or two groups of triangles: the first of one surface, the second of another or the same.
using IndexPair = std::array<std::uint32_t, 2>;

/// Where the vertices of a surface are, and where they were if boxes should cover their way (otherwise
/// empty).
struct Positions {
  std::span<const Vec3> now, before;
};

/// A tree of axis-aligned boxes over the triangles of a surface (T04 section 2). Its shape is made once per
/// topology. Its boxes are fitted to where the vertices are now. Nodes have two, four or eight children,
/// whose boxes lie side by side in single precision, rounded outwards.
///
/// It is a tree of trees: groups of neighbouring triangles have one each, and over the groups stands an upper
/// one. So a step can refit everything from the bottom up. Or it gives the groups boxes that are found at
/// less cost, and refits only what a search reaches: the hybrid and the lazy update of T04 section 2.
/// Which pairs of boxes overlap may differ between the two; no two triangles that come close are lost by
/// either.
class TwoLevelTree {
public:
  virtual ~TwoLevelTree() = default;

  /// The tree's shape follows from where the vertices are now and from the groups. It keeps a pointer to the
  /// triangles and shares the groups. Every triangle must be in one group, and its corners within positions.
  /// `children` of a node: 2, 4 or 8. `cones`: it keeps normal cones, for a surface that may touch itself.
  static std::unique_ptr<TwoLevelTree> make(int children, const std::vector<Triangle>& triangles,
                                            std::span<const Vec3> positions,
                                            std::shared_ptr<const Meshlets> groups, bool cones);

  virtual std::size_t groups() const = 0;
  /// Where the vertices are from now on: what is said of positions below refers to it. `prisms`: of all
  /// triangles where they are now, if they are known; both are looked into until the next call.
  virtual void move_to(const Positions& positions, std::span<const TrianglePrism> prisms) = 0;
  /// Fits the boxes of one group's tree, and its normal cones, if it keeps them, to those of the vertices.
  /// Different groups may be refitted side by side.
  virtual void refit_group(std::uint32_t group, std::span<const NormalCone> vertex_cones) = 0;
  /// Fits the boxes of groups to what encloses them: the balls of the surface, or without any the group's
  /// vertices; then those of the upper tree.
  virtual void refit_top(std::span<const Ball> balls) = 0;
  /// The same with the boxes of the groups' own trees, which must all have been refitted.
  virtual void refit_top_from_groups() = 0;

  /// Appends the pairs of groups whose boxes come within `margin` (m) along every axis, of this tree and of
  /// one with as many children. Of one tree with itself: each pair once, (i, i) for each group too. `open` is
  /// memory to be reused.
  virtual void find_groups(const TwoLevelTree& other, double margin, std::vector<IndexPair>& open,
                           std::vector<IndexPair>& found) const = 0;
  /// The same for the triangles of two groups, which must have been refitted; all that come within the
  /// margins of each other are among them, but few of those whose boxes lie off the other's prism. Of one
  /// tree with itself: each pair of different triangles once, and none of those whose corners have all their
  /// normals (the cones given with the refit) less than `apart` (rad) from each other.
  virtual void find_triangles(const TwoLevelTree& other, const IndexPair& groups, const Margins& margins,
                              double apart, std::vector<IndexPair>& open,
                              std::vector<IndexPair>& found) const = 0;
  /// Asks for a group's boxes to be near at hand soon: a search jumps about in them.
  virtual void fetch_ahead(std::uint32_t group) const = 0;

  /// Adds the boxes that are so many splits below the root, and those that end above that. Groups that have
  /// not been refitted since move_to() are one box each.
  virtual void add_boxes(int level, std::vector<Box>& boxes) const = 0;

  /// Whether the box of a group, which need not have been refitted, comes within the margins of a triangle of
  /// another tree's group, which must have been.
  virtual bool group_reaches(std::uint32_t group, const TwoLevelTree& other, std::uint32_t of_other,
                             const Margins& margins) const = 0;
};

} // namespace lamina::bvh
