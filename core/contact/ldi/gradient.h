#pragma once

#include "core/contact/ldi/prepare.h"
#include "core/contact/ldi/volume.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::ldi {

/// What one end of an interval adds to the gradient of one contact: `amount` times its barycentric
/// coordinates, in component `axis` of the region's frame, to the corners of its triangle.
struct GradientShare {
  double amount; ///< m²
  double b1, b2;
  std::uint32_t triangle;
  std::uint32_t axis;
};

/// Per vertex of a body: the last group of shares that used it, and its entry in the list of gradients.
struct VertexSlots {
  std::vector<std::uint32_t> stamps, slots;
  std::uint32_t stamp = 0;
  /// A stamp that none of so many vertices bears yet.
  std::uint32_t fresh_stamp(std::size_t vertices);
};

/// Memory of build_gradients, to be reused.
struct GradientScratch {
  std::vector<std::uint32_t> begins; ///< per cell and body, and the end
  std::vector<std::uint32_t> next;
  std::vector<GradientShare> shares;  ///< grouped by cell and body
  std::vector<VertexGradient> second; ///< of the second body, until the first one's are all there
  std::array<VertexSlots, 2> slots;   ///< of the two bodies
};

/// Which intervals count, and how they are shared out.
enum class Sharing {
  whole,  ///< all intervals, to one contact: the full gradient of V
  cells,  ///< intervals between different bodies, half to the cell of each end
  patches ///< all intervals, each to its patch: the full gradient of the patch's volume
};

/// Builds the sparse gradients of all cells or patches (one, for `whole`) in the world's components, each
/// vertex once a cell and body; an interval counts once for each pair of its sheets. `intervals` are those of
/// the three directions, `pixels` their pairs in the same order, one after the other. The range of cell c on
/// body b goes to ranges[2c + b]; entries are appended to `gradient`.
void build_gradients(const PreparedPair& pair, const std::array<const std::vector<Interval>*, 3>& intervals,
                     std::span<const ContactPixelPair> pixels, Sharing sharing, int cells,
                     GradientScratch& scratch, std::vector<VertexGradient>& gradient,
                     std::vector<Range>& ranges);

} // namespace lamina::ldi
