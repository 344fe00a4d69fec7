#pragma once

#include "core/mesh/mesh.h"
#include "core/simulation/snapshot.h"
#include "tests/papers/table.h"

namespace lamina::papers::f08 {

/// F08 Table 1: a rigid mesh falls on a fixed cube; where the time of a step goes.
struct Phases {
  std::string mesh;
  std::size_t triangles = 0;
  int resolution = 0;
  StepTimings median;  ///< ms, of steps in contact
  StepStatistics last; ///< counted work of the last step
};

/// A closed stand-in for the bunny, which is not shipped: bumps on an ellipsoid, about as many triangles.
TriangleMesh bunny_stand_in(std::size_t triangles);

/// Runs `steps` steps with the mesh pressed into a cube, and takes medians. The mesh is scaled to 1 m.
Phases phases(const std::string& name, TriangleMesh mesh, int resolution, int steps);

/// All rows of Table 1 beside the paper's numbers; with the scanned bunny where it is at hand.
Table phase_table(int steps);

} // namespace lamina::papers::f08
