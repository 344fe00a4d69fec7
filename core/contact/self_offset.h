#pragma once

#include "core/shape/surface.h"

#include <memory>
#include <vector>

namespace lamina {

/// What a surface overlaps itself by where it stands, for Surface::self_offset. Skin between bones that
/// always overlaps must not push itself apart. (Design: LDI volume contact, item 6; own formulation.)
///
/// The surface is measured against itself with `resolution` pixels across. An interval of length l along axis
/// d is l |n_d| deep at an end on a triangle of normal n. The corners of that triangle get the greatest depth
/// of all intervals that end there, and 5 % more for what the samples miss. Vertices within a pixel's
/// diagonal of them, counted in rounds of neighbours, get what the deepest of those has. One depth per vertex
/// in metres, 0 where nothing overlaps; null if nothing overlaps anywhere.
std::shared_ptr<const std::vector<float>> rest_overlap(const Surface& surface, int resolution = 128,
                                                       int threads = 1);

} // namespace lamina
