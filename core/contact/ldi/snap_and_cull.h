#pragma once

#include "core/contact/ldi/prepare.h"

#include <array>
#include <cstddef>

namespace lamina::ldi {

enum Part : std::size_t { within, below_region, above_region };

/// Of the triangles beyond the two ends of the region, draws those of the known end, or the fewer ones;
/// `counts` are those of the three parts.
void choose_end(KnownEnds known, const std::array<std::size_t, 3>& counts, DrawnTriangles& drawn);

/// See Stages.
void snap_and_cull(const Grid& grid, const NearPart& near, SnappedSurface& body);

} // namespace lamina::ldi
