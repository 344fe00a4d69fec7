#pragma once

#include "core/contact/method.h"

namespace lamina::test {

/// The method "example": vertices of one body in the tetrahedra of another. Such a vertex that is also behind
/// the other's surface is a contact of a depth (m), its distance to the nearest triangle. The gradient is the
/// unit vector from there to the vertex, and its opposite on the triangle's corners. A contact stands for a
/// third of the area of the triangles about its vertex. All vertices are tried against all tetrahedra, and
/// bodies never meet themselves. It leaves ExampleEvidence, and has a phase of its own.
MethodRegistration example_method();

} // namespace lamina::test
