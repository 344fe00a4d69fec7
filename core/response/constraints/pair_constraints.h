#pragma once

#include "core/contact/sampled_cell.h"
#include "core/response/constraints/cell_constraint.h"
#include "core/response/pair_outcome.h"
#include "core/response/rows/contact_rows.h"
#include "core/response/rows/relative_motion.h"

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
  /// whose gradient is that of nothing, are left out. Where surfaces of rigid bodies lag, depths are what
  /// they would be at the bodies, to first order. `friction`: μ of the pair.
  void begin(const PairContacts& contacts, const PairBodies& bodies, double friction);

  /// Takes the cells of the last step instead, of two rigid bodies that detection found apart. `touching`:
  /// they were never found, but touch as the run begins.
  void begin_lost(const std::array<std::uint32_t, 2>& body, const PairBodies& bodies,
                  std::span<const LastCell> cells, bool touching = false);
  bool lost() const { return lost_; }
  bool touching() const { return touching_; }
  bool presses() const; ///< a cell has an impulse

  std::vector<CellConstraint>& cells() { return cells_; }
  const std::vector<CellConstraint>& cells() const { return cells_; }
  const PairBodies& bodies() const { return bodies_; }
  const std::array<std::uint32_t, 2>& body() const { return body_; } ///< numbers in the simulation
  /// PairContacts::piece.
  const std::array<std::uint32_t, 2>& piece() const { return piece_; }
  const PairContacts& contacts() const { return rows_.contacts(); }
  double area() const { return area_; } ///< of all cells, m²

  /// The rows J of a cell, each block once.
  struct BlockRows {
    std::uint32_t block; ///< of the system
    CellJacobian rows;
  };
  /// Where a body deforms; ascending by block.
  std::span<const BlockRows> rows(std::size_t cell) const;

  /// Of two rigid bodies J = R T, so that they receive opposite impulses, whatever the cells: T is the twist
  /// of b against a at one point, over PairBodies::rigid_blocks, and R are rows of each cell over it.
  const Eigen::Matrix<double, 6, 12>& twist() const { return twist_; }
  std::span<const CellTwistRows> twist_rows() const { return twist_rows_; }
  /// Σ Jᵀ D J over those blocks, with the slopes D of all cells.
  Eigen::Matrix<double, 12, 12> sum_of_slopes(std::span<const Eigen::Matrix4d> slopes) const;

  /// What a cell moves along its normal, as far as its blocks do not pull at others: kg. `mobilities` as from
  /// BlockSystem::get_mobilities().
  double effective_mass(std::size_t cell, std::span<const Mat3> mobilities) const;

  /// Of a cell of two rigid bodies that slides and spins at u: how much its spin rubs, by what part of the
  /// speed of its points is spin. Changes row 3 and what it has of u.
  void weigh_spin(std::size_t cell, Vec4& u);

  /// Of two rigid bodies: whether their contact moves along them in a step, from 0 to 1, as it does where b
  /// rolls on a, or what is round slides. `slop`: the depth at which cells rest, m.
  double rolling(const BlockVector& v, double h, double slop) const;

  /// u = J v of all cells.
  void get_velocities(const BlockVector& v, std::span<Vec4> u) const;
  /// y += Jᵀ λ of all cells, with the impulses in them.
  void apply_impulses(BlockVector& y) const;

  /// Of two rigid bodies: what b receives of all cells, N·s and N·m·s about the middle of the twists.
  Twist sum_of_impulses() const;

  /// What the impulses of a step of h seconds come to.
  void find_outcome(double h, PairOutcome& outcome) const;

private:
  struct Points;
  void begin_rigid(double friction, double smallest);
  void begin_deforming(double friction, double smallest);
  std::span<const SampledCell> sampled_contacts();
  void find_points(std::span<SampledCell> sampled, std::span<Points> points);
  void clear(const std::array<std::uint32_t, 2>& body, const PairBodies& bodies);
  void set_centre(const Vec3& centre);
  void roll();
  void add_cell(std::size_t row, const SampledCell& sampled, const Points* points, double friction,
                double smallest);
  void look_closer(const SampledCell& sampled, CellConstraint& cell, Twist& opening) const;
  CellTwistRows sliding_rows(const CellConstraint& cell) const;
  Twist opening_row(std::size_t row) const;
  void add_rows(const CellConstraint& cell, std::size_t row, const Points& points);
  template <class Visit>
  void for_each_impulse(const Visit& visit) const;

  std::array<std::uint32_t, 2> body_{}, piece_{};
  PairBodies bodies_;
  bool lost_ = false, touching_ = false;
  ContactRows rows_;
  std::vector<CellConstraint> cells_;
  Vec3 centre_ = Vec3::Zero(); ///< of twists, world, m
  Eigen::Matrix<double, 6, 12> twist_;
  Twist moved_ = Twist::Zero(); ///< b against a, since their surfaces were where contacts were found
  std::vector<CellTwistRows> twist_rows_;
  std::vector<Range> entries_; ///< of each cell in block_rows_, where a body deforms
  std::vector<BlockRows> block_rows_;
  double area_ = 0;
  std::vector<SampledCell> sampled_; ///< of rigid pairs, where detection has not summed them
};

} // namespace lamina
