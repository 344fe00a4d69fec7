#include "core/contact/ldi/pair_work.h"

#include "core/base/parallel.h"
#include "core/contact/ldi/clock.h"

#include <algorithm>

namespace lamina::ldi {

PairSeconds PairWork::detect(const Surface& a, const Surface& b, const std::array<Box, 2>& own_bounds,
                             const Settings& settings, const CameraView& camera, int threads,
                             PairContacts& result) {
  PairSeconds seconds;
  Clock clock;
  prepare_pair(a, b, own_bounds, settings, camera, prepared_);
  seconds.upload = clock.lap();
  if (!prepared_.overlaps)
    return seconds;
  result.region = prepared_.grid.region;
  lay_cells(prepared_.grid, settings.law == ContactLaw::cells ? settings.cells : 1, layout_);
  parallel_for(3, threads, [&](std::size_t d) { sample(static_cast<int>(d), settings); });

  // Layers and walks were done in one go; their wall time is split as the threads' time was.
  double raster = 0, walk = 0;
  for (const DirectionWork& direction : directions_) {
    raster += direction.seconds_raster;
    walk += direction.seconds_walk;
  }
  const double sampling = clock.lap();
  seconds.ldi = raster + walk > 0 ? sampling * raster / (raster + walk) : sampling;

  sum_directions(result);
  parallel_for(3, threads, [&](std::size_t d) { list_pixels(static_cast<int>(d), result); });
  for (const DirectionWork& direction : directions_)
    result.area += direction.area;
  if (!result.pixels.empty())
    list_contacts(settings, result);
  seconds.volume = sampling - seconds.ldi + clock.lap();
  return seconds;
}

/// Layers and intervals of one direction.
void PairWork::sample(int direction, const Settings& settings) {
  DirectionWork& work = directions_[static_cast<std::size_t>(direction)];
  std::array<ColumnStart, 2> starts;
  for (std::size_t body = 0; body < 2; ++body) {
    const SnappedSurface& surface = prepared_.bodies[body];
    const DrawnTriangles& drawn = surface.triangles[static_cast<std::size_t>(direction)];
    starts[body] = {surface.surface->winding_at_infinity, drawn.complete, drawn.from_above};
  }
  const std::uint32_t limit = static_cast<std::uint32_t>(std::max(1, settings.crossing_limit));
  Clock clock;
  rasterise(prepared_, direction, work.list);
  sort_columns(work.list, starts, limit, work.columns);
  work.seconds_raster = clock.lap();
  work.length =
      find_intervals(work.columns, prepared_.grid.region.pixels[static_cast<std::size_t>(View(direction).u)],
                     work.intervals);
  work.seconds_walk = clock.lap();
}

/// What the directions found, and room for their pixels.
void PairWork::sum_directions(PairContacts& result) const {
  const Vec3& pixel_size = prepared_.grid.pixel_size;
  std::size_t intervals = 0;
  for (int direction = 0; direction < 3; ++direction) {
    const View view(direction);
    const DirectionWork& found = directions_[static_cast<std::size_t>(direction)];
    const std::uint32_t width =
        static_cast<std::uint32_t>(result.region.pixels[static_cast<std::size_t>(view.u)]);
    intervals += found.intervals.size();
    result.volume_xyz[direction] = pixel_size[view.u] * pixel_size[view.v] * found.length;
    result.columns += found.list.counts().size();
    result.fragments += found.list.crossings();
    for (const BadColumn& bad : found.columns.bad)
      result.dropped.push_back(
          {static_cast<std::uint8_t>(direction),
           {static_cast<std::uint16_t>(bad.index % width), static_cast<std::uint16_t>(bad.index / width)},
           bad.too_many_crossings});
  }
  result.volume = result.volume_xyz.mean();
  result.pixels.resize(intervals);
}

void PairWork::list_pixels(int direction, PairContacts& result) {
  std::size_t begin = 0;
  for (int before = 0; before < direction; ++before)
    begin += directions_[static_cast<std::size_t>(before)].intervals.size();
  DirectionWork& found = directions_[static_cast<std::size_t>(direction)];
  const std::span<ContactPixelPair> pixels(result.pixels.data() + begin, found.intervals.size());
  found.area = make_pixel_pairs(prepared_, direction, found.intervals, layout_, pixels, found.sums);
}

/// One contact for the pair or for each cell, with its gradient.
void PairWork::list_contacts(const Settings& settings, PairContacts& result) {
  std::array<const std::vector<Interval>*, 3> intervals{};
  for (std::size_t direction = 0; direction < 3; ++direction)
    intervals[direction] = &directions_[direction].intervals;
  const Vec3& pixel_size = prepared_.grid.pixel_size;
  const bool cells = settings.law == ContactLaw::cells;
  build_gradients(prepared_, intervals, result.pixels, cells ? Sharing::cells : Sharing::whole,
                  layout_.total(), gradient_, result.gradient, ranges_);
  for (int cell = 0; cell < layout_.total(); ++cell) {
    const std::size_t c = static_cast<std::size_t>(cell);
    Contact contact;
    contact.gradient = {ranges_[2 * c], ranges_[2 * c + 1]};
    if (cells) {
      contact.cell = cell;
      for (int direction = 0; direction < 3; ++direction) {
        const View view(direction);
        const CellSums& sums = directions_[static_cast<std::size_t>(direction)].sums;
        contact.measure += pixel_size[view.u] * pixel_size[view.v] * sums.lengths[c] / 3;
        contact.area += sums.areas[c];
      }
    } else {
      contact.measure = result.volume;
      contact.area = result.area;
    }
    if (contact.area > 0 || settings.law == ContactLaw::f08)
      result.contacts.push_back(contact);
  }
}

} // namespace lamina::ldi
