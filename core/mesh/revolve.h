#pragma once

#include "core/mesh/mesh.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace lamina {

/// A point of a section: distance from the y axis and height (m).
struct SectionPoint {
  double radius, height;
};

/// A line or arc of a section, from at(0) to at(1).
struct SectionPiece {
  double length; ///< m
  std::size_t least_parts;
  std::function<SectionPoint(double)> at;
};
SectionPiece straight(SectionPoint from, SectionPoint to);

/// Consecutive points along pieces, each divided into equal parts of about `edge` (m). The end of a piece is
/// the beginning of the next; the end of the last is left out where the section is a ring.
std::vector<SectionPoint> divide_section(const std::vector<SectionPiece>& pieces, bool is_ring, double edge);

/// Joins equal sections that stand around the y axis, one after the other by rising angle (x towards −z),
/// into a closed surface. The solid lies on the left of a section's direction, seen with the radius to the
/// right and y up. Sections that are no rings begin and end on the axis, where their ends are one vertex. Of
/// sections[j][i], j is the angle.
TriangleMesh join_sections(const std::vector<std::vector<Vec3>>& sections, bool is_ring);

/// Revolves a section with about the wanted number of triangles, as nearly square as that allows.
TriangleMesh revolve(const std::vector<SectionPiece>& pieces, bool is_ring, std::size_t triangles);

} // namespace lamina
