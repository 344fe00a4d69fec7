#pragma once

#include "core/contact/adaptive/box_list.h"
#include "core/contact/adaptive/tile.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace lamina::adaptive {

/// A tile is split into so many parts at most.
inline constexpr std::size_t most_parts = 4;

/// Where each of the parts of a tile gets its list: room for as many as are given.
using PartLists = std::array<std::uint32_t*, most_parts>;
using PartCounts = std::array<std::size_t, most_parts>;

/// What tiles ask of faces most often. It is written twice, with the same results bit for bit: in scalar
/// code, for backend `reference`, and for the vectors of the processor that runs it.
struct TileStages {
  /// Lists those of some faces, all of which may lie over a tile, that may lie over each of its parts: in the
  /// order of `given`, indices into `faces`. Those whose box meets one part alone lie over it, without a look
  /// at their sides, where there are several parts. Returns how many each list has.
  PartCounts (*list_over_parts)(std::span<const Face> faces, std::span<const std::uint32_t> given,
                                std::span<const TileBorders> parts, const PartLists& lists);
  /// Lists which of some boxes meet a box, ascending. `found` has room for all. Returns how many do.
  std::size_t (*list_meeting)(const BoxList& boxes, const DepthBox& box, std::uint32_t* found);
};

extern const TileStages scalar_tile_stages; ///< vector_tile_stages: see box_list.h

namespace simd {

PartCounts list_over_parts(std::span<const Face> faces, std::span<const std::uint32_t> given,
                           std::span<const TileBorders> parts, const PartLists& lists);
std::size_t list_meeting(const BoxList& boxes, const DepthBox& box, std::uint32_t* found);

} // namespace simd

} // namespace lamina::adaptive
