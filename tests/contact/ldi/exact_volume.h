#pragma once

#include "core/mesh/mesh.h"

namespace lamina::test {

/// Volume of the intersection of two closed meshes by exact corefinement.
double exact_intersection_volume(const TriangleMesh& a, const TriangleMesh& b);

} // namespace lamina::test
