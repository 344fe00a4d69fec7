#pragma once

#include "core/contact/contact.h"
#include "core/mesh/mesh.h"

#include <array>
#include <cstdint>

namespace lamina {

/// A point that moves with a triangle of a surface.
struct SurfacePoint {
  std::uint32_t triangle;
  Triangle corners;              ///< of that triangle
  std::array<double, 3> weights; ///< of the corners; they add up to 1
  Vec3 position;                 ///< world, m
};

/// A vertex, as a corner of a triangle at it; once, where a triangle has it twice.
SurfacePoint vertex_point(std::uint32_t triangle, const Triangle& corners, std::uint32_t vertex,
                          const Vec3& position);

/// A point of one body that lies in another, and the point of the other's surface that it is pushed to.
struct PointContact {
  std::array<SurfacePoint, 2> point;
  std::array<std::uint8_t, 2> body; ///< of each: 0 is body a, 1 is body b
  Vec3 direction;                   ///< unit: the first is pushed along it
  double depth;                     ///< φ, m
  double area;                      ///< m²: that it stands for
};

/// Appends it to what a pair of two bodies holds: a contact of depth, with entries of the gradient for
/// corners that have a weight, and the pair of points in PointEvidence.
void add_point_contact(const PointContact& found, PairContacts& result);

} // namespace lamina
