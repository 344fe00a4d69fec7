#pragma once

#include "core/mesh/mesh.h"

#include <cstddef>

namespace lamina {

/// Whether a triangle has an edge longer than this (m).
bool has_edge_above(const TriangleMesh& mesh, double length);

/// Halves edges longer than `length` (m, > 0) until there are none, or until there would be more than
/// `most_triangles`. The surface keeps its shape, and stays closed where it was: both triangles at an edge
/// get the same new vertex. New vertices follow the old ones.
///
///     one edge halved      two                three
///           ╱╲              ╱╲                  ╱╲
///          ╱  ╲            ╱──•                •──•
///         ╱____╲          ╱__╱_╲              ╱_╲╱_╲
TriangleMesh divide_edges(TriangleMesh mesh, double length, std::size_t most_triangles);

} // namespace lamina
