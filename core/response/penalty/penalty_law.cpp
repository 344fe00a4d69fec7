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

PenaltyLaw penalty_law(const Settings& settings, const Stiffness& stiffness, bool self) {
  PenaltyLaw law;
  const double factor = self ? settings.response.self_stiffness : 1;
  law.stiffness = {factor * stiffness.per_depth, factor * stiffness.per_volume};
  law.dissipation = settings.response.dissipation;
  law.by_volume =
      self ? settings.response.self_law == SelfLaw::f08 : settings.response.law == ContactLaw::f08;
  return law;
}

} // namespace lamina
