#include "gpu/opengl/peeling/peeled_columns.h"

#include "core/contact/ldi/simd/vector_stages.h"

#include <algorithm>

namespace lamina::gpu {

namespace {

/// Coordinates beyond are moved here, as is what is no number; no image reaches so far.
constexpr double farthest_pixel = 1e15;

float bounded(double pixels) {
  return static_cast<float>(pixels < farthest_pixel ? (pixels > -farthest_pixel ? pixels : -farthest_pixel)
                                                    : farthest_pixel);
}

/// Barycentric coordinates of corners 1 and 2 at a point, all given along two axes. The driver draws a little
/// beyond the outline of a triangle: they are brought back into it.
std::array<double, 2> weights_at(const std::array<std::array<double, 2>, 3>& corners,
                                 const std::array<double, 2>& at) {
  const auto twice_area = [&](std::size_t i, std::size_t j) {
    return (corners[i][0] - at[0]) * (corners[j][1] - at[1]) -
           (corners[i][1] - at[1]) * (corners[j][0] - at[0]);
  };
  const double part0 = twice_area(1, 2), part1 = twice_area(2, 0), part2 = twice_area(0, 1);
  const double whole = part0 + part1 + part2;
  if (whole == 0)
    return {1.0 / 3, 1.0 / 3};
  const double b1 = std::clamp(part1 / whole, 0.0, 1.0);
  return {b1, std::clamp(part2 / whole, 0.0, 1 - b1)};
}

} // namespace

void place_pair(const ldi::Grid& grid, const std::array<const Surface*, 2>& surfaces, PlacedPair& placed) {
  placed.positions.clear();
  placed.vertices_of_first = surfaces[0]->vertex_positions().size();
  for (const Surface* surface : surfaces) {
    const VertexPositions positions = surface->vertex_positions();
    for (std::size_t i = 0; i < positions.size(); ++i)
      for (int k = 0; k < 3; ++k)
        placed.positions.push_back(bounded(pixels_at(grid, k, grid.frame.along(positions[i], k))));
  }
}

void PeeledColumns::begin(const ldi::Grid& grid, const PeeledView& view,
                          const std::array<const Surface*, 2>& surfaces, const PlacedPair& placed) {
  grid_ = &grid;
  view_ = &view;
  placed_ = &placed;
  surfaces_ = surfaces;
  from_ = metres_at(grid, view.d, view.nearest);
  stretch_ = (metres_at(grid, view.d, view.farthest) - from_) / deepest;
  list_.clear(static_cast<std::size_t>(view.columns) * static_cast<std::size_t>(view.height));
}

bool PeeledColumns::take(std::span<const PeeledCrossing> layer) {
  const std::size_t width = static_cast<std::size_t>(view_->width),
                    columns = static_cast<std::size_t>(view_->columns);
  for (std::size_t row = 0; row < view_->row_begin.size(); ++row) {
    const std::span<const PeeledCrossing> crossings =
        layer.subspan(row * width + static_cast<std::size_t>(view_->row_begin[row]), columns);
    for (std::size_t column = 0; column < columns; ++column)
      if (crossings[column].place != 0 &&
          !take_crossing(crossings[column], static_cast<std::uint32_t>(row * columns + column)))
        return false;
  }
  return true;
}

bool PeeledColumns::take_crossing(const PeeledCrossing& crossing, std::uint32_t column) {
  const int body = crossing.body();
  const std::uint32_t triangle = crossing.triangle();
  if (triangle >= surfaces_[static_cast<std::size_t>(body)]->triangles->size() ||
      !(crossing.depth >= 0 && crossing.depth <= deepest))
    return false;
  if (!list_.reserve(1)) {
    list_.lose(column, body);
    return true;
  }
  ldi::Fragment& fragment = *list_.end();
  fragment = {from_ + static_cast<double>(crossing.depth) * stretch_, 0, 0, triangle,
              ldi::fragment_place(column, body, crossing.entering())};
  list_.commit(&fragment + 1);
  ++list_.column_counts(body)[column];
  return true;
}

void PeeledColumns::walk(std::uint32_t crossing_limit, ldi::PairLayers& layers) {
  // The driver may open what is closed: every column is checked.
  const std::array<ldi::ColumnStart, 2> starts{
      {{surfaces_[0]->winding_at_infinity}, {surfaces_[1]->winding_at_infinity}}};
  set_.within = ldi::depths_within(*grid_, view_->d);
  ldi::simd::walk_columns(list_, starts, crossing_limit, set_);
  const std::size_t direction = static_cast<std::size_t>(view_->d);
  std::vector<ldi::Interval>& intervals = layers.intervals[direction];
  intervals.resize(set_.found.count);
  ldi::list_intervals(set_, static_cast<std::uint32_t>(view_->columns), 0, intervals);
  for (ldi::Interval& interval : intervals)
    weigh_ends(interval);
  layers.bad[direction] = set_.bad;
  layers.columns += list_.columns();
  layers.fragments += list_.crossings();
}

void PeeledColumns::weigh_ends(ldi::Interval& interval) const {
  const std::size_t u = static_cast<std::size_t>(view_->u), v = static_cast<std::size_t>(view_->v);
  const double shift =
      static_cast<double>(grid_->row_shifts[v][interval.pixel[1]]) / static_cast<double>(ldi::pixel_units);
  const std::array<double, 2> at{interval.pixel[0] + 0.5 + shift, interval.pixel[1] + 0.5};
  for (std::size_t end = 0; end < 2; ++end) {
    const std::size_t body = interval.body[end];
    const Triangle& t = (*surfaces_[body]->triangles)[interval.triangle[end]];
    std::array<std::array<double, 2>, 3> corners;
    for (std::size_t k = 0; k < 3; ++k) {
      const float* p = &placed_->positions[3 * (t[k] + (body == 1 ? placed_->vertices_of_first : 0))];
      corners[k] = {p[u], p[v]};
    }
    interval.barycentric[end] = weights_at(corners, at);
  }
}

} // namespace lamina::gpu
