#include "ui/render/contacts/hash_lines.h"

#include "ui/render/bodies/steady_range.h"
#include "ui/render/overlay/colour_ramp.h"
#include "ui/render/overlay/overlay_lines.h"

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

/// More cells without a find would hide the others; of more arrows a picture shows no more.
constexpr std::size_t most_plain_cells = 150, most_way_arrows = 4000;

constexpr double least_arrow = 45; // logical pixels, of a way as deep as nearly all are

Region region_of_cell(const Vec3& low, double side) {
  Region region;
  region.minimum = low;
  region.size = Vec3::Constant(side);
  return region;
}

} // namespace

const HashSearch* hash_search(const Snapshot& snapshot) {
  return snapshot.search ? snapshot.search->find<HashSearch>() : nullptr;
}

std::uint32_t most_candidates(const HashSearch& search) {
  std::uint32_t most = 0;
  for (const tetrahedra::HashCell& cell : search.cells)
    most = std::max(most, cell.candidates);
  return most;
}

bool shows_plain_cells(const HashSearch& search) {
  const auto plain = std::count_if(search.cells.begin(), search.cells.end(),
                                   [](const tetrahedra::HashCell& cell) { return cell.found == 0; });
  return static_cast<std::size_t>(plain) <= most_plain_cells;
}

void add_cell_lines(std::vector<Line>& lines, const HashSearch& search, std::uint32_t top) {
  const bool plain_too = shows_plain_cells(search);
  for (const bool with_finds : {false, true})
    for (const tetrahedra::HashCell& cell : search.cells) {
      if ((cell.found > 0) != with_finds || !(with_finds || plain_too) || !cell.low.allFinite())
        continue;
      const Colour colour =
          ramp_colour(top > 1 ? std::log(double(cell.candidates)) / std::log(double(top)) : 1);
      add_edges(lines, region_of_cell(cell.low, search.cell),
                {{}, {}, with_finds ? 1.8 : 1.0, colour, with_finds ? 0.95f : 0.4f});
    }
}

double usual_depth(const HashSearch& search) {
  std::vector<double> depths;
  for (const HashSearch::Way& way : search.ways)
    if (std::isfinite(way.depth) && way.depth > 0)
      depths.push_back(way.depth);
  if (depths.empty())
    return 0;
  const auto place = depths.begin() + static_cast<std::ptrdiff_t>(depths.size() / 2);
  std::nth_element(depths.begin(), place, depths.end());
  return 2 * *place;
}

double way_factor(double top, double metres_per_pixel) {
  const double needed = top > 0 ? least_arrow * metres_per_pixel / top : 0;
  return needed > 1 && std::isfinite(needed) ? round_above(needed) : 1;
}

void add_way_arrows(std::vector<Arrow>& arrows, const HashSearch& search, double top, double factor,
                    double metres_per_pixel) {
  const std::size_t stride = 1 + (search.ways.empty() ? 0 : (search.ways.size() - 1) / most_way_arrows);
  const double radius = 1.3 * metres_per_pixel;
  for (std::size_t i = 0; i < search.ways.size(); i += stride) {
    const HashSearch::Way& way = search.ways[i];
    const Vec3 reach = factor * std::min(way.depth, 2 * top) * way.direction;
    if (way.from.allFinite() && reach.allFinite() && reach.norm() > radius)
      arrows.push_back({way.from, reach, radius, ramp_colour(top > 0 ? way.depth / top : 0)});
  }
}

std::size_t count_trapped(const HashSearch& search) {
  return static_cast<std::size_t>(std::count_if(search.ways.begin(), search.ways.end(),
                                                [](const auto& way) { return way.direction.isZero(0); }));
}

void add_trapped_dots(std::vector<Line>& lines, const HashSearch& search) {
  for (const HashSearch::Way& way : search.ways)
    if (way.direction.isZero(0) && way.from.allFinite())
      lines.push_back({way.from, way.from, 6, trapped_colour(), 1});
}

Colour trapped_colour() {
  return palette_colour(2); // vermilion
}

} // namespace lamina
