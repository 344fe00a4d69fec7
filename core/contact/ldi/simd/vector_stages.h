#pragma once

#include "core/contact/ldi/contacts/pair_block.h"
#include "core/contact/ldi/contacts/volume.h"
#include "core/contact/ldi/image/raster.h"
#include "core/contact/ldi/region/meshlet_outcodes.h"
#include "core/contact/ldi/region/prepare.h"

/// The stages of detection written for vectors, compiled for several kinds of processor; the best one that
/// runs here is taken at run time. Results are those of backend `reference` bit for bit: all decisions are
/// whole numbers, and what is not is computed with the same operations in the same order.
namespace lamina::ldi::simd {

/// See RegionStages.
void include_positions(const VertexPositions& positions, std::size_t count, const Frame& frame, Box& box);
void find_outcodes(const CulledMeshlets& near, std::uint32_t meshlet, const ClipPlanes& planes,
                   MeshletOutcodes& outcodes, Box& inside);
PickedTriangles pick_triangles(const CulledMeshlets& near, std::uint32_t meshlet, std::size_t first,
                               const ClipPlanes& planes, const MeshletOutcodes& outcodes);

/// Brings the vertices of `near` into the units of the grid, and leaves the triangles of each direction that
/// may cover a pixel centre; on up to `threads` threads.
void snap_and_cull(const Grid& grid, const CulledMeshlets& near, int threads, SnappedSurface& body);

/// Rasterises both bodies of a pair along one direction, sampling the pixel centres of some rows (design:
/// item 3).
void rasterise(const PreparedPair& pair, int direction, Rows rows, FragmentList& list);

/// The same of one body alone, with all columns that it crosses.
void rasterise_body(const PreparedPair& pair, int body, int direction, Rows rows, FragmentList& list);

/// As ldi::walk_columns.
void walk_columns(const FragmentList& list, const std::array<ColumnStart, 2>& starts,
                  std::uint32_t crossing_limit, ColumnSet& set);

/// As ldi::weigh_pairs.
void weigh_pairs(const PairFrame& frame, std::size_t count, PairBlock& block);

/// The kind of processor whose vectors are used, as Highway names it.
const char* target_name();

/// Whether there are vectors to use here. Without, snap_and_cull, rasterise and rasterise_body may not
/// be called.
bool has_vectors();

} // namespace lamina::ldi::simd
