#pragma once

#include "core/contact/ldi/contacts/volume.h"
#include "core/contact/ldi/region/prepare.h"

#include <cstdint>
#include <vector>

namespace lamina::ldi {

/// No interval of a body's overlap with itself is so short, m: that is rounding.
double shortest_self_interval(const Surface& surface);

/// Walks the columns of one direction of a single body and lists the intervals where it overlaps itself
/// (design: item 6; own formulation, HTG04 counts entries and exits alike), in the order of rows, pixels and
/// lower depths. The measure is ∫ w(w−1)/2 where the winding number w is 2 or more, plus −w where it is
/// negative: crossings are matched level by level, the one up from m to m + 1 (m ≥ 1) with the next one down
/// from m + 1 to m, which makes an interval of m pairs of sheets, and the exit from 0 or below with the entry
/// that undoes it, one pair of sheets. Crossings at one depth count by what they do together. Intervals no
/// longer than `shortest` (m), where rounding has swapped two crossings, are none.
void find_self_intervals(const ColumnSet& set, int pixels_in_row, double shortest,
                         std::vector<Interval>& intervals);

/// Shortens the intervals of one direction d by what the body's self_offset accounts for: half of δ / |n_d|
/// from each end, where δ is the offset interpolated over that end's triangle and n the triangle's normal. An
/// interval with nothing left disappears.
void leave_out_rest_overlap(const PreparedPair& pair, int direction, std::vector<Interval>& intervals);

} // namespace lamina::ldi
