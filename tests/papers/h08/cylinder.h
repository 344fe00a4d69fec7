#pragma once

#include "tests/papers/table.h"

namespace lamina::papers::h08 {

/// Tangential over normal force on a cylinder that crosses a plane.
struct Tangential {
  double mean = 0, worst = 0;
};

/// H08 Figs 7 and 8: a cylinder of so many sides lies across a plane, which is as deep in it as `depth` says,
/// over its radius; it is turned about its axis in 100 even steps from one side to the next. Forces are the
/// paper's, every vertex alike and along its ray, with or without the factor cos α. The paper states neither
/// depth nor length.
Tangential tangential_force(int sides, double depth, bool with_cosine);

/// Sides from 10 to 150, at several depths.
Table cylinder_table();

} // namespace lamina::papers::h08
