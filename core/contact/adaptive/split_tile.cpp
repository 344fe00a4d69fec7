#include "core/contact/adaptive/split_tile.h"

#include <bit>

namespace lamina::adaptive {

SplitLine split_line(std::int64_t low, std::int64_t high, std::int64_t origin) {
  const std::int64_t from = low + origin, to = high + origin;
  if (to - from <= 2)
    return {};
  // Odd multiples of 2^k first; the coarsest k for which one lies between.
  for (int k = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(to - from))); k >= 1; --k) {
    const std::int64_t next = ((from >> k) + 1) << k;
    if (next > from && next < to) {
      // Coarser lines may meet this one.
      const int exponent = next == 0 ? 62 : std::countr_zero(static_cast<std::uint64_t>(next));
      return {next - origin, exponent};
    }
  }
  return {};
}

SplitTile::SplitTile(const Tile& tile, const std::array<std::int64_t, 2>& origin, std::uint8_t ways) {
  std::array<SplitLine, 2> lines;
  for (std::size_t k = 0; k < 2; ++k) {
    lines[k] = split_line(tile.low[k], tile.high[k], origin[k]);
    line_[k] = origin[k] + (lines[k].exponent < 0 ? tile.low[k] : lines[k].at);
  }
  for (std::size_t k = 0; k < 2; ++k)
    if (!(ways >> k & 1) && lines[1 - k].exponent >= 0)
      lines[k] = {};
  for (int part = 0; part < 4; ++part) {
    Tile child = tile;
    bool made = true;
    for (std::size_t k = 0; k < 2; ++k) {
      const bool upper = part >> k & 1;
      if (lines[k].exponent < 0)
        made = made && !upper;
      else
        (upper ? child.low : child.high)[k] = lines[k].at;
    }
    if (made)
      parts_[count_++] = child;
  }
}

std::array<double, 2> SplitTile::key(double unit) const {
  return {unit * static_cast<double>(line_[0]), unit * static_cast<double>(line_[1])};
}

} // namespace lamina::adaptive
