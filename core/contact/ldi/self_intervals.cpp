#include "core/contact/ldi/self_intervals.h"

#include "core/contact/ldi/normals.h"

#include <algorithm>
#include <cmath>

namespace lamina::ldi {

namespace {

/// The levels of one column that are open at the depth that the walk has come to.
class LevelWalk {
public:
  LevelWalk(const ColumnSet& set, std::uint32_t width, std::vector<Interval>& intervals)
      : set_(set), width_(width), intervals_(intervals) {}

  void walk(const Column& column) {
    const std::span<const Crossing> crossings = set_.of(column);
    column_ = column.index;
    winding_ = column.winding[0];
    open_.clear();
    for (std::size_t first = 0; first < crossings.size();) {
      std::size_t next = first;
      int turn = 0;
      for (; next < crossings.size() && crossings[next].depth == crossings[first].depth; ++next)
        turn += crossings[next].turn();
      cross_together(crossings.subspan(first, next - first), turn);
      first = next;
    }
  }

private:
  /// Of the crossings at one depth, as many count as the winding number changes by: the first of those that
  /// enter, the last of those that leave, so that what entered last leaves first.
  void cross_together(std::span<const Crossing> crossings, int turn) {
    for (std::size_t k = 0; turn > 0; ++k)
      if (crossings[k].entering()) {
        cross(set_.fragment(crossings[k]));
        --turn;
      }
    for (std::size_t k = crossings.size(); turn < 0; --k)
      if (!crossings[k - 1].entering()) {
        cross(set_.fragment(crossings[k - 1]));
        ++turn;
      }
  }

  void cross(const Fragment& fragment) {
    const int before = winding_, after = winding_ + fragment.turn();
    winding_ = after;
    const int level = std::min(before, after);
    if (level == 0)
      return;
    const bool opens = level > 0 ? after > before : after < before;
    if (opens)
      open(fragment, level > 0 ? level : 1);
    else if (!open_.empty())
      close(fragment);
  }

  void open(const Fragment& fragment, int sheets) {
    Interval interval;
    interval.depth = {fragment.depth, fragment.depth};
    interval.barycentric[0] = {fragment.b1, fragment.b2};
    interval.triangle[0] = fragment.triangle;
    interval.body = {0, 0};
    interval.pixel = {static_cast<std::uint16_t>(column_ % width_),
                      static_cast<std::uint16_t>(column_ / width_)};
    interval.sheets = static_cast<std::uint16_t>(sheets);
    open_.push_back(intervals_.size());
    intervals_.push_back(interval);
  }

  void close(const Fragment& fragment) {
    Interval& interval = intervals_[open_.back()];
    open_.pop_back();
    interval.depth[1] = fragment.depth;
    interval.barycentric[1] = {fragment.b1, fragment.b2};
    interval.triangle[1] = fragment.triangle;
  }

  const ColumnSet& set_;
  std::uint32_t width_;
  std::vector<Interval>& intervals_;
  std::uint32_t column_ = 0;
  int winding_ = 0;
  std::vector<std::size_t> open_; ///< intervals without an upper end yet, outermost first
};

void drop_shorter(double shortest, std::vector<Interval>& intervals) {
  intervals.erase(
      std::remove_if(intervals.begin(), intervals.end(),
                     [shortest](const Interval& interval) { return !(interval.length() > shortest); }),
      intervals.end());
}

double interpolate(const std::vector<float>& values, const Triangle& t, const std::array<double, 2>& b) {
  return (1 - b[0] - b[1]) * static_cast<double>(values[t[0]]) + b[0] * static_cast<double>(values[t[1]]) +
         b[1] * static_cast<double>(values[t[2]]);
}

} // namespace

void find_self_intervals(const ColumnSet& set, int pixels_in_row, double shortest,
                         std::vector<Interval>& intervals) {
  intervals.clear();
  LevelWalk walk(set, static_cast<std::uint32_t>(pixels_in_row), intervals);
  for (const Column& column : set.columns)
    walk.walk(column);
  drop_shorter(shortest, intervals);
}

void leave_out_rest_overlap(const PreparedPair& pair, int direction, std::vector<Interval>& intervals) {
  const Surface& surface = *pair.bodies[0].surface;
  if (!surface.self_offset)
    return;
  const std::vector<float>& offset = *surface.self_offset;
  const Triple axis = triple(pair.grid.region.axes.col(direction));
  std::array<Normals, 2> normals = {Normals(surface), Normals(surface)};
  for (Interval& interval : intervals) {
    std::array<double, 2> taken{};
    for (std::size_t end = 0; end < 2; ++end) {
      const std::uint32_t triangle = interval.triangle[end];
      const double depth = interpolate(offset, (*surface.triangles)[triangle], interval.barycentric[end]);
      if (depth > 0)
        taken[end] = 0.5 * depth / std::fabs(dot(normals[end].of(triangle), axis));
    }
    if (taken[0] + taken[1] < interval.length())
      interval.depth = {interval.depth[0] + taken[0], interval.depth[1] - taken[1]};
    else
      interval.depth[1] = interval.depth[0];
  }
  drop_shorter(0, intervals);
}

} // namespace lamina::ldi
