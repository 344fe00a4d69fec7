#pragma once

#include "core/contact/ldi/vertices/vertex_evidence.h"
#include "core/contact/point_evidence.h"
#include "tests/contact/contact_support.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamina::test {

/// Vertices within layers, for one contact of a pair; so many pixels across.
Settings vertices_settings(int resolution);

/// Loose particles as methods see them: triangles that are three times the same vertex.
Surface particles_at(const std::vector<Vec3>& positions);

/// So many places at random in a box, the same in every run.
std::vector<Vec3> places_within(const Box& box, std::size_t count, unsigned seed);

/// Distance (m) of a place from a surface, by a look at every triangle.
double distance_to(const TriangleMesh& mesh, const Vec3& place);

/// What a detection said about the vertices of one side of a pair: depth and way out, by vertex.
struct FoundVertex {
  std::uint32_t vertex;
  double depth;
  Vec3 out;
  double area;
};
std::vector<FoundVertex> found_vertices(const PairContacts& found, std::size_t side);

/// The longest side of a pixel of the region, m.
double largest_pixel(const PairContacts& found);

/// Particles whose side of a solid was not told right.
struct Mistakes {
  std::size_t count = 0, inside = 0, tested = 0;
  double farthest = 0; ///< of one from the surface, m
};

} // namespace lamina::test
