#pragma once

#include "core/contact/ldi/contacts/pair_block.h"
#include "core/contact/ldi/contacts/volume.h"
#include "core/contact/ldi/image/raster.h"
#include "core/contact/ldi/region/meshlet_outcodes.h"
#include "core/contact/ldi/region/prepare.h"

/// The stages of detection written for vectors, compiled for several kinds of processor; the best one that
/// runs here is taken at run time, and the reference stages where it has no vectors. Results are those of the
/// reference stages bit for bit: all decisions are whole numbers, and what is not is computed with the same
/// operations in the same order.
namespace lamina::ldi::simd {

/// See Stages.
void include_positions(const VertexPositions& positions, std::size_t count, const Frame& frame, Box& box);
void find_outcodes(const CulledMeshlets& near, std::uint32_t meshlet, const ClipPlanes& planes,
                   MeshletOutcodes& outcodes, Box& inside);
PickedTriangles pick_triangles(const CulledMeshlets& near, std::uint32_t meshlet, std::size_t first,
                               const ClipPlanes& planes, const MeshletOutcodes& outcodes);
void snap_and_cull(const Grid& grid, const CulledMeshlets& near, int threads, SnappedSurface& body);
void rasterise(const PreparedPair& pair, int direction, Rows rows, FragmentList& list);
void walk_columns(const FragmentList& list, const std::array<ColumnStart, 2>& starts,
                  std::uint32_t crossing_limit, ColumnSet& set);
void weigh_pairs(const PairFrame& frame, std::size_t count, PairBlock& meshlet);

/// The kind of processor whose vectors are used, as Highway names it.
const char* target_name();

} // namespace lamina::ldi::simd
