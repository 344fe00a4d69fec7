#pragma once

#include "tests/papers/table.h"

#include <memory>
#include <string>

namespace lamina {
struct Scene;
}

namespace lamina::papers::f08 {

/// What overlaps did during a run.
struct Overlaps {
  Table table;            ///< time, overlap volume, kinetic energy, greatest speed, lowest body
  double first_m3 = 0;    ///< overlap volume found in the first step
  double last_m3 = 0;     ///< in the last
  double fastest_m_s = 0; ///< greatest speed of a body's centre of mass
  double lowest_m = 0;    ///< height of the lowest centre of mass at the end
  double bodies_m3 = 0;   ///< volume of all movable bodies at rest
  bool finite = true;
};

/// F08 Fig. 8, right: bodies of about 1 m and 1 kg poured into a bowl; 64², 0.01 s, k = 10⁵ Pa/m³. The paper
/// states neither number nor masses.
std::shared_ptr<Scene> heap_scene(int count, int resolution);

/// F08 Fig. 9: soft bodies that overlap at the start.
std::shared_ptr<Scene> tangled_scene();

/// F08 Fig. 9 and others: runs a scene and watches its overlaps.
Overlaps watch_overlaps(const std::string& name, std::shared_ptr<const Scene> scene, double seconds);

} // namespace lamina::papers::f08
