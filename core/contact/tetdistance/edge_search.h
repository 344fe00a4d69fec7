#pragma once

#include "core/bvh/float_box.h"
#include "core/contact/detection_request.h"
#include "core/contact/tetdistance/surface_parts.h"
#include "core/shape/collision_shapes.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina::tetdistance {

/// The piece of an edge of one body that lies in a tetrahedron of the other one of a pair.
struct EdgePiece {
  std::uint32_t edge; ///< SurfaceParts::edges
  std::uint32_t tetrahedron;
  double from, to; ///< of the way from the first vertex of the edge to the second: 0 ≤ from < to ≤ 1
};

/// Edges that are looked for in the tetrahedra of one solid.
struct EdgeQuery {
  const SurfaceParts* edges = nullptr;
  const Solid* solid = nullptr;
  Box bounds;        ///< of the solid
  bool self = false; ///< the edges are its own: tetrahedra that they share a node with are left out
};

/// Finds which pieces of edges lie in which tetrahedra, each edge clipped to each tetrahedron (M04 section
/// 4.2). Edges are cut into parts no longer than a cell of a grid over what both may share; each tetrahedron
/// looks into the cells that its box covers.
///
/// Edges are shifted by 10⁻⁹ of the solid's size for this, along a direction that nothing is made along: one
/// that runs within a face is in one of the two tetrahedra there, and not in both.
///
/// Tetrahedra that are flat, inside out or not finite hold nothing. Results are bitwise the same for any
/// number of threads.
class EdgeSearch {
public:
  /// A list of pieces for each query, by edge, then along it: one for each tetrahedron.
  void find(std::span<const EdgeQuery> queries, int threads, std::vector<std::vector<EdgePiece>>& found);

private:
  /// A part of an edge, no longer than a cell.
  struct Part {
    std::uint32_t edge;
    float from, to;                     ///< of the edge
    std::uint32_t cell;                 ///< the lowest one that its box covers
    std::array<std::uint32_t, 2> nodes; ///< of the solid, where the edges are its own
    bvh::FloatBox box;
  };
  /// The boxes of four parts, which are compared at once; where there are fewer, boxes that overlap nothing.
  struct Four {
    std::array<Eigen::Array4f, 3> low, high;
    Four();
    void put(std::uint32_t slot, const bvh::FloatBox& box);
    /// One bit for each box that overlaps this one.
    std::uint32_t overlapping(const bvh::FloatBox& box) const;
  };
  struct Grid {
    Box region;
    Vec3 shift = Vec3::Zero();
    double per_cell = 0; ///< 1/m
    Eigen::Array3i cells = Eigen::Array3i::Zero();
    std::vector<Part> listed;        ///< by edge
    std::vector<Part> parts;         ///< by cell; each row of cells along x begins with a four
    std::vector<Four> fours;         ///< of parts
    std::vector<std::uint32_t> ends; ///< by cell, into parts
    std::vector<std::uint32_t> next; ///< the same while parts are sorted: where the next one goes
    std::vector<std::uint8_t>
        sides; ///< by node of the solid: those of the region that it lies beyond, a bit each
    Eigen::Array3i cell_of(const Vec3& place) const;
    std::size_t index(int x, int y, int z) const;
    template <class Visit>
    void for_each_part(const Box& box, const Visit& visit) const;
  };
  struct Share {
    std::size_t query;
    std::uint32_t begin, end; ///< tetrahedra
    std::vector<EdgePiece> found;
  };

  static void lay_grid(const EdgeQuery& query, Grid& grid);
  static void find_sides(std::span<const Vec3> nodes, Grid& grid);
  static void list_parts(const EdgeQuery& query, Grid& grid);
  static void sort_parts(Grid& grid);
  static void look(const EdgeQuery& query, const Grid& grid, Share& share);

  std::vector<Grid> grids_;
  std::vector<Share> shares_;
};

} // namespace lamina::tetdistance
