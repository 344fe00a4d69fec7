#pragma once

#include "tests/papers/table.h"

namespace lamina::papers::f08 {

/// F08 Fig. 8, left: a cube of 1 m and 1 kg in unstable balance on a fixed cube; 256², implicit Euler, 0.001
/// s, k = 10¹⁰ Pa/m³. The paper shows one contact and calls it a single point; these are the three that a
/// cube can balance on.
enum class Balance { edge_on_face, corner_on_face, edge_across_edge };

struct BalanceResult {
  Table table;           ///< time, sink, tilt, speed
  double held_s = 0;     ///< until the cube had turned by a degree, or to the end
  double sink_m = 0;     ///< greatest depth below mere touching while it held
  double exact_sink = 0; ///< at rest
};

BalanceResult balance(const std::string& name, Balance contact, double seconds, int resolution);

} // namespace lamina::papers::f08
