#pragma once

#include "core/contact/ldi/contacts/row_sums.h"
#include "core/contact/ldi/contacts/volume.h"
#include "core/contact/ldi/region/prepare.h"

#include <span>

namespace lamina::ldi {

/// Turns intervals of one direction, all of some rows, into as many pairs of contact pixels and cells of
/// their ends, and adds them to the sums. Of a body with itself, an interval has a weight if its ends lie on
/// two sheets: their triangles have no common corner and face each other.
void make_pixel_pairs(const PreparedPair& pair, int direction, std::span<const Interval> intervals,
                      const CellLayout& layout, std::span<ContactPixelPair> pixels,
                      std::span<CellsOfEnds> cells, DirectionSums& sums);

/// The same for all intervals of a direction, without keeping intervals or pixels. It appends what friction
/// needs, sampled so, and adds to the moments of all cells and to the sums.
void pass_pixel_pairs(const PreparedPair& pair, int direction, IntervalLister& intervals,
                      const CellLayout& layout, FrictionSampling sampling, FrictionSamples& friction,
                      std::span<ContactMoments> moments, DirectionSums& sums);

} // namespace lamina::ldi
