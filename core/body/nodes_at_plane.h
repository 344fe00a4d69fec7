#pragma once

#include "core/body/cutting.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// The nodes of a solid while a cut along a plane moves them along edges.
class NodesAtPlane {
public:
  /// The plane of a triangle, with its unit normal. Solid and neighbours stay until the cut is made.
  NodesAtPlane(const SolidToCut& solid, const TetNeighbours& neighbours, const CutTriangle& triangle,
               const Vec3& normal);

  /// Tetrahedra with nodes on both sides of the plane, or on it, that may reach the triangle; ascending.
  const std::vector<std::uint32_t>& near() const { return near_; }
  /// Of a node that belongs to one of these, all tetrahedra, ascending; other nodes are not listed.
  std::span<const std::uint32_t> at(std::uint32_t node) const {
    return std::span(at_).subspan(places_[node].begin, places_[node].count);
  }
  bool is_listed(std::uint32_t node) const { return places_[node].count > 0; }
  /// With the moves so far, in the world, m.
  const std::vector<Vec3>& nodes() const { return nodes_; }
  /// From the plane along its normal, m; 0 exactly once the node was moved onto it.
  double distance(std::uint32_t node) const { return distances_[node]; }
  bool crosses(std::uint32_t i, std::uint32_t j) const;
  /// Whether a side of a tetrahedron is on the boundary, or split.
  bool is_boundary(std::uint32_t half) const {
    return neighbours_.across(half) == TetNeighbours::none || is_split_[half] != 0;
  }

  bool is_split(std::uint32_t half) const { return is_split_[half] != 0; }
  /// Twice the area of a side of a tetrahedron, in the world, m².
  double twice_face_area(std::uint32_t half) const;

  /// Whether a node may move along an edge between two nodes of near(): if it is not held, and on the
  /// boundary along edges of the boundary only.
  bool may_move(std::uint32_t node, std::uint32_t towards) const;
  /// Moves a node, in the world and at rest, and says so; not where a tetrahedron became too flat by that, in
  /// the world or at rest, or where the solid changed its volume by more than a little.
  bool move(const NodeMove& move);

private:
  using NodePair = std::array<std::uint32_t, 2>;

  static NodePair sorted(std::uint32_t a, std::uint32_t b);
  bool may_reach(const Tetrahedron& tetrahedron, const Box& triangle) const;
  void find_near(const CutTriangle& triangle);
  void list_tetrahedra();
  void find_boundary();
  bool leaves_room(std::uint32_t node) const;
  bool may_change(double change, double volume) const;
  double six_volumes_at(std::uint32_t node) const;

  const SolidToCut& solid_;
  const TetNeighbours& neighbours_;
  std::vector<double> distances_;
  std::vector<Vec3> nodes_, rest_;
  std::vector<std::uint32_t> near_;
  struct Place {
    std::uint32_t begin = 0, count = 0;
  };
  std::vector<Place> places_;              ///< by node: where its tetrahedra are in at_
  std::vector<std::uint32_t> listed_, at_; ///< nodes of near_, and the tetrahedra at them
  std::vector<std::uint8_t> is_split_;     ///< by half-face
  std::vector<std::uint8_t> on_boundary_;  ///< by node of near_
  std::vector<NodePair> boundary_edges_;   ///< between nodes of near_, ascending
  double gained_;                          ///< six volumes, by all cuts
};

} // namespace lamina
