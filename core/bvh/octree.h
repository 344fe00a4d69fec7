#pragma once

#include "core/bvh/hit_tree.h"
#include "core/math/types.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamina::bvh {

/// H08's octree (section 3.2). A triangle lies at the deepest level whose cells are larger than the longest
/// side of its box. It is listed in the at most eight cells there that its box touches, so inner nodes hold
/// triangles too. It is made anew whenever the positions change, in time linear in the triangles, and walked
/// front to back.
class Octree : public HitTree {
public:
  void build(std::span<const Triangle> triangles, std::span<const Vec3> positions,
             const Box& bounds) override;
  void refit(const Box& bounds) override;
  Hit first_hit(const Ray& ray) const override;
  std::unique_ptr<HitTree> copy_for(std::span<const Triangle> triangles,
                                    std::span<const Vec3> positions) const override;
  void add_boxes(int level, std::vector<Box>& boxes) const override;

  std::size_t node_count() const { return nodes_.size(); }
  /// How many times triangles are listed, all nodes together.
  std::size_t entry_count() const { return entries_.size(); }

private:
  struct Node {
    std::array<std::uint32_t, 8> child{}; ///< 0: none, since the root is nobody's child
    std::uint32_t end = 0;                ///< of its entries; they begin where those of the node before end
  };
  struct Placed {
    std::uint32_t node, triangle;
  };
  void add_boxes_below(std::uint32_t node, const Vec3& centre, double half, int level,
                       std::vector<Box>& boxes) const;
  void place(std::uint32_t triangle, const Box& box);
  std::uint32_t node_at(const std::array<std::uint32_t, 3>& cell, int level);
  void sort_entries();

  std::span<const Triangle> triangles_;
  std::span<const Vec3> positions_;
  std::vector<Node> nodes_;
  std::vector<Placed> placed_;
  std::vector<std::uint32_t> entries_; ///< triangles, node after node
  Box bounds_;                         ///< of all corners that are numbers
  double side_ = 0;                    ///< of the root cell, m
};

} // namespace lamina::bvh
