#pragma once

#include "tests/papers/table.h"

#include <string>

namespace lamina::papers::f08 {

/// F08 Fig. 7: skinned octopuses in a rigid bowl, with self-contact.
struct Octopuses {
  Table table;               ///< time, step time, overlap volumes, kinetic energy, contact pixels
  std::size_t triangles = 0; ///< of all bodies
  double step_ms = 0;        ///< median wall time of a step
  double greatest_m3 = 0;    ///< overlap volume of all pairs and bodies
  double last_m3 = 0;
  double bodies_m3 = 0; ///< volume of the octopuses at rest
  double lowest_m = 0;  ///< height of the lowest centre of mass at the end
};

/// Runs a shipped scene at a resolution.
Octopuses octopuses(const std::string& name, const std::string& scene, int resolution, double seconds);

} // namespace lamina::papers::f08
