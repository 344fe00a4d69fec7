#include "core/contact/adaptive/direction_tiles.h"

#include <algorithm>
#include <cmath>

namespace lamina::adaptive {

namespace {

/// Share of the area of a tile that is none.
constexpr double least_area = 1e-12;

} // namespace

DirectionTiles::AreaSums DirectionTiles::areas_of(const Tile& tile, std::size_t first) const {
  const std::array<double, 2> middle = tile.middle();
  AreaSums sums;
  for (std::size_t i = first; i < intervals_.size(); ++i) {
    const TileInterval& of = intervals_[i];
    const double signed_area = of.upper_ends() * of.area;
    sums.area += signed_area;
    (signed_area > 0 ? sums.above : sums.below) += std::abs(signed_area);
    for (std::size_t k = 0; k < 2; ++k)
      sums.moment[static_cast<int>(k)] += signed_area * (of.at[k] - place(k, middle[k]));
  }
  return sums;
}

/// Where no column of a tile shows what makes its area: one more, in the middle of that. False if it shows
/// nothing either.
bool DirectionTiles::add_middle(const TileTree::Leaf& leaf, const TileWork::Faces& faces,
                                const TileArea& missing, double side, KinkKind kink) {
  std::array<std::int64_t, 2> column{};
  std::array<std::uint16_t, 2> pixel{};
  std::array<float, 2> reach{};
  for (std::size_t k = 0; k < 2; ++k) {
    const double middle = leaf.tile.middle()[k] + missing.moment[static_cast<int>(k)] / missing.area;
    column[k] = std::clamp<std::int64_t>(std::llround(middle), leaf.tile.low[k], leaf.tile.high[k]);
    pixel[k] = pixel_at(k, column[k]);
    reach[k] = static_cast<float>(0.5 * plane_.unit * std::sqrt(std::abs(missing.area)));
  }
  columns_.draw({&column[0], 1}, {&column[1], 1}, faces);
  columns_.walk(0, 0);
  crossings_seen_ += columns_.crossings();
  const int sign = missing.area > 0 ? 1 : -1;
  for (ldi::Interval interval : columns_.intervals()) {
    interval.pixel = pixel;
    TileInterval found{interval, {}, {}, {{-reach[0], -reach[1]}, reach, static_cast<float>(side), kink},
                       0,        0};
    if (found.upper_ends() != sign)
      continue;
    found.area = plane_.unit * plane_.unit * std::abs(missing.area);
    for (std::size_t k = 0; k < 2; ++k)
      found.at[k] = found.lever[k] = place(k, static_cast<double>(column[k]));
    intervals_.push_back(found);
    return true;
  }
  return false;
}

/// Gives the intervals of a tile, from the first one on, areas and levers that sum to its area vector. False
/// if none do.
bool DirectionTiles::match_area(const TileTree::Leaf& leaf, const TileWork::Faces& faces, std::size_t first,
                                double side, KinkKind kink) {
  const double scale = plane_.unit * plane_.unit;
  const TileArea& wanted = *leaf.volume.area;
  AreaSums now = areas_of(leaf.tile, first);
  double missing = scale * wanted.area - now.area;
  const auto can_stretch = [&] {
    const double all = now.above + now.below;
    return all > 0 && (now.above == 0 || missing >= -all) && (now.below == 0 || missing <= all);
  };
  if (!can_stretch()) {
    const double size = std::max(leaf.tile.width(), leaf.tile.height());
    const TileArea of_missing{missing / scale, wanted.moment - now.moment / (scale * plane_.unit)};
    // Ends that cancel each other leave a torque, for which no column stands.
    if (std::abs(of_missing.area) <= least_area * leaf.tile.area())
      return of_missing.moment.norm() <= least_area * leaf.tile.area() * size;
    if (!add_middle(leaf, faces, of_missing, side, kink))
      return false;
    now = areas_of(leaf.tile, first);
    missing = scale * wanted.area - now.area;
  }
  const double stretch = missing / (now.above + now.below);
  for (std::size_t i = first; i < intervals_.size(); ++i)
    intervals_[i].area *= 1 + intervals_[i].upper_ends() * stretch;
  now = areas_of(leaf.tile, first);
  if (now.above + now.below == 0)
    return true;
  const Vec2 moved = (scale * plane_.unit * wanted.moment - now.moment) / (now.above + now.below);
  for (std::size_t i = first; i < intervals_.size(); ++i)
    for (std::size_t k = 0; k < 2; ++k)
      intervals_[i].lever[k] += intervals_[i].upper_ends() * moved[static_cast<int>(k)];
  return true;
}

} // namespace lamina::adaptive
