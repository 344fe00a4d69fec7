#pragma once

#include "tests/papers/table.h"

#include <cstddef>
#include <string>

namespace lamina::papers::w12 {

/// A frictionless nut on a screw that begins turned by 60° against its thread, so that both overlap.
struct Unscrewing {
  std::size_t triangles = 0; ///< of both
  double start_m3 = 0;       ///< overlap after the first step
  double resolved_s = 0;     ///< until the overlap is below a tenth of that; 0: never
  double five_turns_s = 0;   ///< until it is five leads lower; 0: never
  double theory_s = 0;       ///< of a nut that begins without overlap
  double step_ms = 0;        ///< median
};
/// By a method, for so long. `triangles`: about, of both.
Unscrewing unscrew(const std::string& method, std::size_t triangles, double seconds);
/// W12-fig1a: by method and number of triangles.
Table unscrewing_table();

/// How far (m) the block of the scene `bump` rises within 0.3 m behind its ridge, at a speed (m/s).
double rise_over_bump(const std::string& method, double speed);
/// W12-fig1b: by method and speed.
Table bump_table();

} // namespace lamina::papers::w12
