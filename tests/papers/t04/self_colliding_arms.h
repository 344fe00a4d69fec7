#pragma once

#include "tests/papers/table.h"

#include <cstddef>
#include <vector>

namespace lamina::papers::t04 {

/// What detection of one scene takes, over the steps in which a body meets another and itself.
struct SelfColliding {
  std::size_t triangles = 0;        ///< of all bodies
  std::vector<double> detection_ms; ///< of each such step, from regions to contacts
  double self_m3 = 0, pairs_m3 = 0; ///< greatest overlap of the body with itself, and with the other
};

/// A skinned octopus in a bowl stands for the hand of Fig. 17: bones bend its arms onto one another. The
/// processor draws 64² layers, one thread.
SelfColliding self_colliding_arms(double seconds);

/// T04-fig17: quartiles of those times.
Table self_collision_table();

} // namespace lamina::papers::t04
