#pragma once

#include <array>
#include <optional>
#include <utility>

namespace lamina {

/// What cloth is made of beside its density and damping: a thin plate whose resistance in its plane and
/// against bending are stated apart, as woven cloth bends far more easily than a solid sheet of its thickness
/// would. The defaults are like cotton (docs/design/cloth.md).
struct ClothMaterial {
  double thickness = 1e-3;        ///< m, in all: other surfaces keep half of it from the middle
  double stretch_stiffness = 500; ///< N/m: force per width over strain of a strip that is pulled
  double shear_stiffness =
      200; ///< N/m: shear force per width over the angle; more than a quarter of the other
  double bending_stiffness = 2e-5; ///< N·m: moment per width over curvature
  bool operator==(const ClothMaterial&) const = default;
};

/// Its numbers as scene files and logs call them.
inline constexpr std::array<std::pair<const char*, double ClothMaterial::*>, 4> cloth_numbers{
    {{"thickness", &ClothMaterial::thickness},
     {"stretch_stiffness", &ClothMaterial::stretch_stiffness},
     {"shear_stiffness", &ClothMaterial::shear_stiffness},
     {"bending_stiffness", &ClothMaterial::bending_stiffness}}};

/// kg/m³ of cloth that states neither density nor mass
inline constexpr double usual_cloth_density = 300;

/// What a body that deforms is made of (design, section 5, bodies).
struct Material {
  double young_modulus = 5e4; ///< Pa
  double poisson_ratio = 0.4; ///< below 0.5
  double damping = 0.01;      ///< s: damping over stiffness
  /// Pa: what faces between tetrahedra hold against being pulled apart. Without, the body never breaks.
  std::optional<double> tensile_strength = std::nullopt;
  ClothMaterial cloth = {};
  bool operator==(const Material&) const = default;
};

} // namespace lamina
