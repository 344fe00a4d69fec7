#pragma once

#include "tests/papers/table.h"

#include <vector>

namespace lamina::papers::w12 {

/// W12-fig6: rays over three directions for a cylinder, by directions and coarsening.
Table cylinder();
/// W12-fig8: where rays stand for a diamond in a cube, without and with transient edges.
std::vector<Table> diamond();
/// W12-fig9a: what a tolerance comes to, for a cube with faces along the axes, a sharp cone and a bumpy blob.
Table precision();
/// W12-fig9b: rays by the resolution of the error image, with and without coarsening.
Table resolutions();
/// W12-fig10: a convex block and a cross, turned against a fixed box: errors by angle, with and without
/// transient edges.
Table turned_against_a_box();
/// W12-tess: rays by the number of triangles of one shape.
Table tessellations();

} // namespace lamina::papers::w12
