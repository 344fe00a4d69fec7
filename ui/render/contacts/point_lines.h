#pragma once

#include "core/simulation/snapshot.h"
#include "ui/render/bodies/steady_range.h"
#include "ui/render/overlay/line.h"
#include "ui/render/view_options.h"

#include <vector>

namespace lamina {

/// The scales of points from picture to picture.
struct PointRanges {
  SteadyRange depth, pressure, friction;
};

/// The points that contacts join, drawn.
struct PointLines {
  std::vector<Line> lines;
  double depth_top = 0; ///< m, at the upper end of the colours of lines; 0 without any
  double skin_top = 0;  ///< Pa, at the upper end of the colours of dots; 0 without any
};

/// Where contacts are shown, each pair of points: a line between them coloured by how deep (of gaps: how much
/// too near) they are, with a dot at either end in the colour of its body, or by pressure or friction (Pa)
/// where the skin shows that; those dots are there without contacts too.
PointLines point_lines(const Snapshot& snapshot, const ViewOptions& options, PointRanges& ranges);

} // namespace lamina
