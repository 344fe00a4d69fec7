#include "tests/contact/adaptive/w12/bounds_of_grids.h"

#include "core/contact/adaptive/w12/ray_tiles.h"
#include "tests/contact/adaptive/view_pair.h"
#include "tests/contact/ldi/exact_volume.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace lamina::test {

namespace {

using namespace adaptive;
using namespace adaptive::w12;

constexpr std::array grids{4, 8, 16, 32};
constexpr int finest = 32;
/// Corners are moved by half a unit of 2⁻³⁶ of the region, and exact volumes are rounded.
constexpr double rounding = 1e-8;

using Bounds = std::array<double, grid_bounds>;

double& of(Bounds& bounds, GridBound bound) {
  return bounds[static_cast<std::size_t>(bound)];
}

/// Strict sums in which an edge shorter than the pixel is stretched to its size.
ErrorPolynomial stretched(const ViewPair& view, const ErrorImage& image, const ErrorImage::Pixel& pixel) {
  ErrorPolynomial sum;
  const auto faces = image.lists().of(pixel.faces);
  const Vec2 size = pixel.size();
  EdgeError edge;
  for (std::size_t body = 0; body < 2; ++body)
    for (const std::uint32_t face : faces[body])
      for (std::size_t side = 0; side < 3; ++side)
        if (edge_error({*view.seen()[body], view.plane(), pixel.tile, image.finest()}, face, side, edge)) {
          const double tiles = edge.along[0] / size.x() + edge.along[1] / size.y(),
                       factor = tiles > 0 && tiles < 1 ? 1 / tiles : 1;
          sum.add(edge.terms[1], factor * edge.along[0], factor * edge.along[1]);
        }
  return sum;
}

/// Sums of stretched edges over the pixels of an image.
std::vector<ErrorPolynomial> stretched(const ViewPair& view, const ErrorImage& image) {
  const auto& pixels = image.pixels();
  std::vector<ErrorPolynomial> sums(pixels.size());
  for (std::size_t i = pixels.size(); i-- > 0;) {
    if (pixels[i].children == 0)
      sums[i] = stretched(view, image, pixels[i]);
    for (std::size_t child = 0; child < pixels[i].children; ++child)
      sums[i] += sums[pixels[i].first_child + child];
  }
  return sums;
}

/// Calls visit(index) for the pixels of one level, or those above it without children.
template <class Visit>
void at_level(const ErrorImage& image, int level, const Visit& visit, std::size_t pixel = 0) {
  const ErrorImage::Pixel& p = image.pixels()[pixel];
  if (level == 0 || p.children == 0)
    return visit(pixel);
  for (std::size_t child = 0; child < p.children; ++child)
    at_level(image, level - 1, visit, p.first_child + child);
}

int level_of(int grid) {
  return std::countr_zero(static_cast<unsigned>(grid));
}

/// What all say of a grid, m³; and the volumes of TileWork and of W12.
Bounds look(const ViewPair& view, const ErrorImage& fine, const std::vector<ErrorPolynomial>& fine_stretched,
            int grid, std::array<double, 2>& volumes) {
  Bounds bounds{};
  const double scale = view.plane().unit * view.plane().unit;
  RayTiles rays;
  rays.begin(view.seen(), view.plane(), {grid, true, true});
  TileWork work;
  work.begin();
  Ray ray;
  double squares = 0;
  const std::vector<ErrorPolynomial> own_stretched = stretched(view, rays.image());
  volumes = {};
  at_level(rays.image(), level_of(grid), [&](std::size_t i) {
    const ErrorImage::Pixel& pixel = rays.image().pixels()[i];
    const auto faces = rays.image().lists().of(pixel.faces);
    const double w = pixel.tile.width(), h = pixel.tile.height(),
                 depth = view.plane().high - view.plane().low;
    const TileVolume tile = work.evaluate(view.seen(), view.plane(), pixel.tile, {faces, {}});
    volumes[0] += scale * tile.volume;
    of(bounds, GridBound::shadows) += scale * tile.bound;
    squares += std::pow(scale * tile.bound, 2);
    ray.cast(view.seen(), view.plane(), pixel.tile, faces);
    volumes[1] += scale * ray.length() * pixel.tile.area();
    const double printed = scale * pixel.sums.of_one_tile(ErrorForm::printed, w, h),
                 strict = scale * pixel.sums.of_one_tile(ErrorForm::strict, w, h);
    of(bounds, GridBound::printed) += printed;
    of(bounds, GridBound::printed_transient) +=
        printed + scale * transient_by_hits(ray.hits(), view.seen(), pixel.tile, pixel.sums);
    // Which faces count by their depth is a matter of the image: so transient edges are, too.
    const auto by_faces = [&](const Vec2& finest_pixel) {
      return scale * std::min(pixel.tile.area() * depth,
                              transient_by_faces(view.seen(), view.plane(), pixel.tile, finest_pixel, faces));
    };
    of(bounds, GridBound::strict_gathered) += by_faces(fine.finest());
    of(bounds, GridBound::strict) += strict + by_faces(rays.image().finest());
    of(bounds, GridBound::strict_edges) += strict;
    of(bounds, GridBound::as_long) += scale * (own_stretched[i].at(w, h, 0) + pixel.sums.sliver);
  });
  at_level(fine, level_of(grid), [&](std::size_t i) {
    const ErrorImage::Pixel& pixel = fine.pixels()[i];
    const double w = pixel.tile.width(), h = pixel.tile.height();
    of(bounds, GridBound::strict_gathered) += scale * pixel.sums.of_one_tile(ErrorForm::strict, w, h);
    of(bounds, GridBound::printed_gathered) += scale * pixel.sums.of_one_tile(ErrorForm::printed, w, h);
    of(bounds, GridBound::as_long_gathered) += scale * (fine_stretched[i].at(w, h, 0) + pixel.sums.sliver);
  });
  of(bounds, GridBound::bar) = error_bar(of(bounds, GridBound::shadows), std::sqrt(squares));
  of(bounds, GridBound::two_bars) = 2 * of(bounds, GridBound::bar);
  of(bounds, GridBound::three_bars) = 3 * of(bounds, GridBound::bar);
  return bounds;
}

double median(std::vector<double>& values) {
  if (values.empty())
    return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

} // namespace

const char* name_of(GridBound bound) {
  constexpr std::array names{"shadows",
                             "error bar",
                             "2 error bars",
                             "3 error bars",
                             "W12 printed, edges alone",
                             "W12 printed, with transient edges",
                             "W12 strict",
                             "W12 strict, gathered from 32²",
                             "W12 printed, edges alone, gathered from 32²",
                             "short edges as long as a tile, edges alone",
                             "short edges as long as a tile, edges alone, gathered from 32²",
                             "W12 strict, edges alone"};
  return names[static_cast<std::size_t>(bound)];
}

std::vector<GridRow> bounds_of_grids(int pairs, unsigned seed) {
  std::array<std::array<std::vector<double>, grid_bounds>, grids.size()> ratios;
  std::vector<GridRow> rows(grids.size() * grid_bounds);
  for_random_pairs(pairs, seed, [&](const RandomPair& pair) {
    const double exact = exact_intersection_volume(pair.a, pair.b);
    for (int direction = 0; direction < 3; ++direction) {
      const ViewPair view(pair.of_a, pair.of_b, direction);
      ErrorImage fine;
      fine.begin(view.seen(), view.plane(), finest, false);
      const std::vector<ErrorPolynomial> fine_stretched = stretched(view, fine);
      for (std::size_t g = 0; g < grids.size(); ++g) {
        std::array<double, 2> volumes{};
        const Bounds bounds = look(view, fine, fine_stretched, grids[g], volumes);
        for (std::size_t k = 0; k < grid_bounds; ++k) {
          const bool own = k <= static_cast<std::size_t>(GridBound::three_bars);
          const double error = std::abs(volumes[own ? 0 : 1] - exact);
          GridRow& row = rows[g * grid_bounds + k];
          ++row.count;
          row.held += error - rounding <= bounds[k];
          if (error > 10 * rounding)
            ratios[g][k].push_back(bounds[k] / error);
        }
        const double off = std::abs(volumes[1] - exact) - rounding;
        EXPECT_LE(off, bounds[static_cast<std::size_t>(GridBound::strict)])
            << "pair " << pair.index << ", direction " << direction << ", " << grids[g] << "² tiles";
      }
    }
  });
  for (std::size_t g = 0; g < grids.size(); ++g)
    for (std::size_t k = 0; k < grid_bounds; ++k) {
      GridRow& row = rows[g * grid_bounds + k];
      row.tiles = grids[g];
      row.bound = static_cast<GridBound>(k);
      row.looseness = median(ratios[g][k]);
    }
  return rows;
}

} // namespace lamina::test
