#include "core/contact/ldi/pixel_pairs.h"

#include "core/contact/ldi/normals.h"

#include <algorithm>
#include <utility>

namespace lamina::ldi {

namespace {

/// Whether the ends of a body's overlap with itself lie on two sheets that press on each other, not on one:
/// triangles without a common corner that face each other. A column says no more about what belongs together.
bool on_two_sheets(const Surface& surface, const Interval& interval, const Triple& lower,
                   const Triple& upper) {
  const Triangle &t = (*surface.triangles)[interval.triangle[0]],
                 &u = (*surface.triangles)[interval.triangle[1]];
  for (const std::uint32_t corner : t)
    if (std::find(u.begin(), u.end(), corner) != u.end())
      return false;
  return dot(lower, upper) <= 0;
}

/// Intervals are taken this many at a time, one computation after the other: so that the square roots of one
/// need not wait for those of another.
constexpr std::size_t at_a_time = 32;

/// Makes the pixel pairs of one direction.
class PixelPairMaker {
public:
  PixelPairMaker(const PreparedPair& pair, int direction, const CellLayout& layout, DirectionSums& sums)
      : pair_(pair), view_(direction), axis_(triple(pair.grid.region.axes.col(direction))),
        pixel_area_(pair.grid.pixel_size[view_.u] * pair.grid.pixel_size[view_.v]), cells_(layout, view_),
        one_cell_(layout.total() == 1),
        sums_(sums), normals_{Normals(*pair.bodies[0].surface), Normals(*pair.bodies[1].surface)} {}

  /// At most at_a_time intervals, and as many pixel pairs.
  void make(std::span<const Interval> intervals, std::span<ContactPixelPair> pixels) {
    for (std::size_t i = 0; i < intervals.size(); ++i)
      find_normals(intervals[i], lower_normal_[i], upper_normal_[i]);
    for (std::size_t i = 0; i < intervals.size(); ++i)
      normal_[i] = pair_normal(upper_normal_[i], lower_normal_[i]);
    place(intervals, pixels);
    if (one_cell_)
      weigh<true>(intervals, pixels);
    else
      weigh<false>(intervals, pixels);
  }

  void begin(std::uint16_t row) { row_ = row; }
  void finish() { one_cell_ ? end_row<true>() : end_row<false>(); }

private:
  /// Zero for what has no weight.
  void find_normals(const Interval& interval, Triple& lower, Triple& upper) {
    lower = upper = {0, 0, 0};
    if (!interval.between_bodies() && !pair_.self)
      return;
    const Triple& below = normals_[pair_.self ? 0 : interval.body[0]].of(interval.triangle[0]);
    const Triple& above = normals_[pair_.self ? 1 : interval.body[1]].of(interval.triangle[1]);
    if (pair_.self && !on_two_sheets(*pair_.bodies[0].surface, interval, below, above))
      return;
    lower = below;
    upper = above;
  }

  void place(std::span<const Interval> intervals, std::span<ContactPixelPair> pixels) const {
    const Grid& grid = pair_.grid;
    const std::int16_t* const shifts = grid.row_shifts[static_cast<std::size_t>(view_.v)].data();
    const Triple deep = axis_, across = triple(grid.region.axes.col(view_.u)),
                 up = triple(grid.region.axes.col(view_.v));
    const double left = grid.region.minimum[view_.u], width = grid.pixel_size[view_.u];
    const double front = grid.region.minimum[view_.v], height = grid.pixel_size[view_.v];
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      const auto [pixel, row] = intervals[i].pixel;
      pixels[i].lower = vector(turned(deep, across, up,
                                      {intervals[i].depth[0], pixel_centre(left, width, pixel, shifts[row]),
                                       pixel_centre(front, height, row, 0)}));
      copy(intervals[i], pixels[i]);
    }
  }

  void copy(const Interval& interval, ContactPixelPair& out) const {
    out.length = interval.length();
    out.area = pixel_area_;
    out.triangle = interval.triangle;
    for (std::size_t end = 0; end < 2; ++end)
      out.barycentric[end] = {static_cast<float>(interval.barycentric[end][0]),
                              static_cast<float>(interval.barycentric[end][1])};
    out.body = interval.body;
    out.axis = static_cast<std::uint8_t>(view_.depth);
    out.sheets = interval.sheets;
    out.pixel = interval.pixel;
  }

  template <bool one_cell>
  void weigh(std::span<const Interval> intervals, std::span<ContactPixelPair> pixels) {
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      const Interval& interval = intervals[i];
      ContactPixelPair& out = pixels[i];
      out.normal = vector(normal_[i]);
      out.weight = interval.sheets * pair_area(normal_[i], axis_, pixel_area_);
      if (interval.pixel[1] != row_)
        end_row<one_cell>();
      row_ = interval.pixel[1];
      area_ += out.weight;
      length_ += interval.sheets * interval.length();
      out.cell = {0, 0};
      if constexpr (!one_cell)
        share_out(interval, out);
    }
  }

  void share_out(const Interval& interval, ContactPixelPair& out) {
    const ColumnCells column = cells_.of_column(interval.pixel);
    const EndCells ends = cells_of_ends(column, interval);
    for (std::uint32_t number = ends.lower; number <= ends.upper; ++number)
      sums_.row_cell_lengths[column.cell(number)] += length_in_cell(column, ends, interval, number);
    out.cell = {static_cast<std::uint16_t>(column.cell(ends.lower)),
                static_cast<std::uint16_t>(column.cell(ends.upper))};
    for (const std::uint16_t cell : out.cell)
      sums_.row_cell_areas[cell] += 0.5 * out.weight;
  }

  template <bool one_cell>
  void end_row() {
    sums_.row_areas[row_] += area_;
    sums_.row_lengths[row_] += length_;
    area_ = length_ = 0;
    if constexpr (!one_cell)
      cells_.for_each_of_row(row_, [this](std::size_t cell) {
        sums_.cell_lengths[cell] += std::exchange(sums_.row_cell_lengths[cell], 0);
        sums_.cell_areas[cell] += std::exchange(sums_.row_cell_areas[cell], 0);
      });
  }

  const PreparedPair& pair_;
  View view_;
  Triple axis_;
  double pixel_area_;
  CellsAlong cells_;
  bool one_cell_;
  DirectionSums& sums_;
  std::array<Normals, 2> normals_;
  std::uint16_t row_ = 0; ///< whose sums these are
  double area_ = 0, length_ = 0;
  std::array<Triple, at_a_time> lower_normal_, upper_normal_, normal_;
};

} // namespace

void DirectionSums::begin(std::size_t rows, std::size_t cells) {
  row_lengths.assign(rows, 0);
  row_areas.assign(rows, 0);
  cell_lengths.assign(cells, 0);
  cell_areas.assign(cells, 0);
  row_cell_lengths.assign(cells, 0);
  row_cell_areas.assign(cells, 0);
}

void make_pixel_pairs(const PreparedPair& pair, int direction, std::span<const Interval> intervals,
                      const CellLayout& layout, std::span<ContactPixelPair> pixels, DirectionSums& sums) {
  if (intervals.empty())
    return;
  PixelPairMaker maker(pair, direction, layout, sums);
  maker.begin(intervals.front().pixel[1]);
  for (std::size_t from = 0; from < intervals.size(); from += at_a_time) {
    const std::size_t count = std::min(at_a_time, intervals.size() - from);
    maker.make(intervals.subspan(from, count), pixels.subspan(from, count));
  }
  maker.finish();
}

} // namespace lamina::ldi
