#pragma once

#include "core/settings/settings.h"
#include "tests/papers/table.h"

#include <functional>
#include <optional>

namespace lamina::papers::f08 {

/// F08 Fig. 6: an object goes along x through a fixed box; nothing but geometry, no motion.
enum class Traverse { sphere_thick, cube_thick, sphere_thin, cube_thin };

/// Of the fixed box, whose near face is the plane x = 0 (m). Objects are 1 m across.
double thickness(Traverse experiment);

struct TraversePoint {
  double abscissa = 0; ///< of the object's centre, m
  double volume = 0;   ///< m³
  double force = 0;    ///< on the object along x, N; negative pushes it back where it came from
};

/// The force at evenly spaced abscissae from before the entry to after the exit, under the law that the
/// settings name, at k = 1 Pa/m³ (F08's law) or κ = 1 Pa/m.
std::vector<TraversePoint> traverse(Traverse experiment, Settings settings, int points);

/// F08's force at k = 1, for the shapes without tessellation: −V dV/dx.
double exact_force(Traverse experiment, double abscissa);

Table traverse_table(const std::string& name, Traverse experiment, int resolution, int points);

} // namespace lamina::papers::f08
