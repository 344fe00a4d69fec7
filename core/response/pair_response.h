#pragma once

#include "core/body/body.h"
#include "core/contact/contact.h"
#include "core/response/rigid_friction.h"
#include "core/response/stiffness.h"
#include "core/settings/settings.h"
#include "core/solver/block_system.h"

#include <array>
#include <vector>

namespace lamina {

/// Penalty pressure and friction of one pair during one step (F08 section 3.3 and the laws of design section
/// 5).
///
/// Every law has the form p = c (φ + (h + τ) G·v⁺), with c = κ/A_c for cells, κ/A for the mean depth and k
/// for F08, and force −p G. A depth or gap counts as its volume over the area that it stands for, so that
/// p = κ φ whatever the law, and methods are compared at the same rest penetration. What a step knows: c, φ
/// and the generalised row of G for each contact; what passes change: which contacts pull and are dropped,
/// and the friction coefficient per sample. Between two rigid bodies everything is summed into one 12×12
/// matrix; otherwise rows and samples go into the system one by one. A body with itself has the settings' own
/// law and stiffness.
class PairResponse {
public:
  /// Takes what detection found. `bodies` are those of the pair, `first_block` their first global blocks,
  /// `friction` the coefficient μ of the pair. Keeps pointers to contacts and bodies. `force_samples` keeps
  /// rigid pairs from being summed up (the reference that tests compare with).
  void begin(const PairContacts& contacts, std::array<const Body*, 2> bodies,
             std::array<std::uint32_t, 2> first_block, const Settings& settings, const Stiffness& stiffness,
             double friction, bool force_samples = false);

  /// Friction for velocities v: contact pressures as of v if `predict`, else those at the start of the step.
  void set_friction(const BlockVector& v, double h, bool predict);

  /// Sums up what add_terms adds for a pair of rigid bodies; for all pairs side by side.
  void assemble(double h);

  /// Adds the matrix terms of the step to the system, h(h + τ) c G Gᵀ and h Dᵀ W D, and −h c φ G to the
  /// right-hand side, as of the last assemble.
  void add_terms(BlockSystem& system, double h, BlockVector& right_hand_side) const;

  /// Drops contacts that would pull after v (φ + h G·v < 0). Returns how many were dropped now.
  int drop_pulling(const BlockVector& v, double h);

  /// Pressures (Pa, one a contact) and the force and torque (about the body's twist centre) on both bodies
  /// with v⁺.
  struct Outcome {
    std::vector<double> pressure;
    std::array<Vec3, 2> force{Vec3::Zero(), Vec3::Zero()};  ///< N
    std::array<Vec3, 2> torque{Vec3::Zero(), Vec3::Zero()}; ///< N·m; only for rigid bodies
  };
  Outcome outcome(const BlockVector& v, double h) const;
  /// The same, into one that was used before.
  void find_outcome(const BlockVector& v, double h, Outcome& result) const;

  double energy() const; ///< J at the start of the step: ½ c φ²

private:
  struct Row {
    double coefficient; ///< c, Pa per unit of φ
    double measure;     ///< φ, no more than the contact's depth limit allows
    Range entries;
    bool dropped = false;
  };

  /// What passes need of a pixel pair to weigh its friction.
  struct Sample {
    Vec3 normal;                       ///< along which nothing rubs
    double base;                       ///< see friction_base
    std::array<std::uint32_t, 2> rows; ///< that press on its ends
  };

  void add_vertex_gradient(const Contact& contact);
  void add_rigid_gradient(const RigidGradient& gradient);
  double row_velocity(const Row& row, const BlockVector& v) const;
  double pressure(const Row& row, const BlockVector& v, double h) const;
  void find_friction_pressures(const BlockVector& v, double h, bool predict);
  void lay_samples();
  void weigh_samples(const BlockVector& v);
  /// Where the force on an entry of a row or sample goes: the side, and whether it is a torque.
  void add_force(std::uint32_t block, const Vec3& force, Outcome& outcome) const;
  Eigen::Matrix<double, 6, 12> twist_difference() const;
  Eigen::Matrix<double, 12, 1> local_velocity(const BlockVector& v) const;
  std::array<std::uint32_t, 4> rigid_blocks() const;

  const PairContacts* contacts_ = nullptr;
  std::array<const Body*, 2> bodies_{};
  std::array<std::uint32_t, 2> first_block_{};
  const Settings* settings_ = nullptr;
  double friction_ = 0;
  bool self_ = false; ///< a body with itself: one body, whose blocks a row has once
  bool rigid_ = false;
  bool rows_summed_ = false;                  ///< the two sums below hold what rows now add
  Eigen::Matrix<double, 12, 12> rows_matrix_; ///< rigid pairs: Σ h(h + τ) c G Gᵀ
  Eigen::Matrix<double, 12, 1> rows_side_;    ///< rigid pairs: −Σ h c φ G
  std::vector<Row> rows_;
  std::vector<BlockEntry> entries_; ///< global blocks
  RowsOfPixels rows_of_pixels_;
  /// Pressures that limit friction, one a contact and 0 for none: none negative, their force the net normal
  /// force.
  std::vector<double> friction_pressures_;
  Eigen::Matrix<double, 6, 6> friction_matrix_; ///< rigid pairs: over the relative twist at friction_origin_
  Vec3 friction_origin_ = Vec3::Zero();
  RigidFriction rigid_samples_;
  std::vector<Sample> samples_;         ///< other pairs
  std::vector<BlockJacobian> jacobian_; ///< of the sample that is being laid
  ContactTerms terms_;
};

} // namespace lamina
