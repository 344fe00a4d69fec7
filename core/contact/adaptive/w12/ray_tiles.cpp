#include "core/contact/adaptive/w12/ray_tiles.h"

#include "core/contact/adaptive/w12/tile_size.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

namespace lamina::adaptive::w12 {

namespace {

/// A pixel is cut into no more parts along each side, and a tile no smaller than so many units.
constexpr std::int64_t most_parts = 1024, least_units = 256;
/// Rays along each side of a tile that is cast again.
constexpr std::int64_t oversampled = 4;
/// How closely tiles come up to the number that there may be.
constexpr double budget_met = 1.02;
constexpr double unknown_error = std::numeric_limits<double>::infinity();

std::int64_t most_parts_of(const Tile& tile) {
  const std::int64_t shorter = std::min(tile.high[0] - tile.low[0], tile.high[1] - tile.low[1]);
  return std::clamp<std::int64_t>(shorter / least_units, 1, most_parts);
}

} // namespace

void RayTiles::begin(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane,
                     const RayTilesOptions& options) {
  bodies_ = bodies;
  plane_ = &plane;
  options_ = options;
  image_.begin(bodies, plane, options.resolution, !options.coarsen);
  image_lists_ = image_.lists().sizes();
  ray_.begin();
  casts_.clear();
  volume_ = 0;
}

template <class Cut>
void RayTiles::plan(ErrorForm form, double density, const Cut& cut) const {
  const std::vector<ErrorImage::Pixel>& pixels = image_.pixels();
  std::vector<std::size_t> next;
  if (!pixels.empty())
    next.push_back(0);
  while (!next.empty()) {
    const ErrorImage::Pixel& pixel = pixels[next.back()];
    next.pop_back();
    const double tolerance = density * pixel.tile.area();
    const Vec2 size = pixel.size();
    const bool one =
        pixel.children == 0 ||
        (options_.coarsen && error_of_tiles(pixel.sums, form, size, size.x(), size.y()) <= tolerance);
    if (!one) {
      for (std::size_t child = pixel.children; child-- > 0;)
        next.push_back(pixel.first_child + child);
      continue;
    }
    cut(pixel, tile_counts(pixel.sums, form, size, tolerance, most_parts_of(pixel.tile)));
  }
}

std::size_t RayTiles::count_tiles(ErrorForm form, double density) const {
  std::size_t tiles = 0;
  plan(form, density, [&](const ErrorImage::Pixel&, const std::array<std::int64_t, 2>& count) {
    tiles += static_cast<std::size_t>(count[0] * count[1]);
  });
  return tiles;
}

/// The tolerance for an area (m) with which there are no more tiles than that, no less than `density`.
double RayTiles::affordable(ErrorForm form, double density, std::size_t most) const {
  if (count_tiles(form, density) <= most)
    return density;
  const double largest = plane_->high - plane_->low;
  double low = density, high = std::max(density, 1e-15 * largest);
  // Every edge error is below this many depths of the region, but for edges without number.
  while (count_tiles(form, high) > most && high < 1e6 * largest) {
    low = high;
    high *= 8;
  }
  while (high > budget_met * low) {
    const double middle = std::sqrt(low * high);
    (count_tiles(form, middle) > most ? low : high) = middle;
  }
  return high;
}

void RayTiles::cast(const Tile& tile, const FaceLists::Of& over, double planned) {
  Cast& cast = casts_.emplace_back();
  cast.leaf.tile = tile;
  cast.faces = image_.lists().over(over, tile);
  ++rays_;
  const auto faces = image_.lists().of(cast.faces);
  const double w = tile.width(), h = tile.height(), most = tile.area() * (plane_->high - plane_->low);
  const bool known = ray_.cast(bodies_, *plane_, tile, faces);
  const ErrorSums edges = sum_edges(bodies_, *plane_, tile, image_.finest(), faces);
  cast.leaf.volume.volume = known ? tile.area() * ray_.length() : 0;
  cast.printed = planned >= 0 ? planned : edges.of_one_tile(ErrorForm::printed, w, h);
  const double by_depth = edges.of_depths(w, h);
  const double strict = known && bodies_[0]->simple && bodies_[1]->simple
                            ? edges.of_one_tile(ErrorForm::strict, w, h)
                            : unknown_error;
  double by_faces = 0;
  if (options_.transient) {
    const double by_hits = transient_by_hits(ray_.hits(), bodies_, tile, edges);
    by_faces = std::min(most, transient_by_faces(bodies_, *plane_, tile, image_.finest(), faces));
    cast.printed += by_hits;
    cast.transient = by_hits > 0 || by_faces > 0;
  }
  cast.leaf.volume.kink = largest_kink(strict - by_depth, by_depth, by_faces);
  cast.leaf.volume.bound = strict + by_faces;
}

double RayTiles::error_of(const Cast& cast, ErrorForm form) const {
  return form == ErrorForm::strict ? cast.leaf.volume.bound : cast.printed;
}

/// Those with the largest error first, as long as there may be more tiles.
void RayTiles::cast_again(ErrorForm form, double density, std::size_t most) {
  const auto is_smaller = [&](std::size_t a, std::size_t b) {
    const double of_a = error_of(casts_[a], form), of_b = error_of(casts_[b], form);
    return of_a != of_b ? of_a < of_b : a > b;
  };
  std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(is_smaller)> beyond(is_smaller);
  const auto list = [&](std::size_t i) {
    const Tile& tile = casts_[i].leaf.tile;
    if (error_of(casts_[i], form) > (1 + 1e-9) * density * tile.area() &&
        std::min(tile.width(), tile.height()) >= static_cast<double>(oversampled * least_units))
      beyond.push(i);
  };
  for (std::size_t i = 0; i < casts_.size(); ++i)
    if (casts_[i].transient)
      list(i);
  std::size_t tiles = casts_.size();
  constexpr std::size_t more = oversampled * oversampled - 1;
  while (!beyond.empty() && tiles + more <= most) {
    const std::size_t parent = beyond.top(), first = casts_.size();
    beyond.pop();
    casts_[parent].again = true;
    const Tile tile = casts_[parent].leaf.tile;
    const FaceLists::Of faces = casts_[parent].faces;
    cut_tile(tile, {oversampled, oversampled}, [&](const Tile& part) { cast(part, faces, -1); });
    tiles += casts_.size() - first - 1;
    for (std::size_t i = first; i < casts_.size(); ++i)
      list(i);
  }
}

ViewVolume RayTiles::add_up() {
  ViewVolume found;
  printed_ = 0;
  for (const Cast& cast : casts_) {
    if (cast.again)
      continue;
    found.volume += cast.leaf.volume.volume;
    found.bound += cast.leaf.volume.bound;
    printed_ += cast.printed;
    found.area += cast.leaf.volume.volume > 0 ? cast.leaf.tile.area() : 0;
    ++found.tiles;
  }
  const double scale = plane_->unit * plane_->unit;
  found.volume *= scale;
  found.bound *= scale;
  found.area *= scale;
  printed_ *= scale;
  found.error_bar = std::min(found.bound, printed_);
  found.evaluated = rays_;
  return found;
}

ViewVolume RayTiles::refine(const TileLimits& limits) {
  const ErrorForm form = limits.rigorous ? ErrorForm::strict : ErrorForm::printed;
  image_.lists().cut(image_lists_);
  casts_.clear();
  rays_ = 0;
  if (image_.pixels().empty())
    return {};
  const double tolerance = std::max(limits.tolerance, limits.relative * volume_),
               region = plane_->unit * plane_->unit * image_.pixels().front().tile.area();
  const std::size_t planned = options_.transient ? (limits.most_tiles + 1) / 2 : limits.most_tiles;
  const double density = affordable(form, tolerance / region, planned);
  plan(form, density, [&](const ErrorImage::Pixel& pixel, const std::array<std::int64_t, 2>& count) {
    const Vec2 size = pixel.size();
    const auto u = static_cast<double>(count[0]), v = static_cast<double>(count[1]);
    const double error = pixel.sums.error[0].at(size.x() / u, size.y() / v, 0) / (u * v);
    cut_tile(pixel.tile, count, [&](const Tile& part) { cast(part, pixel.faces, error); });
  });
  if (options_.transient)
    cast_again(form, density, limits.most_tiles);
  const ViewVolume found = add_up();
  volume_ = found.volume;
  return found;
}

} // namespace lamina::adaptive::w12
