#include "core/contact/ldi/contacts/pixel_pairs.h"

#include "core/contact/ldi/contacts/normals.h"
#include "core/contact/ldi/simd/vector_stages.h"

#include <algorithm>

namespace lamina::ldi {

namespace {

bool have_common_corner(const Triangle& t, const Triangle& u) {
  return std::any_of(t.begin(), t.end(),
                     [&u](std::uint32_t corner) { return std::find(u.begin(), u.end(), corner) != u.end(); });
}

/// Makes the pixel pairs of one direction.
class PixelPairMaker {
public:
  PixelPairMaker(const PreparedPair& pair, int direction, const CellLayout& layout, std::uint16_t first_row,
                 std::span<ContactMoments> moments, DirectionSums& sums)
      : pair_(pair), view_(direction), frame_{axis(view_.depth),
                                              axis(view_.u),
                                              axis(view_.v),
                                              triple(pair.grid.region.middle()),
                                              pair.grid.pixel_size[view_.u] * pair.grid.pixel_size[view_.v],
                                              pair.self},
        shifts_(pair.grid.row_shifts[static_cast<std::size_t>(view_.v)].data()),
        triangles_{pair.bodies[0].surface->triangles->data(), pair.bodies[1].surface->triangles->data()},
        positions_{pair.bodies[0].surface->vertex_positions(), pair.bodies[1].surface->vertex_positions()},
        cells_(static_cast<std::uint32_t>(layout.total())),
        sums_(pair.grid, direction, layout, first_row, moments, sums) {}

  /// Of at most PairBlock::at_a_time intervals: says their cells, and adds them to the sums.
  void make(std::span<const Interval> intervals, std::span<CellsOfEnds> cells) {
    block_.kinds = 0;
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      if (i == 0 || !of_one_kind(intervals[i], intervals[i - 1]))
        read_kind(intervals[i], block_.kinds++);
      read(intervals[i], i);
    }
    simd::weigh_pairs(frame_, intervals.size(), block_);
    sums_.add(intervals, {block_.weight.data(), intervals.size()}, cells);
  }

  /// Those that were made last, with their cells.
  void write(std::span<const Interval> intervals, std::span<const CellsOfEnds> cells,
             std::span<ContactPixelPair> pixels) const {
    for (std::size_t i = 0; i < intervals.size(); ++i)
      write(intervals[i], i, cells[i], pixels[i]);
  }
  void pass_on(std::span<const Interval> intervals, std::span<const CellsOfEnds> cells,
               FrictionSampling sampling, FrictionSamples& friction);

  void finish() { sums_.finish(); }

private:
  Triple axis(int k) const { return triple(pair_.grid.region.axes.col(k)); }

  void read(const Interval& interval, std::size_t i) {
    const Grid& grid = pair_.grid;
    const auto [pixel, row] = interval.pixel;
    block_.across[i] =
        pixel_centre(grid.region.minimum[view_.u], grid.pixel_size[view_.u], pixel, shifts_[row]);
    block_.up[i] = pixel_centre(grid.region.minimum[view_.v], grid.pixel_size[view_.v], row, 0);
    for (std::size_t end = 0; end < 2; ++end)
      block_.depth[end][i] = interval.depth[end];
    block_.kind[i] = static_cast<std::int64_t>(block_.kinds) - 1;
  }

  static bool of_one_kind(const Interval& a, const Interval& b) {
    return a.triangle[0] == b.triangle[0] && a.triangle[1] == b.triangle[1] && a.body[0] == b.body[0] &&
           a.body[1] == b.body[1] && a.multiplicity == b.multiplicity;
  }

  void read_kind(const Interval& interval, std::size_t k) {
    for (std::size_t end = 0; end < 2; ++end) {
      const std::size_t body = pair_.self ? end : interval.body[end];
      const Triangle& t = triangles_[body][interval.triangle[end]];
      for (std::size_t corner = 0; corner < 3; ++corner)
        block_.corner[end][corner][k] = positions_[body][t[corner]];
    }
    block_.multiplicity[k] = may_press(interval) ? interval.multiplicity : 0;
  }

  /// Whether the ends lie on different bodies, or on triangles of one body without a common corner: a column
  /// says no more about what belongs together.
  bool may_press(const Interval& interval) const {
    if (!pair_.self)
      return interval.between_bodies();
    return !have_common_corner(triangles_[0][interval.triangle[0]], triangles_[0][interval.triangle[1]]);
  }

  static Vec3 at(const PairBlock::Positions& positions, std::size_t i) {
    return {positions[0][i], positions[1][i], positions[2][i]};
  }

  void write(const Interval& interval, std::size_t i, const CellsOfEnds& cells, ContactPixelPair& out) const {
    out.lower = at(block_.lower, i);
    out.normal = at(block_.normal, i);
    out.length = interval.length();
    out.area = frame_.pixel_area;
    out.weight = block_.weight[i];
    out.triangle = interval.triangle;
    for (std::size_t end = 0; end < 2; ++end)
      out.barycentric[end] = {static_cast<float>(interval.barycentric[end][0]),
                              static_cast<float>(interval.barycentric[end][1])};
    out.body = interval.body;
    out.axis = static_cast<std::uint8_t>(view_.depth);
    out.cell = cells;
    out.multiplicity = interval.multiplicity;
    out.pixel = interval.pixel;
  }

  static void copy_lanes(const PairBlock::Values& values, std::size_t from, float* to) {
    for (std::size_t lane = 0; lane < FrictionSamples::lanes; ++lane)
      to[lane] = static_cast<float>(values[from + lane]);
  }
  static void copy_lanes(const PairBlock::Positions& positions, std::size_t from, std::array<float*, 3> to) {
    for (std::size_t k = 0; k < 3; ++k)
      copy_lanes(positions[k], from, to[k]);
  }

  void turn_to_axis(FrictionSamples::Group& group) const {
    for (std::size_t lane = 0; lane < FrictionSamples::lanes; ++lane) {
      group.nx[lane] = static_cast<float>(frame_.deep.x);
      group.ny[lane] = static_cast<float>(frame_.deep.y);
      group.nz[lane] = static_cast<float>(frame_.deep.z);
      if (group.area[lane] != 0)
        group.area[lane] = static_cast<float>(frame_.pixel_area);
    }
  }

  float depth_of(const Interval& interval, std::size_t i) const {
    return static_cast<float>(
        pair_depth(triple(at(block_.normal, i)), frame_.deep, interval.length(), interval.body[0]));
  }

  const PreparedPair& pair_;
  View view_;
  PairFrame frame_;
  const std::int16_t* shifts_; ///< of the rows
  std::array<const Triangle*, 2> triangles_;
  std::array<VertexPositions, 2> positions_;
  std::uint32_t cells_; ///< of the layout
  RowSums sums_;
  PairBlock block_;
};

/// What FrictionSamples::take would take of their pixels.
void PixelPairMaker::pass_on(std::span<const Interval> intervals, std::span<const CellsOfEnds> cells,
                             FrictionSampling sampling, FrictionSamples& friction) {
  constexpr std::size_t lanes = FrictionSamples::lanes;
  const std::span<FrictionSamples::Group> groups = friction.add_groups(cells.size(), cells_);
  std::fill(block_.weight.begin() + static_cast<std::ptrdiff_t>(cells.size()),
            block_.weight.begin() + static_cast<std::ptrdiff_t>(groups.size() * lanes), 0.0);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    FrictionSamples::Group& group = groups[g];
    const std::size_t from = g * lanes, count = std::min(lanes, cells.size() - from);
    copy_lanes(block_.normal, from, {group.nx, group.ny, group.nz});
    copy_lanes(block_.arm, from, {group.mx, group.my, group.mz});
    copy_lanes(block_.weight, from, group.area);
    for (std::size_t lane = 0; lane < count; ++lane)
      group.depth[lane] = depth_of(intervals[from + lane], from + lane);
    std::fill(group.depth + count, group.depth + lanes, 0.0f);
    for (std::size_t end = 0; end < 2; ++end) {
      for (std::size_t lane = 0; lane < count; ++lane)
        group.cell[end][lane] = cells[from + lane][end];
      std::fill(group.cell[end] + count, group.cell[end] + lanes, 0u);
    }
    if (sampling == FrictionSampling::along_view_axis)
      turn_to_axis(group);
  }
}

} // namespace

void make_pixel_pairs(const PreparedPair& pair, int direction, std::span<const Interval> intervals,
                      const CellLayout& layout, std::span<ContactPixelPair> pixels,
                      std::span<CellsOfEnds> cells, DirectionSums& sums) {
  if (intervals.empty())
    return;
  PixelPairMaker maker(pair, direction, layout, intervals.front().pixel[1], {}, sums);
  for (std::size_t from = 0; from < intervals.size(); from += PairBlock::at_a_time) {
    const std::size_t count = std::min(PairBlock::at_a_time, intervals.size() - from);
    maker.make(intervals.subspan(from, count), cells.subspan(from, count));
    maker.write(intervals.subspan(from, count), cells.subspan(from, count), pixels.subspan(from, count));
  }
  maker.finish();
}

void pass_pixel_pairs(const PreparedPair& pair, int direction, IntervalLister& intervals,
                      const CellLayout& layout, FrictionSampling sampling, FrictionSamples& friction,
                      std::span<ContactMoments> moments, DirectionSums& sums) {
  if (intervals.left() == 0)
    return;
  PixelPairMaker maker(pair, direction, layout, 0, moments, sums);
  std::array<Interval, PairBlock::at_a_time> some;
  std::array<CellsOfEnds, PairBlock::at_a_time> cells;
  while (intervals.left() > 0) {
    const std::size_t count = std::min(PairBlock::at_a_time, intervals.left());
    intervals.list({some.data(), count});
    maker.make({some.data(), count}, {cells.data(), count});
    if (sampling != FrictionSampling::none)
      maker.pass_on({some.data(), count}, {cells.data(), count}, sampling, friction);
  }
  maker.finish();
}

} // namespace lamina::ldi
