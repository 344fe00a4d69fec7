#pragma once

#include "core/contact/ldi/arithmetic/fragment.h"
#include "core/contact/ldi/prepare.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina::ldi {

/// At most this many crossings of a direction are stored (1 GiB); the columns that any more fall into are
/// over every limit.
inline constexpr std::size_t most_fragments = std::size_t{1} << 25;

/// All crossings of one view direction in the order of bodies and triangles, and how many fall into each
/// column. Column index: row · pixels[u] + pixel.
class FragmentList {
public:
  std::span<const Fragment> fragments() const { return {storage_.data(), stored_}; }
  const std::vector<std::uint32_t>& counts() const { return counts_; } ///< per column
  std::uint64_t crossings() const { return stored_ + lost_; }
  void clear(std::size_t columns);
  /// Makes room for `count` more; false if there are too many already.
  bool reserve(std::size_t count) { return stored_ + count <= storage_.size() || grow(stored_ + count); }
  Fragment* end() { return storage_.data() + stored_; }
  /// Takes what was written between the old end and this one.
  void commit(const Fragment* end) { stored_ = static_cast<std::size_t>(end - storage_.data()); }
  std::uint32_t* column_counts() { return counts_.data(); }

  /// Counts a crossing that could not be stored and marks its column with this bit: beyond every limit.
  void lose(std::uint32_t column);
  static constexpr std::uint32_t lost_mark = 1u << 31;

private:
  bool grow(std::size_t needed);

  std::vector<Fragment> storage_;
  std::size_t stored_ = 0;
  std::uint64_t lost_ = 0;
  std::vector<std::uint32_t> counts_;
};

/// Empties the list for the image of one direction.
void clear_image(const PreparedPair& pair, int direction, FragmentList& list);

/// See Stages.
void rasterise(const PreparedPair& pair, int direction, FragmentList& list);

} // namespace lamina::ldi
