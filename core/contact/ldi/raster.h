#pragma once

#include "core/contact/ldi/arithmetic/fragment.h"
#include "core/contact/ldi/prepare.h"

#include <cstdint>
#include <vector>

namespace lamina::ldi {

/// All crossings of one view direction in the order of bodies and triangles, and how many fall into each
/// column. Column index: row · pixels[u] + pixel. Columns beyond the limit stop storing theirs, but go on
/// counting.
struct FragmentList {
  std::vector<Fragment> fragments;
  std::vector<std::uint32_t> counts; ///< per column
  std::uint64_t crossings = 0;       ///< sum of counts
};

/// At most this many crossings of a direction are stored (1 GiB); the columns of any more are over the limit.
inline constexpr std::size_t most_fragments = std::size_t{1} << 25;

/// Rasterises both bodies of a pair along one direction, sampling at pixel centres (design: item 3).
void rasterise(const PreparedPair& pair, int direction, std::uint32_t crossing_limit, FragmentList& list);

} // namespace lamina::ldi
