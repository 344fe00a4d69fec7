#pragma once

#include "core/response/friction/pair_friction.h"
#include "core/response/pair_outcome.h"
#include "core/response/penalty/penalty_law.h"
#include "core/response/rows/contact_rows.h"
#include "core/solver/block_system.h"

#include <span>
#include <vector>

namespace lamina {

/// One pair during one step under the penalty law: pressure, friction, and what both add to the system.
///
/// A step knows c, φ and the row G of each contact. Pressure grows by what cells close: along the row R,
/// which is G but where something round rolls (let_roll). Passes change which contacts pull and are dropped,
/// and how friction is weighed. Between two rigid bodies everything is summed into one 12×12 matrix;
/// otherwise rows and friction samples go into the system one by one.
class PenaltyPair {
public:
  /// Takes what detection found. Keeps pointers to contacts and bodies. `force_samples` keeps rigid pairs
  /// from being summed up (the reference that tests compare with).
  void begin(const PairContacts& contacts, const PairBodies& bodies, const PenaltyLaw& law,
             const FrictionParameters& friction, bool force_samples = false);

  /// Friction for velocities v: contact pressures as of v if `predict`, else those at the start of the step.
  void set_friction(const BlockVector& v, double h, bool predict);

  /// Sums up what add_terms adds for a pair of rigid bodies; for all pairs side by side.
  void assemble(double h);

  /// Adds what the last assemble found: h(h + τ) c R Rᵀ + h Dᵀ W D to the system's matrix, and −h c φ G to
  /// the right-hand side.
  void add_terms(BlockSystem& system, double h, BlockVector& right_hand_side) const;

  /// Drops contacts that would pull after v. Returns how many were dropped now.
  int drop_pulling(const BlockVector& v, double h);

  /// What v⁺ comes to; the energy is that at the start of the step.
  PairOutcome outcome(const BlockVector& v, double h) const;
  /// The same, into one that was used before.
  void find_outcome(const BlockVector& v, double h, PairOutcome& result) const;

private:
  /// Of one row.
  struct Spring {
    double coefficient; ///< c, Pa/m³
    bool dropped = false;
  };

  void let_roll(bool rubs);
  std::span<const BlockEntry> closing(std::size_t row) const;
  double pressure(std::size_t row, const BlockVector& v, double h) const;
  void find_friction_pressures(const BlockVector& v, double h, bool predict);
  void sum_rows(double h);

  ContactRows rows_;
  PenaltyLaw law_;
  std::vector<Spring> springs_;
  std::vector<BlockEntry> closing_; ///< R, four entries a row; none where each is G
  PairFriction friction_;
  /// Pressures that limit friction, one a contact and 0 for none: none negative, their force the net normal
  /// force.
  std::vector<double> friction_pressures_;
  bool summed_ = false;
  bool rows_summed_ = false;                  ///< the two sums below hold what rows now add
  Eigen::Matrix<double, 12, 12> rows_matrix_; ///< summed pairs: Σ h(h + τ) c R Rᵀ
  Eigen::Matrix<double, 12, 1> rows_side_;    ///< summed pairs: −Σ h c φ G
  ContactTerms terms_;
};

} // namespace lamina
