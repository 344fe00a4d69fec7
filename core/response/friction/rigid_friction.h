#pragma once

#include "core/contact/contact.h"
#include "core/contact/contacts_of_cells.h"
#include "core/response/friction/friction_parameters.h"

#include <Eigen/Core>

#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// Friction between two rigid bodies. Their samples are summed several at once, by the vectors of whatever
/// processor runs this. Sums are the same to the last bit on all processors.
class RigidFriction {
public:
  /// Takes the friction points of the pair; where detection left samples of them, the contacts must stay.
  /// Torques are about `origin` (world, m).
  void begin(const PairContacts& contacts, const Vec3& origin, const ContactsOfCells& rows,
             const FrictionParameters& parameters);

  /// Σ s Jᵀ(I − nnᵀ)J over the samples, N·s/m and so on: J = [I, −[r]×] takes the relative twist (linear,
  /// angular; b less a) at the origin to the middle of the point. Taking both forces at the middle keeps
  /// them on one line, so angular momentum is conserved. `pressures` (Pa): one a row, and 0 for none.
  Eigen::Matrix<double, 6, 6> sum(const Eigen::Matrix<double, 6, 1>& twist,
                                  std::span<const double> pressures) const;

private:
  const FrictionSamples& samples() const { return left_ ? *left_ : own_; }

  FrictionSamples own_;                        ///< of friction points
  const FrictionSamples* left_ = nullptr;      ///< by detection, in place of those
  std::vector<std::uint32_t> rows_of_cells_;   ///< which row presses in each cell
  mutable std::vector<double> cell_pressures_; ///< Pa, memory of sum()
  Vec3 origin_ = Vec3::Zero();
  FrictionParameters parameters_;
};

} // namespace lamina
