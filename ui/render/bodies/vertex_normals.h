#pragma once

#include "core/mesh/mesh.h"

#include <Eigen/Core>

#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// Vertices split where a surface has a crease: one for each mesh vertex and smooth group of triangles around
/// it.
struct SmoothVertices {
  std::vector<std::uint32_t> source;    ///< mesh vertex of each
  std::vector<Eigen::Vector3f> normals; ///< unit
  std::vector<std::uint32_t> indices;   ///< three for each triangle, into these
};

/// Normals that are smooth over gentle bends and sharp at creases. Each corner of a triangle takes an
/// angle-weighted mean over triangles around its vertex. Those count whose normals are within the crease
/// angle (radians) of its own.
SmoothVertices smooth_vertices(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                               double crease_angle = 0.75);

/// The normals anew for moved positions, with the splits kept as they are.
void update_normals(SmoothVertices& smooth, std::span<const Vec3> vertices);

} // namespace lamina
