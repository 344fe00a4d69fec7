#pragma once

#include "core/shape/surface.h"

#include <cstddef>

namespace lamina::proximity {

/// How many edges of a sheet of cloth go through triangles of another, or of itself: both are the same then.
/// What only touches does not count, nor do edges in the plane of what they meet.
///
///            ╱│╲
///      ─────╱─┼─╲─────   two edges of the upright triangle go through the sheet
///          ╱  │  ╲
///
/// Surfaces are those of cloth (Surface::sheet_thickness), in double precision. Work grows with edges times
/// groups of triangles (meshlets), so it suits the start of a run and not each of its steps.
std::size_t count_crossings(const Surface& sheet, const Surface& other);

} // namespace lamina::proximity
