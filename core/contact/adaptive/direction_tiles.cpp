#include "core/contact/adaptive/direction_tiles.h"

#include "core/contact/adaptive/w12/error_picture.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamina::adaptive {

namespace {

/// One in so many tiles may be made by meshlets alone.
constexpr int first_share = 2;

bool comes_before(const TileInterval& a, const TileInterval& b) {
  const ldi::Interval &x = a.interval, &y = b.interval;
  if (x.pixel[1] != y.pixel[1])
    return x.pixel[1] < y.pixel[1];
  return x.pixel[0] != y.pixel[0] ? x.pixel[0] < y.pixel[0] : x.depth[0] < y.depth[0];
}

} // namespace

TileLimits DirectionTiles::limits(const AdaptiveSettings& settings, double share) const {
  const double budget = std::min(1.0, share) * settings.tile_budget;
  return {std::max({settings.volume_tolerance_m3, rounding_, least_}) / share,
          settings.bound == TileBound::rigorous, static_cast<std::size_t>(std::ceil(budget)),
          settings.volume_tolerance / share};
}

void DirectionTiles::begin(const std::array<NearBody, 2>& bodies, const std::array<bool, 2>& simple,
                           const TiledRegion& region, int direction, const AdaptiveSettings& settings,
                           const KeptSplits& last, std::size_t least_tiles) {
  const Region& box = region.grid.region;
  plane_ = plane_over({box.minimum, box.minimum + box.size}, region.grid.frame, direction, region.farthest,
                      region.anchor);
  plane_.low -= region.slack;
  plane_.high += region.slack;
  kind_ = settings.tiles;
  MeshletTilesLimits first;
  first.most_tiles =
      static_cast<std::size_t>(kind_ == TileKind::w12 ? 1 : settings.tile_budget / first_share);
  meshlets_.begin({&bodies[0].meshlets, &bodies[1].meshlets}, plane_, region.slack, first);
  for (std::size_t body = 0; body < 2; ++body) {
    taker_.take(bodies[body].meshlets, meshlets_.needed(body), bodies[body].sides, parts_[body]);
    view(parts_[body], plane_, seen_[body]);
    seen_[body].simple = simple[body];
  }
  rounding_ = rounding_of(plane_, seen_[0].area + seen_[1].area);
  least_ = least_share_of_region * box.size.prod();
  bounded_ = parts_[0].closed && parts_[1].closed && is_fine(plane_);
  bounds_areas_ = settings.area_bound;
  TileLimits wanted = limits(settings, 1);
  if (kind_ == TileKind::w12) {
    rays_.begin({&seen_[0], &seen_[1]}, plane_, {.resolution = settings.error_image});
  } else {
    const Kinks kinks = kind_ == TileKind::traced ? Kinks::traced : Kinks::within;
    if (meshlets_.leaves_out()) {
      meshlets_.list({&seen_[0], &seen_[1]}, first_);
      tree_.begin({&seen_[0], &seen_[1]}, plane_, first_, kinks);
    } else {
      tree_.begin({&seen_[0], &seen_[1]}, plane_, kinks);
    }
    tree_.split_again(last, wanted.most_tiles);
  }
  wanted.most_tiles = std::min<std::size_t>(wanted.most_tiles, tiles_at_first);
  wanted.least_tiles = least_tiles;
  found_ = refine_to(wanted);
}

ViewVolume DirectionTiles::refine_to(const TileLimits& limits) {
  return kind_ == TileKind::w12 ? rays_.refine(limits) : tree_.refine(limits);
}

void DirectionTiles::refine(const AdaptiveSettings& settings, double share) {
  limits_ = limits(settings, share);
  found_ = refine_to(limits_);
}

void DirectionTiles::finish() {
  if (kind_ == TileKind::w12)
    kept_.clear();
  else
    tree_.keep(limits_, found_, kept_);
  found_.bound += rounding_;
  found_.error_bar += rounding_;
  if (!bounded_)
    found_.bound = found_.error_bar = std::numeric_limits<double>::infinity();
}

void DirectionTiles::draw_errors(ErrorPicture& picture) const {
  picture.clear();
  if (kind_ == TileKind::w12)
    w12::draw_errors(rays_.image(), rays_.resolution(),
                     limits_.rigorous ? w12::ErrorForm::strict : w12::ErrorForm::printed, picture);
}

/// Borders of pixels and cells as whole and even numbers of units.
void DirectionTiles::lay_lines(const TiledRegion& region) {
  for (std::size_t k = 0; k < 2; ++k) {
    const auto axis = static_cast<std::size_t>(k == 0 ? plane_.u : plane_.v);
    const std::int64_t pixels = region.grid.region.pixels[axis];
    const std::vector<std::uint8_t>& cells = region.layout.of_pixel[axis];
    pixel_lines_[k].clear();
    cell_lines_[k].clear();
    for (std::int64_t i = 0; i <= pixels; ++i) {
      const double share = static_cast<double>(i) / static_cast<double>(pixels);
      pixel_lines_[k].push_back(2 * std::llround(0.5 * share * static_cast<double>(plane_.size[k])));
      const auto pixel = static_cast<std::size_t>(i);
      if (i == 0 || i == pixels || cells[pixel] != cells[pixel - 1])
        cell_lines_[k].push_back(pixel_lines_[k].back());
    }
  }
}

std::uint16_t DirectionTiles::pixel_at(std::size_t axis, std::int64_t at) const {
  const std::vector<std::int64_t>& pixels = pixel_lines_[axis];
  const auto pixel = std::upper_bound(pixels.begin(), pixels.end() - 1, at) - pixels.begin() - 1;
  return static_cast<std::uint16_t>(std::max<std::ptrdiff_t>(0, pixel));
}

/// m, in the frame of the grid.
double DirectionTiles::place(std::size_t axis, double at) const {
  return plane_.unit * (static_cast<double>(plane_.origin[axis]) + at) + plane_.anchor[axis];
}

/// The part of a tile between two borders along u or v.
void DirectionTiles::cut(std::int64_t low, std::int64_t high, std::size_t axis) {
  const std::vector<std::int64_t>& pixels = pixel_lines_[axis];
  const std::int64_t spacing = plane_.size[axis] / static_cast<std::int64_t>(pixels.size() - 1);
  const bool large = high - low > spacing;
  const std::vector<std::int64_t>& lines = large ? pixels : cell_lines_[axis];
  segments_[axis].clear();
  columns_at_[axis].clear();
  auto line = std::upper_bound(lines.begin(), lines.end(), low);
  for (std::int64_t from = low; from < high;) {
    const std::int64_t to = line == lines.end() ? high : std::min(high, *line++);
    const std::int64_t middle = (from + to) / 2;
    const std::int64_t column = large ? middle : (low + high) / 2;
    if (columns_at_[axis].empty() || columns_at_[axis].back() != column)
      columns_at_[axis].push_back(column);
    segments_[axis].push_back(
        {from, to, column, pixel_at(axis, middle), static_cast<std::uint16_t>(columns_at_[axis].size() - 1)});
    from = to;
  }
}

/// Corners that are moved to whole units bend faces that are flat: a bound that is less than what that may
/// come to is none.
KinkKind DirectionTiles::kink_of(const TileTree::Leaf& leaf) const {
  const double of_corners = rounding_ * leaf.tile.area() /
                            (static_cast<double>(plane_.size[0]) * static_cast<double>(plane_.size[1]));
  return plane_.unit * plane_.unit * leaf.volume.bound <= of_corners ? KinkKind::none : leaf.volume.kink;
}

/// Gives the intervals of the last column the area of a part of the tile, which is as large as a square with
/// this side.
void DirectionTiles::add_part(const Segment& u, const Segment& v, double side, KinkKind kink,
                              bool is_balanced) {
  const double area =
      plane_.unit * static_cast<double>(u.high - u.low) * plane_.unit * static_cast<double>(v.high - v.low);
  const auto reach = [this](std::int64_t border, std::int64_t column) {
    return static_cast<float>(plane_.unit * static_cast<double>(border - column));
  };
  const PixelExtent extent{{reach(u.low, u.column), reach(v.low, v.column)},
                           {reach(u.high, u.column), reach(v.high, v.column)},
                           static_cast<float>(side),
                           kink};
  const std::array<double, 2> at{place(0, static_cast<double>(u.column)),
                                 place(1, static_cast<double>(v.column))};
  for (ldi::Interval interval : columns_.intervals()) {
    interval.pixel = {u.pixel, v.pixel};
    intervals_.push_back({interval, at, at, extent, area, 0});
  }
  if (!is_balanced)
    dropped_.push_back({static_cast<std::uint8_t>(plane_.depth), {u.pixel, v.pixel}, false});
}

/// Of a tile that was cut, m²: of each part that has a column of its own.
double DirectionTiles::area_bound_of(const TileTree::Leaf& leaf, const TileWork::Faces& faces, double slack) {
  const std::array<const ViewSurface*, 2> bodies{&seen_[0], &seen_[1]};
  const double scale = plane_.unit * plane_.unit, whole = areas_.of(bodies, leaf.tile, faces, slack);
  const auto has_one_column = [](const std::vector<Segment>& segments) {
    return segments.front().column == segments.back().column;
  };
  // Where nothing can change, any column serves.
  if (whole == 0 || (has_one_column(segments_[0]) && has_one_column(segments_[1])))
    return scale * whole;
  double sum = 0;
  Tile part = leaf.tile;
  for (std::size_t j = 0; j < segments_[1].size(); ++j)
    for (std::size_t i = 0; i < segments_[0].size(); ++i) {
      const std::array<std::size_t, 2> place{i, j};
      bool first = true;
      for (std::size_t axis = 0; axis < 2; ++axis) {
        // Neighbours with one column are one part.
        const std::vector<Segment>& segments = segments_[axis];
        std::size_t last = place[axis];
        first = first && (last == 0 || segments[last - 1].column != segments[last].column);
        while (last + 1 < segments.size() && segments[last + 1].column == segments[last].column)
          ++last;
        part.low[axis] = segments[place[axis]].low;
        part.high[axis] = segments[last].high;
      }
      if (first)
        sum += areas_.of(bodies, part, faces, slack);
    }
  return scale * sum;
}

void DirectionTiles::list_leaf(const TileTree::Leaf& leaf, const TileWork::Faces& faces,
                               const TiledRegion& region, double weight) {
  for (std::size_t axis = 0; axis < 2; ++axis)
    cut(leaf.tile.low[axis], leaf.tile.high[axis], axis);
  const auto along = [&](std::size_t k) {
    return plane_.unit * static_cast<double>(leaf.tile.high[k] - leaf.tile.low[k]);
  };
  const double side = std::sqrt(along(0) * along(1));
  const KinkKind kink = kink_of(leaf);
  const std::size_t first = intervals_.size();
  columns_.draw(columns_at_[0], columns_at_[1], faces);
  std::array<int, 2> last{-1, -1};
  bool is_balanced = true;
  for (const Segment& v : segments_[1])
    for (const Segment& u : segments_[0]) {
      if (last != std::array<int, 2>{u.number, v.number}) {
        is_balanced = columns_.walk(u.number, v.number);
        crossings_seen_ += columns_.crossings();
      }
      last = {u.number, v.number};
      add_part(u, v, side, kink, is_balanced);
    }
  const bool is_exact = leaf.volume.area && match_area(leaf, faces, first, side, kink);
  if (bounds_areas_)
    area_bound_ += is_exact ? plane_.unit * plane_.unit * leaf.volume.area->bound
                            : area_bound_of(leaf, faces, region.slack);
  // What is known of kinks goes to the intervals as they have volume.
  double sum = 0;
  for (std::size_t i = first; i < intervals_.size(); ++i) {
    intervals_[i].volume = intervals_[i].area * intervals_[i].interval.length();
    sum += intervals_[i].volume;
  }
  const double volume = weight * plane_.unit * plane_.unit * leaf.volume.volume;
  for (std::size_t i = first; sum > 0 && i < intervals_.size(); ++i)
    intervals_[i].volume *= volume / sum;
}

void DirectionTiles::list(const TiledRegion& region, double weight) {
  intervals_.clear();
  dropped_.clear();
  crossings_seen_ = 0;
  area_bound_ = 0;
  lay_lines(region);
  columns_.begin({&seen_[0], &seen_[1]}, plane_, region.grid);
  for_each_leaf([&](const TileTree::Leaf& leaf, const TileWork::Faces& faces) {
    if (leaf.volume.volume > 0 || leaf.volume.bound > 0)
      list_leaf(leaf, faces, region, weight);
  });
  if (!bounds_areas_ || !bounded_ || !dropped_.empty())
    area_bound_ = std::numeric_limits<double>::infinity();
  std::stable_sort(intervals_.begin(), intervals_.end(), comes_before);
}

} // namespace lamina::adaptive
