#include "core/contact/adaptive/kept_splits.h"

#include "core/contact/adaptive/split_tile.h"

#include <algorithm>

namespace lamina::adaptive {

namespace {

/// Tiles in a number: two bits each, of those that a double holds.
constexpr std::size_t tiles_a_number = 24;

constexpr std::size_t numbers_before_bits = 7;

/// Lists each tile that was split, of `tile` and what it was split into. Whether that one was.
bool list_splits(const KeptSplits& kept, const Tile& tile, std::size_t& next,
                 std::vector<SplitLines::Split>& splits) {
  const std::uint8_t ways = next < kept.was_split.size() ? kept.was_split[next++] : 0;
  if (ways == 0)
    return false;
  const SplitTile parts(tile, kept.origin, ways);
  bool parts_too = false;
  for (const Tile& part : parts.parts())
    parts_too = list_splits(kept, part, next, splits) || parts_too;
  splits.push_back({parts.key(kept.unit), ways, parts_too});
  return true;
}

} // namespace

void KeptSplits::save(std::vector<double>& memory) const {
  memory.insert(memory.end(), {unit, static_cast<double>(origin[0]), static_cast<double>(origin[1]),
                               static_cast<double>(size[0]), static_cast<double>(size[1]), threshold,
                               static_cast<double>(was_split.size())});
  for (std::size_t first = 0; first < was_split.size(); first += tiles_a_number) {
    std::uint64_t bits = 0;
    for (std::size_t i = first; i < std::min(first + tiles_a_number, was_split.size()); ++i)
      bits |= std::uint64_t{was_split[i]} << 2 * (i - first);
    memory.push_back(static_cast<double>(bits));
  }
}

std::span<const double> KeptSplits::restore(std::span<const double> memory) {
  unit = memory[0];
  for (std::size_t k = 0; k < 2; ++k) {
    origin[k] = static_cast<std::int64_t>(memory[1 + k]);
    size[k] = static_cast<std::int64_t>(memory[3 + k]);
  }
  threshold = memory[5];
  was_split.resize(static_cast<std::size_t>(memory[6]));
  memory = memory.subspan(numbers_before_bits);
  for (std::size_t i = 0; i < was_split.size(); ++i)
    was_split[i] = static_cast<std::uint64_t>(memory[i / tiles_a_number]) >> 2 * (i % tiles_a_number) & 3;
  return memory.subspan((was_split.size() + tiles_a_number - 1) / tiles_a_number);
}

SplitLines::SplitLines(const KeptSplits& kept) {
  std::size_t next = 0;
  list_splits(kept, {{0, 0}, kept.size}, next, splits_);
  std::sort(splits_.begin(), splits_.end(),
            [](const Split& one, const Split& other) { return one.key < other.key; });
}

SplitLines::Split SplitLines::of(const Key& key) const {
  const auto found = std::lower_bound(splits_.begin(), splits_.end(), key,
                                      [](const Split& known, const Key& other) { return known.key < other; });
  return found != splits_.end() && found->key == key ? *found : Split{};
}

} // namespace lamina::adaptive
