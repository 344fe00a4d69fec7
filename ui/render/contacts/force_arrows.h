#pragma once

#include "ui/render/bodies/shown_shape.h"
#include "ui/render/bodies/steady_range.h"
#include "ui/render/overlay/arrow_painter.h"

#include <array>
#include <vector>

namespace lamina {

/// A force and the point that it acts on.
struct PointForce {
  Vec3 point; ///< world, m
  Vec3 force; ///< N
};

/// What arrows of a level stand for. Body: pressure and friction together, at the centre of mass of what can
/// move. Cell: −p G of each contact on body a and its opposite on b, at the weighted middle of the cell's
/// contact pixels, or half way between the points that it joins. Vertex: −p ∂φ/∂x where the vertex is. Forces
/// on what cannot move are left out: their partner's arrow says the same.
std::vector<PointForce> point_forces(const Snapshot& snapshot, ForceLevel level);

/// The scales of cells and vertices from picture to picture.
struct ForceRanges {
  SteadyRange cells, vertices;
};

struct ForceArrows {
  std::vector<Arrow> arrows;
  double metres_per_newton = 0;
};

/// Arrows for the level that the options ask for. A body's is as ViewOptions::arrow_scale says; the longest
/// for cells and vertices is half as long as the heaviest movable body, at the top of a steady range. Arrows
/// are as thick as a few pixels at the target's depth, and those too short to show are left out.
ForceArrows force_arrows(const Snapshot& snapshot, const ViewOptions& options, ShownShapes& shapes,
                         double metres_per_pixel, ForceRanges& ranges);

} // namespace lamina
