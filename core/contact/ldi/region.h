#pragma once

#include "core/body/surface.h"
#include "core/settings/settings.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace lamina::ldi {

/// Axes and box that a pair is sampled in; the box is in the frame of the axes (its columns, world origin).
struct SampledBox {
  Mat3 axes = Mat3::Identity();
  bool along_world = true; ///< axes are exactly the world's
  Box box;
};

/// Bounds of a surface's vertices along the columns of `axes`.
Box bounds_along(const Surface& surface, const Mat3& axes);

/// True for a surface whose solid reaches to infinity: its bounds limit nothing.
inline bool reaches_infinity(const Surface& surface) {
  return surface.winding_at_infinity > 0;
}

/// Depths are rounded to this power of two, 2^-40 of the pair's largest coordinate (rounded up to a power of
/// two), so that faces coplanar up to rounding coincide. 0 if there are no finite coordinates other than
/// zero.
double depth_quantum(const Surface& a, const Surface& b);

/// Overlap of the two bounding boxes (design: LDI volume contact, item 1), in the world's axes or in those of
/// the candidates (world, A, B) with the smallest overlap. `own_bounds` are the bounds of a and b along their
/// own axes, needed for surfaces that have axes unless the choice is `world`. Nothing if the boxes do not
/// overlap by more than `quantum` along each axis in every frame looked at.
std::optional<SampledBox> overlap_box(const Surface& a, const Surface& b,
                                      const std::array<Box, 2>& own_bounds, AxesChoice choice,
                                      double quantum);

/// A surface whose vertices are already in the frame of a box.
struct SurfaceInFrame {
  const Surface* surface = nullptr;
  std::span<const Vec3> positions;
};

/// Memory of shrink_box, to be reused.
struct ShrinkScratch {
  std::vector<std::uint16_t> codes;
  std::array<std::vector<std::uint32_t>, 2> near; ///< triangles of a and b that can still matter
};

/// Shrinks a box to the bounds of the two solids clipped to it, twice. False if nothing thicker than
/// `quantum` is left.
bool shrink_box(const std::array<SurfaceInFrame, 2>& surfaces, double quantum, ShrinkScratch& scratch,
                Box& box);

} // namespace lamina::ldi
