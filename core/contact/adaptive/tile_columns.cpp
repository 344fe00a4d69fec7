#include "core/contact/adaptive/tile_columns.h"

#include "core/contact/adaptive/ray_walk.h"

#include <algorithm>
#include <cstdlib>

namespace lamina::adaptive {

namespace {

/// Of the depth of a region: intervals that end farther beyond it are none. Corners that are moved to whole
/// units move crossings of all but upright faces by less.
constexpr double beyond_region = 1e-3;

/// Lines [first, last) that lie between two places.
struct LineRange {
  LineRange(std::span<const std::int64_t> lines, double low, double high) {
    while (first < lines.size() && static_cast<double>(lines[first]) < low)
      ++first;
    last = first;
    while (last < lines.size() && static_cast<double>(lines[last]) <= high)
      ++last;
  }
  std::size_t first = 0, last = 0;
};

} // namespace

void TileColumns::begin(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane,
                        const ldi::Grid& grid) {
  bodies_ = bodies;
  plane_ = &plane;
  grid_ = &grid;
  seen_twice_ = {};
}

void TileColumns::draw_face(std::uint8_t body, std::uint32_t index) {
  const Face& face = bodies_[body]->faces[index];
  if (face.edge_on())
    return;
  const LineRange u(lines_[0], face.low_u, face.high_u), v(lines_[1], face.low_v, face.high_v);
  CoveredPoint at;
  for (std::size_t j = v.first; j < v.last; ++j)
    for (std::size_t i = u.first; i < u.last; ++i)
      if (covers(face, static_cast<double>(lines_[0][i]), static_cast<double>(lines_[1][j]), at))
        hits_.push_back({static_cast<std::uint32_t>(j * lines_[0].size() + i), index, at, body});
}

void TileColumns::draw(std::span<const std::int64_t> u, std::span<const std::int64_t> v,
                       const TileWork::Faces& faces) {
  lines_ = {u, v};
  turns_ = faces.turns;
  hits_.clear();
  for (std::uint8_t body = 0; body < 2; ++body)
    for (const std::uint32_t index : faces.of[body])
      draw_face(body, index);
  ends_.assign(u.size() * v.size() + 1, 0);
  for (const Hit& hit : hits_)
    ++ends_[hit.column + 1];
  for (std::size_t column = 1; column < ends_.size(); ++column)
    ends_[column] += ends_[column - 1];
  order_.resize(hits_.size());
  for (std::uint32_t hit = 0; hit < hits_.size(); ++hit)
    order_[ends_[hits_[hit].column]++] = hit;
}

void TileColumns::cross(const Hit& hit, bool enters) {
  const double depth = ldi::round_depth(hit.at.z, grid_->depth_rounder);
  const std::uint32_t place = ldi::fragment_place(0, hit.body, enters);
  crossings_.push_back({depth, static_cast<std::uint32_t>(fragments_.size()), place});
  fragments_.push_back({depth, hit.at.barycentric[0], hit.at.barycentric[1],
                        bodies_[hit.body]->part->triangles[hit.face], place});
}

/// Of the last column, whose crossings are sorted.
void TileColumns::note_overlaps(const int (&winding)[2]) {
  std::array<int, 2> now{winding[0], winding[1]};
  OverlapNotes overlaps(now, {plane_->low, plane_->high}, seen_twice_);
  for (const ldi::Crossing& crossing : crossings_) {
    const auto body = static_cast<std::size_t>(crossing.body());
    now[body] += crossing.turn();
    overlaps.cross(body, crossing.depth, now[body]);
  }
  overlaps.finish();
}

bool TileColumns::walk(std::size_t i, std::size_t j) {
  fragments_.clear();
  crossings_.clear();
  intervals_.clear();
  const std::size_t column = j * lines_[0].size() + i;
  // Where the hits of a column are in order, its end has moved to that of the next one before.
  std::uint32_t next = column == 0 ? 0 : ends_[column - 1];
  const std::uint32_t end = ends_[column];
  int winding[2];
  bool balanced = true;
  for (std::uint8_t body = 0; body < 2; ++body) {
    int turns = 0;
    for (const KnownTurn& known : turns_[body]) {
      turns += known.turns;
      for (int k = 0; k < std::abs(known.turns); ++k)
        cross({0, known.face, {0.5 * (known.range.low + known.range.high), {}}, body}, known.turns > 0);
    }
    for (; next < end && hits_[order_[next]].body == body; ++next) {
      const Hit& hit = hits_[order_[next]];
      const int faces = bodies_[body]->faces[hit.face].faces;
      turns -= faces;
      cross(hit, faces < 0);
    }
    balanced = begin_winding(*bodies_[body], turns, winding[body]) && balanced;
  }
  if (!balanced)
    return false;
  std::sort(crossings_.begin(), crossings_.end(), [this](const ldi::Crossing& c, const ldi::Crossing& d) {
    return ldi::crosses_before(c, d, fragments_.data());
  });
  note_overlaps(winding);
  const double beyond = beyond_region * (plane_->high - plane_->low);
  ldi::walk_intervals(crossings_.data(), static_cast<std::uint32_t>(crossings_.size()), winding,
                      plane_->low - beyond, plane_->high + beyond,
                      [this](std::uint32_t lower, std::uint32_t upper) {
                        ldi::Interval& found = intervals_.emplace_back();
                        set_end(found, 0, fragments_[crossings_[lower].fragment]);
                        set_end(found, 1, fragments_[crossings_[upper].fragment]);
                      });
  return true;
}

} // namespace lamina::adaptive
