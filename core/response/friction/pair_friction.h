#pragma once

#include "core/response/friction/friction_parameters.h"
#include "core/response/friction/rigid_friction.h"
#include "core/response/pair_outcome.h"
#include "core/response/rows/contact_rows.h"
#include "core/solver/contact_terms.h"

#include <span>
#include <vector>

namespace lamina {

/// Friction of one pair during a step: f = −s (I − nnᵀ) D v at each friction point, with D the relative
/// Jacobian there and s weighed anew for each pass. Between rigid bodies all points are summed into one
/// matrix over the relative twist, otherwise each is a sample of the pair's terms.
///
///   two rigid bodies    points ──► 6×6 over the twist of b less that of a   (RigidFriction)
///   any other pair      points ──► one sample Dᵀ W D each                   (ContactTerms)
class PairFriction {
public:
  /// Takes where the surfaces of a pair slide; the contacts of the rows must stay. `summed`: into the matrix,
  /// else as samples, which are added to `terms`.
  void begin(const ContactRows& rows, const FrictionParameters& parameters, bool summed, ContactTerms& terms);

  bool none() const { return parameters_.none(); }

  /// Weighs all points for the velocities v and the pressures that limit friction: Pa, none negative, one a
  /// row and 0 for none. Only without a law is nothing weighed.
  void weigh(const BlockVector& v, std::span<const double> pressures, ContactTerms& terms);
  /// Without any friction until weigh().
  void clear_weights() { matrix_.setZero(); }

  /// What a summed pair adds to the system in a step of h: `rows`, over its rigid blocks, with friction.
  DenseTerm with_rows(const Eigen::Matrix<double, 12, 12>& rows, double h) const;

  /// Adds friction forces at the velocities v as weighed last.
  void add_forces(const BlockVector& v, const ContactTerms& terms, PairOutcome& outcome) const;

private:
  /// What weighing needs of a friction point.
  struct Point {
    Vec3 normal;
    double base;
    std::array<std::uint32_t, 2> rows;
  };

  void lay_samples(const ContactRows& rows, ContactTerms& terms);
  void weigh_samples(const BlockVector& v, std::span<const double> pressures, ContactTerms& terms);

  PairBodies bodies_;
  FrictionParameters parameters_;
  bool summed_ = false;
  Eigen::Matrix<double, 6, 6> matrix_; ///< over the relative twist at origin_
  Vec3 origin_ = Vec3::Zero();         ///< world, m
  RigidFriction rigid_;
  std::vector<Point> points_;           ///< of the samples
  std::vector<BlockJacobian> jacobian_; ///< of the sample that is being laid
};

} // namespace lamina
