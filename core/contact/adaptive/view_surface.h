#pragma once

#include "core/contact/adaptive/neighbours.h"
#include "core/contact/ldi/region/frame.h"
#include "core/shape/surface.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamina::adaptive {

/// The image plane of one view direction, in units fine enough that whole numbers do. Units and the lines at
/// which tiles are split belong to the world, so that tiles stay where they are while bodies move.
struct ViewPlane {
  ldi::Frame frame;
  int depth = 2, u = 0, v = 1;          ///< axes of the frame
  double unit = 1;                      ///< m; a power of two
  std::array<std::int64_t, 2> origin{}; ///< of the region's lower corner, in units from the world's origin
  std::array<std::int64_t, 2> size{};   ///< of the region, in units
};

/// The plane of a direction over a box in the frame. Its borders and origin are even numbers of units.
/// `farthest`: m, no coordinate is larger, so that all are few enough units to be exact.
ViewPlane plane_over(const Box& box, const ldi::Frame& frame, int direction, double farthest);
/// Whether units are as fine as they should be: not where the box is tiny beside what coordinates there are.
bool is_fine(const ViewPlane& plane);
/// m³: by how much a volume may change as corners move to whole units, where so much surface (m²) moves.
double rounding_of(const ViewPlane& plane, double area);

/// A triangle as a direction sees it. Corners lie at whole units from the region's lower corner.
struct Face {
  std::array<double, 3> u, v;  ///< units
  std::array<double, 3> z;     ///< m
  double slope_u, slope_v, z0; ///< z = z0 + slope_u u + slope_v v; m a unit, m. None if edge-on.
  double low, high;            ///< least and greatest z
  int faces = 0;               ///< 1: up, towards +z, −1: down; 0: edge-on, so that it covers nothing

  Eigen::Vector2d slope() const { return {slope_u, slope_v}; }
};

/// The triangles of a surface over the region of a plane.
struct ViewSurface {
  std::vector<Face> faces;         ///< of all triangles
  std::vector<std::uint32_t> near; ///< those that may lie over the region, ascending
  const Neighbours* neighbours = nullptr;
  int winding = 0;    ///< at z = −∞
  double area = 0;    ///< of those over the region, m²
  bool simple = true; ///< it does not overlap itself
};
void view(const Surface& surface, const Neighbours& neighbours, const ViewPlane& plane, ViewSurface& seen);

/// On which side of the line from p to q a point o lies: 1 left, −1 right. Exact for whole numbers. A point
/// on the line is taken to lie a little farther along u, and much less farther along v: so of two triangles
/// that share an edge, one covers it.
int side_of(double pu, double pv, double qu, double qv, double ou, double ov);

/// Whether a face covers a point, and where: z there.
bool covers(const Face& face, double u, double v, double& z);

} // namespace lamina::adaptive
