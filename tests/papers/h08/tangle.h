#pragma once

#include "tests/papers/h08/tori.h"
#include "tests/papers/table.h"

#include <vector>

namespace lamina::papers::h08 {

/// H08 Fig. 10: what becomes of two tori that start interpenetrated.
struct Tangle {
  struct Sample {
    double time_s, overlap_m3, elastic_J;
  };
  std::vector<Sample> samples; ///< the start first
  double torus_m3 = 0;         ///< volume of one
};

/// The overlap is the reference overlap's, by images, whatever the method. Throws std::runtime_error if a
/// step is rejected.
Tangle tangle(Start start, const std::string& method, double seconds);

/// From when on no more than a hundredth of the first overlap is left, s; −1 if that does not last to the
/// end.
double freed_after(const Tangle& tangle);

/// All starts under all methods: the curves "H08-fig10-curves" and their summary "H08-fig10".
std::vector<Table> tangle_tables();

} // namespace lamina::papers::h08
