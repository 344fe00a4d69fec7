#pragma once

#include "core/contact/ldi/prepare.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace lamina::ldi {

enum Part : std::size_t { within, below_region, above_region };

/// Of the triangles beyond the two ends of the region, those of the known end are drawn, or the fewer ones:
/// says so in `drawn` and returns which. `counts` are those of the three parts.
Part choose_end(KnownEnds known, const std::array<std::size_t, 3>& counts, DrawnTriangles& drawn);

/// So many triangles can be read behind the last one that is drawn.
inline constexpr std::size_t readable_behind_drawn = 64;

/// Puts what a strip lists of the part that was taken behind what it lists within the region.
template <class Drawn>
void append_part(Part taken, const std::array<std::size_t, 3>& counts,
                 std::array<std::vector<Drawn>, 3>& lists) {
  const std::size_t room = counts[within] + counts[taken] + readable_behind_drawn;
  if (lists[within].size() < room)
    lists[within].resize(room);
  std::copy_n(lists[taken].data(), counts[taken], lists[within].data() + counts[within]);
}

/// See Stages.
void snap_and_cull(const Grid& grid, const NearPart& near, int threads, SnappedSurface& body);

} // namespace lamina::ldi
