#pragma once

#include "core/contact/contact.h"
#include "core/response/penalty/stiffness.h"
#include "core/settings/settings.h"

namespace lamina {

/// The penalty law of a pair (F08 section 3.3; design section 5): a contact is a spring with a damper.
///
///   pressure  p = c (φ + (h + τ) G·v⁺)     c = κ/A_c for cells and patches, κ/A for the mean depth, k for
///   F08 force     −p G
///
/// A depth or gap counts as its volume
/// over the area that it stands for. So p = κ φ whatever the law, and methods are compared at the same rest
/// penetration.
struct PenaltyLaw {
  Stiffness stiffness;
  double dissipation = 0; ///< τ, s
  bool by_volume = false; ///< volumes press by k V, as in F08, instead of κ V/A

  /// c, Pa per m³ of φ, with the contact's own weight.
  double coefficient(const Contact& contact) const;

  /// p, Pa, where φ (m³) grows at `rate` (m³/s) during a step of h.
  double pressure(double c, double measure, double rate, double h) const {
    return c * (measure + (h + dissipation) * rate);
  }

  /// Whether a contact would pull at the end of the step: nothing overlaps there any more.
  static bool pulls(double measure, double rate, double h) { return !(measure + h * rate >= 0); }

  /// J.
  static double energy(double c, double measure) { return 0.5 * c * measure * measure; }
};

/// The law between two bodies, or of a body with itself, which has a law and stiffness of its own.
PenaltyLaw penalty_law(const ResponseSettings& settings, const Stiffness& stiffness, bool self);

} // namespace lamina
