#include "core/contact/adaptive/tile.h"

#include <algorithm>
#include <cmath>

namespace lamina::adaptive {

/// A range of faces is needed where the other body may be. Others are left out with their turns: as one, if
/// the other body is not in between either.
std::size_t TileWork::needed(std::size_t body, std::span<const KnownTurn> had, std::span<std::uint32_t> faces,
                             std::vector<KnownTurn>& turns) {
  const DepthRanges &own = ranges_[body], &other = ranges_[1 - body];
  const std::span<const DepthRange> ranges = own.of_faces();
  needed_.assign(ranges.size(), 0);
  bool all = true;
  for (std::size_t first = 0, next = 0; seen_whole_ && first < ranges.size(); first = next) {
    bool meets = false;
    for (next = first; next < ranges.size() && (next == first || own.is_beside_last(next)); ++next)
      meets = meets || other.meets(ranges[next].low, ranges[next].high);
    std::fill(needed_.begin() + static_cast<std::ptrdiff_t>(first),
              needed_.begin() + static_cast<std::ptrdiff_t>(next), meets ? 1 : 0);
    all = all && meets;
  }
  if (all) {
    turns.insert(turns.end(), had.begin(), had.end());
    return faces.size();
  }

  const auto is_needed = [&](const DepthRange& part) {
    const auto above = std::upper_bound(ranges.begin(), ranges.end(), part.low,
                                        [](double z, const DepthRange& range) { return z < range.low; });
    return needed_[static_cast<std::size_t>(above - ranges.begin()) - 1] != 0;
  };
  for (const KnownTurn& known : had)
    if (is_needed(known.range))
      turns.push_back(known);
  const std::size_t first = turns.size();
  const std::uint32_t one = faces.empty() ? had.front().face : faces.front();
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (needed_[i])
      continue;
    if (turns.size() > first && !other.meets(turns.back().range.high, ranges[i].low)) {
      turns.back().range.high = ranges[i].high;
      turns.back().turns += own.turns()[i];
    } else {
      turns.push_back({ranges[i], own.turns()[i], one});
    }
  }
  turns.erase(std::remove_if(turns.begin() + static_cast<std::ptrdiff_t>(first), turns.end(),
                             [](const KnownTurn& known) { return known.turns == 0; }),
              turns.end());
  std::size_t count = 0;
  for (const Seen& seen : seen_[body])
    if (is_needed(seen.range))
      faces[count++] = seen.face;
  return count;
}

} // namespace lamina::adaptive
