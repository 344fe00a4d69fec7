#pragma once

#include "core/math/types.h"
#include "tests/papers/table.h"

#include <string>
#include <vector>

namespace lamina::papers::h08 {

/// H08 Fig. 12: six soft rings hang in each other without overlap and the lowest one is flung aside (scene
/// `chain`). What became of them with a time step, unsplit.
struct Chain {
  std::vector<Vec3> lowest;    ///< centre of mass of the lowest ring after each step, m
  std::vector<double> overlap; ///< of all pairs after each step, by the reference overlap, m³; never empty
  double greatest_overlap() const;
  double ring_m3 = 0; ///< volume of one
  bool linked =
      true; ///< at the end no ring is farther from the one above it than one and a half of the start's
};
Chain swing_chain(const std::string& method, double time_step, double seconds);

/// Root mean square of the distance between the lowest rings of two runs with the same step, m.
double path_distance(const Chain& a, const Chain& b);

/// Methods and steps, "H08-fig12", and the paths, "H08-fig12-curves".
std::vector<Table> chain_tables();

} // namespace lamina::papers::h08
