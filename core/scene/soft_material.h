#pragma once

#include "core/scene/scene.h"

namespace lamina {

/// A material for a body of this density (kg/m³) and longest side (m) that jiggles when it lands but holds
/// its shape under gravity. Its own weight would press on it with ρ g L. Young's modulus is
/// `stiffness_over_weight` times that, rounded to two digits.
Material soft_material(double density, double longest_side);
inline constexpr double stiffness_over_weight = 60;

/// The same for a loaded body.
Material soft_material(const SceneBody& body);

} // namespace lamina
