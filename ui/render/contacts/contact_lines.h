#pragma once

#include "core/simulation/snapshot.h"
#include "ui/render/bodies/steady_range.h"
#include "ui/render/overlay/line_painter.h"
#include "ui/render/view_options.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamina {

/// The scales of points from picture to picture.
struct PointRanges {
  SteadyRange depth, pressure, friction;
};

/// What is shown of methods that join points instead of measuring volumes.
struct ContactLines {
  std::vector<Line> lines;
  double depth_top = 0; ///< m, at the upper end of the colours of lines; 0 without any
  double skin_top = 0;  ///< Pa, at the upper end of the colours of dots; 0 without any
};

/// Rays where they are asked for, in the colours of their fates. Where contacts are shown, each pair of
/// points: a line between them, coloured by how deep they are (of gaps: how much too near). A dot at either
/// end has the colour of its body. Where the skin shows pressure or friction (Pa), dots have that colour, and
/// are there without contacts too. Of more than twenty thousand of a kind, every second, third … is drawn.
ContactLines contact_lines(const Snapshot& snapshot, const ViewOptions& options, PointRanges& ranges);

/// The colour in which a ray is drawn, and its name in legends.
Colour fate_colour(RayFate fate);
const char* fate_word(RayFate fate);

/// The rays of all pairs by what became of them.
std::array<std::uint64_t, ray_fates> fates_of(const Snapshot& snapshot);

} // namespace lamina
