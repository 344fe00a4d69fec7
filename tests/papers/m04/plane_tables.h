#pragma once

#include "tests/papers/m04/plane_march.h"
#include "tests/papers/table.h"

#include <functional>
#include <string>
#include <vector>

namespace lamina::papers::m04 {

/// A way to find distances, and what it errs by over the nodes of a mesh.
struct PlaneMethod {
  std::string name;
  std::function<std::vector<double>()> run;
  double ms = 0;                        ///< median
  double max_error = 0, mean_error = 0; ///< m; the paper's "median" is the mean
  double least_error = 0;               ///< m; negative where a distance is too small
};

/// EXACT, FM 20×20, FM 100×100, CFFM and CPFM on one mesh, which must outlive them. Each runs so many times,
/// in turn.
std::vector<PlaneMethod> compare_on_plane(const PlaneMesh& mesh, const PlaneTopology& topology, int times);

/// M04-tab9 and M04-tab10.
Table disc_table();
Table rectangle_table();

/// M04-fig8: by node of the disc its place, distances and errors; and its triangles.
std::vector<Table> disc_fields();

} // namespace lamina::papers::m04
