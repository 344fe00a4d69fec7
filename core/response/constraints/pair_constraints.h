#pragma once

#include "core/response/constraints/cell_constraint.h"
#include "core/response/pair_outcome.h"
#include "core/response/rows/contact_rows.h"

#include <span>
#include <vector>

namespace lamina {

/// A cell of two rigid bodies where the last step left it. Its depth is below zero where bodies parted.
struct LastCell {
  Vec3 point, normal;                   ///< as in CellConstraint
  double area, depth, radius, friction; ///< m², m, m, μ
};

/// The contact cells of a pair as constraints, for one step.
class PairConstraints {
public:
  /// Takes what detection found. Keeps pointers to contacts and bodies. Cells with next to no area, and those
  /// whose gradient is that of nothing, are left out. `friction`: μ of the pair.
  void begin(const PairContacts& contacts, const PairBodies& bodies, double friction);

  /// Takes the cells of the last step instead, of two rigid bodies that detection found apart.
  void begin_lost(const std::array<std::uint32_t, 2>& body, const PairBodies& bodies,
                  std::span<const LastCell> cells);
  bool lost() const { return lost_; }

  std::vector<CellConstraint>& cells() { return cells_; }
  const std::vector<CellConstraint>& cells() const { return cells_; }
  const PairBodies& bodies() const { return bodies_; }
  const std::array<std::uint32_t, 2>& body() const { return body_; } ///< numbers in the simulation
  const PairContacts& contacts() const { return rows_.contacts(); }
  double area() const { return area_; } ///< of all cells, m²

  /// The global blocks of a cell's rows, each once, and the rows over each. Of two rigid bodies those are
  /// PairBodies::rigid_blocks.
  std::span<const std::uint32_t> blocks(const CellConstraint& cell) const {
    return {blocks_.data() + cell.entries.begin, cell.entries.size()};
  }
  std::span<const CellJacobian> jacobians(const CellConstraint& cell) const {
    return {jacobians_.data() + cell.entries.begin, cell.entries.size()};
  }

  /// u = J v.
  Vec4 velocity(const CellConstraint& cell, const BlockVector& v) const;
  /// y += Jᵀ λ.
  void apply(const CellConstraint& cell, const Vec4& impulse, BlockVector& y) const;

  /// What the impulses of a step of h seconds come to.
  void find_outcome(double h, PairOutcome& outcome) const;

private:
  struct Points;
  void find_points(std::vector<Points>& points);
  void add_cell(std::size_t row, const Points& points, double friction, double smallest);
  Eigen::Matrix<double, 4, 12> sliding_rows(const CellConstraint& cell) const;
  void add_rigid_cell(CellConstraint& cell, const Eigen::Matrix<double, 4, 12>& rows);
  void add_rows(CellConstraint& cell, std::size_t row, const Points& points);

  std::array<std::uint32_t, 2> body_{};
  PairBodies bodies_;
  bool lost_ = false;
  ContactRows rows_;
  std::vector<CellConstraint> cells_;
  std::vector<std::uint32_t> blocks_;
  std::vector<CellJacobian> jacobians_;
  double area_ = 0;
  FrictionSamples samples_; ///< of rigid pairs whose pixels were kept
};

} // namespace lamina
