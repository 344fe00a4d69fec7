#pragma once

#include "core/contact/ldi/region/prepare.h"

namespace lamina::ldi {

/// Of the triangles beyond the two ends of the region, those of the known end are drawn, or the fewer ones:
/// says so in `drawn`. `counts` are those of the three parts.
void choose_end(KnownEnds known, const PartCounts& counts, DrawnTriangles& drawn);

/// See Stages.
void snap_and_cull(const Grid& grid, const CulledMeshlets& near, int threads, SnappedSurface& body);

} // namespace lamina::ldi
