#pragma once

#include "core/contact/ldi/region/meshlet_culling.h"
#include "core/contact/ldi/region/sampled_box.h"
#include "core/settings/settings.h"

#include <array>
#include <optional>

namespace lamina::ldi {

struct RegionStages;

/// Bounds of the vertices that a surface's triangles use, along the columns of `axes`.
Box bounds_along(const Surface& surface, const Mat3& axes, const RegionStages& stages);

/// See RegionStages.
void include_positions(const VertexPositions& positions, std::size_t count, const Frame& frame, Box& box);

/// True for a surface whose solid reaches to infinity: its bounds limit nothing.
inline bool reaches_infinity(const Surface& surface) {
  return surface.winding_at_infinity > 0;
}

/// Depths are rounded to this power of two, so that faces that are coplanar up to rounding coincide. It is
/// 2^-40 of the pair's largest coordinate, rounded up to a power of two. 0 if there are no finite coordinates
/// other than zero.
double depth_quantum(const Surface& a, const Surface& b);

/// Memory of choosing regions, to be reused.
struct RegionScratch {
  std::array<CulledMeshlets, 2> near; ///< of a and b
  CulledMeshlets simple;              ///< of a small mesh along candidate axes
};

/// Overlap of the two bounding boxes (design: LDI volume contact, item 1), in the world's axes or in those of
/// the candidates (world, A, B) with the smallest overlap. `own_bounds` are the bounds of a and b along their
/// own axes, needed for surfaces that have axes unless the choice is `world`. Nothing if the boxes do not
/// overlap by more than `quantum` along each axis in every frame looked at. Where the region will be `tight`,
/// meshes of few triangles are clipped to each candidate before sizes are compared. Otherwise a wide floor, a
/// little out of line with a body's axes, would make the region along those axes look thick.
std::optional<SampledBox> overlap_box(const Surface& a, const Surface& b,
                                      const std::array<Box, 2>& own_bounds, AxesChoice choice,
                                      RegionChoice region, double quantum, const RegionStages& stages,
                                      RegionScratch& scratch);

/// The same along the axes of one frame, with meshes of few triangles clipped to it.
std::optional<SampledBox> overlap_box_along(const Surface& a, const Surface& b, const Frame& frame,
                                            double quantum, const RegionStages& stages,
                                            RegionScratch& scratch);

/// The box that a body is sampled in for self-contact: its bounds along the world's axes. If the choice is
/// not `world` and the body has axes of its own, it is the smaller of the two boxes.
SampledBox own_box(const Surface& surface, const Box& own_bounds, AxesChoice choice);

/// Bounds of one solid's part inside a box: of its surface there and of the box's corners that lie in the
/// solid. `near` holds at least what columns of the box can meet; `slack` (m) widens the balls of its
/// meshlets.
Box clip_solid(const CulledMeshlets& near, const SampledBox& box, double slack, const RegionStages& stages);

/// Shrinks a box to the bounds of the two solids clipped to it, twice. `near` was taken for the box; it is
/// left with what columns of the shrunk box can meet. False if nothing thicker than `quantum` is left.
bool shrink_box(double quantum, const RegionStages& stages, std::array<CulledMeshlets, 2>& near,
                SampledBox& box);

} // namespace lamina::ldi
