#pragma once

#include <optional>

namespace lamina {

/// What a body that deforms is made of (design, section 5, bodies).
struct Material {
  double young_modulus = 5e4; ///< Pa
  double poisson_ratio = 0.4; ///< below 0.5
  double damping = 0.01;      ///< s: damping over stiffness
  /// Pa: what faces between tetrahedra hold against being pulled apart. Without, the body never breaks.
  std::optional<double> tensile_strength = std::nullopt;
  bool operator==(const Material&) const = default;
};

} // namespace lamina
