#include "core/scene/soft_material.h"

#include "core/scene/scene_keys.h"

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

double two_digits(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)) - 1);
  return std::round(value / power) * power;
}

} // namespace

Material soft_material(double density, double longest_side) {
  constexpr double gravity = 9.81;
  Material material;
  material.young_modulus = std::clamp(two_digits(stiffness_over_weight * density * gravity * longest_side),
                                      young_modulus_range.minimum, young_modulus_range.maximum);
  // The implicit steps damp too; this takes the shiver from what is small and stiff.
  material.damping = 0.001;
  return material;
}

Material soft_material(const SceneBody& body) {
  const MeshReport& report = body.mesh->report;
  const double density =
      body.mass && report.volume_m3 > 0 ? *body.mass / report.volume_m3 : body.density.value_or(1000.0);
  return soft_material(density, report.bounds.size().maxCoeff());
}

} // namespace lamina
