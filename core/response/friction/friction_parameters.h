#pragma once

#include "core/contact/friction_point.h"
#include "core/settings/settings.h"

namespace lamina {

/// What friction of a pair follows. A friction point feels f = −s (I − nnᵀ) Δv. Under the laws without a
/// limit s is its base, under Coulomb's it is coulomb_viscosity of base · pressure. Bases are those of F08
/// section 3.3 for `axis`, and otherwise weighted by area (design section 5).
struct FrictionParameters {
  FrictionLaw law = FrictionLaw::none;
  double factor = 0;     ///< on areas: μ under Coulomb's law, otherwise ν in Pa·s/m
  double slip_speed = 0; ///< m/s, of Coulomb's law

  bool none() const { return law == FrictionLaw::none; }
  bool limited() const { return law == FrictionLaw::coulomb; }

  /// What a point feels no friction along.
  const Vec3& normal(const FrictionPoint& point) const {
    return law == FrictionLaw::axis ? point.axis : point.normal;
  }
  double base(const FrictionPoint& point) const {
    return factor * (law == FrictionLaw::axis ? point.area : point.weight);
  }
};

/// `coefficient` is the μ of the pair.
inline FrictionParameters friction_in_force(const FrictionSettings& settings, double coefficient) {
  const bool limited = settings.law == FrictionLaw::coulomb;
  return {settings.law, limited ? coefficient : settings.viscosity, settings.slip_speed};
}

} // namespace lamina
