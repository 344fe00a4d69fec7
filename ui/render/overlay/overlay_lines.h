#pragma once

#include "core/simulation/snapshot.h"
#include "ui/render/overlay/line.h"
#include "ui/render/view_options.h"

#include <optional>
#include <vector>

namespace lamina {

/// Of what the pointer is on.
constexpr Colour marked_colour{1.00f, 0.85f, 0.10f};

/// Adds the twelve edges of the box, as lines of this kind.
void add_edges(std::vector<Line>& lines, const Region& box, Line line);

/// The edges of the box sampled for a pair, and, if asked for, its pixels on the three sides at its lower
/// corner.
void add_region(std::vector<Line>& lines, const Region& region, bool with_pixels, const Colour& colour);

/// The regions of all pairs, if the options ask for them.
std::vector<Line> region_lines(const Snapshot& snapshot, const ViewOptions& options);

/// The springs of drags; that of a hand goes to where it is now, also before the snapshot knows of it.
std::vector<Line> drag_lines(const Snapshot& snapshot, const std::optional<Hand>& hand = {});

} // namespace lamina
