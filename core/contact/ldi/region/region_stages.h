#pragma once

#include "core/contact/ldi/region/meshlet_outcodes.h"
#include "core/contact/ldi/region/region.h"

namespace lamina::ldi {

/// What choosing a region asks of the vertices of a surface. It is written twice, with the same results bit
/// for bit: in scalar code, for backend `reference`, and for the vectors of the processor that runs it.
struct RegionStages {
  /// Adds the first `count` positions to bounds along the axes of a frame.
  void (*include_positions)(const VertexPositions& positions, std::size_t count, const Frame& frame,
                            Box& box);
  /// Brings the vertices of a meshlet into the frame of a box, and says where they lie. Adds those inside the
  /// box to `inside`, which tells the two zeros apart no better than a comparison does.
  void (*find_outcodes)(const CulledMeshlets& near, std::uint32_t meshlet, const ClipPlanes& planes,
                        MeshletOutcodes& outcodes, Box& inside);
  /// Picks among a meshlet's triangles from `first` on, at most PickedTriangles::at_a_time.
  PickedTriangles (*pick_triangles)(const CulledMeshlets& near, std::uint32_t meshlet, std::size_t first,
                                    const ClipPlanes& planes, const MeshletOutcodes& outcodes);
};

extern const RegionStages scalar_region_stages;
extern const RegionStages vector_region_stages;

} // namespace lamina::ldi
