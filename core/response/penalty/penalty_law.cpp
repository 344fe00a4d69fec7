#include "core/response/penalty/penalty_law.h"

namespace lamina {

double PenaltyLaw::coefficient(const Contact& contact) const {
  double c = 0;
  if (by_volume && contact.kind == MeasureKind::volume)
    c = stiffness.per_volume;
  else if (contact.area > 0)
    c = stiffness.per_depth / contact.area;
  return contact.weight * c;
}

PenaltyLaw penalty_law(const ResponseSettings& settings, const Stiffness& stiffness, bool self) {
  PenaltyLaw law;
  law.stiffness = (self ? settings.self_stiffness : 1) * stiffness;
  law.dissipation = settings.dissipation;
  law.by_volume = self ? settings.self_law == SelfLaw::f08 : settings.law == ContactLaw::f08;
  return law;
}

} // namespace lamina
