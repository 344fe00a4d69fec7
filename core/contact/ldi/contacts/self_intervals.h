#pragma once

#include "core/contact/ldi/contacts/volume.h"
#include "core/contact/ldi/region/prepare.h"

#include <cstdint>
#include <vector>

namespace lamina::ldi {

/// Intervals of self-contact no longer than this (m) are due to rounding.
double shortest_self_interval(const Surface& surface);

/// Walks the columns of one direction of a single body and lists the intervals where it overlaps itself, in
/// the order of rows, pixels and lower depths. The measure is ∫ w(w−1)/2 where the winding number w is 2 or
/// more, plus −w where it is negative. Crossings are matched level by level (arithmetic/levels.h). Where
/// intervals are no longer than `shortest` (m), rounding has swapped two crossings; they are left out.
/// Source: own formulation (design: item 6). HTG04 counts entries and exits alike.
void find_self_intervals(const ColumnSet& set, int pixels_in_row, double shortest,
                         std::vector<Interval>& intervals);

/// Shortens the intervals of one direction d by what overlaps at rest: half of δ / |n_d| at each end. δ is
/// the body's self_offset, interpolated over that end's triangle, and n is the triangle's normal. Intervals
/// with nothing left are removed.
void leave_out_rest_overlap(const PreparedPair& pair, int direction, std::vector<Interval>& intervals);

} // namespace lamina::ldi
