#pragma once

#include "core/contact/tetdistance/tet_search.h"

#include <vector>

namespace lamina {

/// A corner of a triangle in which a plane cuts a tetrahedron.
struct SectionCorner {
  Vec3 place;      ///< world, m
  double distance; ///< from the surface, between those of the nodes, m
  double visited;  ///< 1 where the march came to the nodes, 0 where it did not
};

/// Adds the triangles, three corners each, in which the plane across a world axis (0, 1, 2) at `position` (m)
/// cuts a solid. Within a triangle all is linear, as distances within a tetrahedron are. Tetrahedra with
/// nodes or distances that are not finite are left out.
void add_section(std::vector<SectionCorner>& corners, const MarchedSolid& solid, int axis, double position);

} // namespace lamina
