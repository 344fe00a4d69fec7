#pragma once

#include "core/contact/ldi/arithmetic/cover.h"
#include "core/contact/ldi/arithmetic/fragment.h"
#include "core/contact/ldi/region/prepare.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::ldi {

/// At most this many crossings of an image are stored (1 GiB); the columns that any more fall into are
/// over every limit.
inline constexpr std::size_t most_fragments = std::size_t{1} << 25;

/// All crossings in some rows of one view direction in the order of bodies and triangles, and how many fall
/// into each column. Column index: row · pixels[u] + pixel, the first of these rows being row 0.
class FragmentList {
public:
  std::span<const Fragment> fragments() const { return {storage_.data(), stored_}; }
  std::size_t columns() const { return columns_; }
  /// Crossings of a body per column; where some were lost, that many and the lost_mark. Behind the last
  /// column there are `spare` zeros, to be read with whole vectors.
  const std::uint32_t* counts(int body) const { return counts_[static_cast<std::size_t>(body)].data(); }
  static constexpr std::size_t spare = 64;
  /// Crossings of a column that are there, and whether some are not.
  std::uint32_t stored_in(std::size_t column) const {
    return (counts_[0][column] & ~lost_mark) + (counts_[1][column] & ~lost_mark);
  }
  bool lost_some_in(std::size_t column) const {
    return (counts_[0][column] | counts_[1][column]) & lost_mark;
  }
  std::uint64_t crossings() const { return stored_ + lost_; }
  void clear(std::size_t columns);
  /// From now on takes only crossings of columns that this body crosses.
  void keep_to_columns_of(int body) { met_ = counts(body); }
  bool wants_all() const { return !met_; }
  const std::uint32_t* met() const { return met_; } ///< its crossings per column
  bool wants(std::uint32_t column) const { return !met_ || met_[column] > 0; }
  /// Makes room for `count` more; false if there are too many already.
  bool reserve(std::size_t count) { return stored_ + count <= storage_.size() || grow(stored_ + count); }
  Fragment* end() { return storage_.data() + stored_; }
  /// Takes what was written between the old end and this one.
  void commit(const Fragment* end) { stored_ = static_cast<std::size_t>(end - storage_.data()); }
  std::uint32_t* column_counts(int body) { return counts_[static_cast<std::size_t>(body)].data(); }

  /// Counts a crossing that could not be stored and marks its column with this bit: beyond every limit.
  void lose(std::uint32_t column, int body);
  static constexpr std::uint32_t lost_mark = 1u << 31;

private:
  bool grow(std::size_t needed);

  std::vector<Fragment> storage_;
  std::size_t stored_ = 0;
  std::uint64_t lost_ = 0;
  const std::uint32_t* met_ = nullptr; ///< counts of the body whose columns alone are wanted
  std::size_t columns_ = 0;
  std::array<std::vector<std::uint32_t>, 2> counts_;
};

/// Empties the list for rows of one direction's image.
void clear_image(const PreparedPair& pair, int direction, Rows rows, FragmentList& list);

/// Draws both bodies with `draw(surface, body)`, the one of fewer triangles first. Where that one is not,
/// there is no contact, so that what is known to close need not be stored there.
template <class Draw>
void draw_bodies(const PreparedPair& pair, int direction, FragmentList& list, const Draw& draw) {
  const std::size_t d = static_cast<std::size_t>(direction);
  const bool swap = !pair.self && pair.bodies[1].triangles[d].count < pair.bodies[0].triangles[d].count;
  const SnappedSurface &first = pair.bodies[swap ? 1 : 0], &second = pair.bodies[swap ? 0 : 1];
  draw(first, swap ? 1 : 0);
  if (pair.self)
    return;
  if (first.surface->winding_at_infinity <= 0 && second.surface->balanced)
    list.keep_to_columns_of(swap ? 1 : 0);
  draw(second, swap ? 0 : 1);
}

/// Draws a triangle of any size into some rows of one direction's image, pixel by pixel.
void draw_triangle(const Grid& grid, int direction, Rows rows, const SeenTriangle& seen,
                   std::uint32_t triangle, int body, FragmentList& list);

} // namespace lamina::ldi
