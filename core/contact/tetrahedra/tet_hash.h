#pragma once

#include "core/contact/detection_request.h"
#include "core/contact/tetrahedra/tet_frame.h"

#include <Eigen/Core>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::tetrahedra {

/// Points of one body that are looked for in the tetrahedra of others.
struct HashPoints {
  std::span<const Vec3> positions; ///< world, m; those that are not finite are in no tetrahedron
  /// The node of its own solid that each point is, of a body that may meet itself; otherwise none.
  std::span<const std::uint32_t> nodes = {};
};

/// A point of one body of a pair in a tetrahedron of the other.
struct PointInTet {
  std::uint32_t pair; ///< index
  std::uint32_t side; ///< whose the point is: 0 body a, 1 body b; 0 in self-contact
  std::uint32_t point;
  std::uint32_t tetrahedron; ///< of the other body
  TetWeights weights;        ///< of the point there; is_inside()
};

/// A cell with candidates: points there that lie in the box of a tetrahedron which looks for them.
struct HashCell {
  Vec3 low;                 ///< its lower corner, world, m
  std::uint32_t candidates; ///< each point once for each of those tetrahedra
  std::uint32_t found;      ///< of those: in the tetrahedron itself
};

/// What is asked of a TetHash. Solids and points are by body; a body may lack either.
struct TetHashInput {
  std::span<const Solid> solids;
  std::span<const HashPoints> points;
  std::span<const BodyPair> pairs; ///< each once
  double cell = 1.2;               ///< side of a cell over the mean side of a tetrahedron's box; > 0
  int threads = 0;                 ///< 0: all processors
};

/// Finds which points of bodies lie in which tetrahedra of others, by a spatial hash (THM03, in own
/// formulation): points are sorted into the cells of a grid, and each tetrahedron looks into the cells that
/// its box covers. Cells follow one another along x, so that a row of them is one stretch of points:
///
///   row (y, z) ─► │ x  │ x+1 │ x+2 │ …      points of cells x0 … x1 of the row: first[x0] … first[x1 + 1]
///
/// Grids have no bounds: rows share `first` by their hash. Self-contact is the same query; a point is not
/// looked for in the tetrahedra that it is a node of. Only what may meet takes part: points and tetrahedra in
/// the overlap of the boxes of a pair.
///
/// Results are the same for any size of cells, and bitwise so for any number of threads. Tetrahedra that are
/// flat, inside out or not finite hold no point. Memory is kept from call to call.
class TetHash {
public:
  /// Replaces what `found` held, sorted by pair, side, point and tetrahedron.
  void find(const TetHashInput& input, std::vector<PointInTet>& found);

  /// Cells of the last find(), which had this input and found this, that have candidates; by x, y and z. It
  /// looks at all of them again, so it is for pictures.
  std::vector<HashCell> candidates(const TetHashInput& input, std::span<const PointInTet> found) const;

  /// Of the last find().
  double cell() const { return cell_; }                       ///< m; 0 if there was nothing to look for
  const Vec3& origin() const { return origin_; }              ///< a corner of cells, world
  std::size_t points() const { return owners_.size(); }       ///< that were sorted into cells
  std::size_t skipped_tetrahedra() const { return skipped_; } ///< unusable ones with a point in their box

private:
  /// Three numbers and one that does not count.
  using Float4 = Eigen::Array4f;
  using Floats = std::vector<Float4, Eigen::aligned_allocator<Float4>>;
  struct FloatBox {
    Float4 low, high;
    void clear();
    bool empty() const;
    void include(const FloatBox& other);
    bool overlaps(const FloatBox& other) const;
  };
  /// One body as points, and as tetrahedra.
  struct Hashed {
    Floats nodes;
    FloatBox node_box, point_box; ///< of those that are finite
    FloatBox wanted_points, wanted_tetrahedra;
    bool finite = true;      ///< its nodes
    double sum_of_sides = 0; ///< of boxes of tetrahedra, m, over as many
    std::size_t sides = 0;

    FloatBox box_of(const Tetrahedron& t) const;
    bool holds_numbers(const Tetrahedron& t) const; ///< as its nodes
  };
  /// Points of one body that are looked for in the tetrahedra of another.
  struct Side {
    std::uint32_t points, tetrahedra, pair, side;
  };
  struct Owner {
    std::uint32_t body, point;
  };
  /// Some tetrahedra of one body, the sides that they are wanted for, and what was found.
  struct Share {
    std::uint32_t body;
    std::size_t begin, end;
    std::size_t first_side, last_side;
    std::vector<PointInTet> found;
    std::size_t skipped;
  };

  void take_bodies(const TetHashInput& input);
  static void measure_sides(const Solid& solid, Hashed& body);
  void take_sides(const TetHashInput& input);
  bool lay_grid(const TetHashInput& input);
  void sort_points(const TetHashInput& input);
  void cut_into_shares(const TetHashInput& input);
  void look(const TetHashInput& input, Share& share) const;
  template <class Visit>
  void visit_tetrahedra(const TetHashInput& input, const Share& share, const Visit& visit) const;
  bool is_in_row(const Float4& at, int y, int z) const;
  template <class Visit>
  void visit_points(const FloatBox& box, const Visit& visit) const;
  void gather(const TetHashInput& input, std::vector<PointInTet>& found);
  std::uint32_t cell_of(const Float4& at, int axis) const {
    // In this order, for a place that is no number comes to the last cell.
    return static_cast<std::uint32_t>(std::min(last_[axis], (at[axis] - low_[axis]) * per_cell_));
  }
  std::array<std::uint32_t, 3> cell_of(const Float4& at) const {
    return {cell_of(at, 0), cell_of(at, 1), cell_of(at, 2)};
  }
  std::uint32_t row(std::uint32_t y, std::uint32_t z) const {
    return (y * 73856093u + z * 19349663u) & row_mask_;
  }

  std::vector<Hashed> bodies_;
  std::vector<std::uint32_t> used_;  ///< bodies that occur in pairs
  std::vector<Side> sides_;          ///< by body of the tetrahedra
  Floats places_;                    ///< of points, by cell, then in the order of bodies and points
  std::vector<Owner> owners_;        ///< of those
  std::vector<std::uint32_t> first_; ///< by cell of the table, into those
  std::vector<std::uint32_t> cells_; ///< of what is still to be sorted in
  Floats unsorted_places_;
  std::vector<Owner> unsorted_owners_;
  std::vector<Share> shares_; ///< more than there are after busier calls
  std::size_t share_count_ = 0;
  std::vector<std::uint32_t> group_ends_; ///< by pair and side, into found
  std::vector<std::uint64_t> order_;
  std::vector<PointInTet> grouped_;
  Float4 low_ = Float4::Zero();  ///< corner of the grid
  Float4 last_ = Float4::Zero(); ///< cell along each axis
  float per_cell_ = 0;           ///< 1/m
  std::uint32_t row_mask_ = 0;
  double cell_ = 0;
  Vec3 origin_ = Vec3::Zero();
  std::size_t skipped_ = 0;
};

} // namespace lamina::tetrahedra
