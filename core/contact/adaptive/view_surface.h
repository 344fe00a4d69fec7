#pragma once

#include "core/contact/adaptive/surface_part.h"
#include "core/contact/ldi/region/frame.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamina::adaptive {

/// The image plane of one view direction, in units fine enough that whole numbers do. Units and the lines at
/// which tiles are split belong to the world, or to the body whose axes the frame has. So tiles stay where
/// they are while bodies move.
struct ViewPlane {
  ldi::Frame frame;
  int depth = 2, u = 0, v = 1;          ///< axes of the frame
  double unit = 1;                      ///< m; a power of two
  std::array<double, 2> anchor{};       ///< m: where u and v are counted from
  std::array<std::int64_t, 2> origin{}; ///< of the region's lower corner, in units from the anchor
  std::array<std::int64_t, 2> size{};   ///< of the region, in units
  double low = 0, high = 0;             ///< m, along the depth: both bodies are together only in between
};

/// m: no coordinate of the world that two surfaces have is larger.
double farthest_of(const Surface& a, const Surface& b);
/// The plane of a direction over a box in the frame. Its borders and origin are even numbers of units.
/// `farthest`: m, no coordinate is larger, so that all are few enough units to be exact. `anchor`: m, in the
/// frame.
ViewPlane plane_over(const Box& box, const ldi::Frame& frame, int direction, double farthest,
                     const Vec3& anchor = Vec3::Zero());
/// Whether units are as fine as they should be: not where the box is tiny beside what coordinates there are.
bool is_fine(const ViewPlane& plane);
/// m³: by how much a volume may change as corners move to whole units, where so much surface (m²) moves.
double rounding_of(const ViewPlane& plane, double area);

/// A triangle as a direction sees it. Corners lie at whole units from the region's lower corner.
struct Face {
  double low_u, high_u, low_v, high_v; ///< least and greatest u and v, units
  std::array<double, 3> u, v;          ///< units
  std::array<double, 3> z;             ///< m
  double slope_u, slope_v, z0;         ///< z = z0 + slope_u u + slope_v v; m a unit, m. None if edge-on.
  double low, high;                    ///< least and greatest z
  int faces = 0; ///< 1: up, towards +z, −1: down; 0: edge-on, so that it covers nothing

  Eigen::Vector2d slope() const { return {slope_u, slope_v}; }
  Eigen::Vector2d corner(std::size_t k) const { return {u[k], v[k]}; }
  bool edge_on() const { return faces == 0; }
  /// Of an edge-on face: outwards of its body, across its plane, m·units.
  Eigen::Vector2d outwards() const;
};

/// The triangles of a surface over the region of a plane.
struct ViewSurface {
  const SurfacePart* part = nullptr;
  /// Of all triangles of the part; no more than corners and what they enclose of those that are not near.
  std::vector<Face> faces;
  std::vector<std::uint32_t> near; ///< those that may lie over the region, ascending
  ldi::KnownEnds ends{};           ///< of the region: what lies beyond is there
  double area = 0;                 ///< of those over the region, m²
  bool simple = true;              ///< it does not overlap itself
};
/// The winding number of a surface at z = −∞, as far as its faces are there, from those that a ray crosses:
/// what these change it by. False if the ray leaves it with another than it came with, which only happens to
/// surfaces that are not closed.
bool begin_winding(const Surface& surface, ldi::KnownEnds ends, int turns, int& winding);
inline bool begin_winding(const ViewSurface& seen, int turns, int& winding) {
  return begin_winding(*seen.part->surface, seen.ends, turns, winding);
}

/// The part must stay.
void view(const SurfacePart& part, const ViewPlane& plane, ViewSurface& seen);

/// What the faces of a meshlet change the winding number by along the ray at a point, in whole units.
int turns_over(const ldi::CulledMeshlets& near, std::uint32_t meshlet, const ViewPlane& plane,
               const std::array<double, 2>& point);

/// On which side of the line from p to q a point o lies: 1 left, −1 right. Exact for whole numbers. A point
/// on the line is taken to lie a little farther along u, and much less farther along v: so of two triangles
/// that share an edge, one covers it.
int side_of(double pu, double pv, double qu, double qv, double ou, double ov);

/// Where a face covers a point.
struct CoveredPoint {
  double z;                          ///< m
  std::array<double, 2> barycentric; ///< of corners 1 and 2
};
/// Whether a point lies within what a face that is not edge-on extends over: it covers no others.
inline bool encloses(const Face& face, double u, double v) {
  return (face.faces != 0) & (u >= face.low_u) & (u <= face.high_u) & (v >= face.low_v) & (v <= face.high_v);
}
/// Whether it does, and where.
bool covers(const Face& face, double u, double v, CoveredPoint& point);

} // namespace lamina::adaptive
