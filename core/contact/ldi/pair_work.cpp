#include "core/contact/ldi/pair_work.h"

#include "core/base/parallel.h"
#include "core/contact/ldi/clock.h"

#include <algorithm>

namespace lamina::ldi {

namespace {

Sharing sharing_of(ContactLaw law) {
  if (law == ContactLaw::cells)
    return Sharing::cells;
  return law == ContactLaw::patches ? Sharing::patches : Sharing::whole;
}

} // namespace

PairSeconds PairWork::detect(const Surface& a, const Surface& b, const std::array<Box, 2>& own_bounds,
                             const Settings& settings, const CameraView& camera, int threads,
                             PairContacts& result) {
  PairSeconds seconds;
  Clock clock;
  prepare_pair(a, b, own_bounds, settings, camera, stages_, threads, pair_.prepared);
  seconds.upload = clock.lap();
  if (!pair_.prepared.overlaps) {
    result.pixels.clear();
    return seconds;
  }
  result.region = pair_.prepared.grid.region;
  const Sharing sharing = sharing_of(settings.law);
  lay_cells(pair_.prepared.grid, sharing == Sharing::cells ? settings.cells : 1, pair_.layout);
  parallel_for(3, threads, [&](std::size_t d) { sample(static_cast<int>(d), threads, settings); });

  const PairSeconds sampling = split_sampling(pair_.directions, clock.lap());
  list_contacts(pair_, sharing, settings.law == ContactLaw::f08, threads, result);
  seconds.ldi = sampling.ldi;
  seconds.volume = sampling.volume + clock.lap();
  return seconds;
}

/// Layers and intervals of one direction.
void PairWork::sample(int direction, int threads, const Settings& settings) {
  DirectionWork& work = pair_.directions[static_cast<std::size_t>(direction)];
  ImageWork& image = image_of(pair_, direction, threads);
  std::array<ColumnStart, 2> starts;
  for (std::size_t body = 0; body < 2; ++body) {
    const SnappedSurface& surface = pair_.prepared.bodies[body];
    const DrawnTriangles& drawn = surface.triangles[static_cast<std::size_t>(direction)];
    starts[body] = {surface.surface->winding_at_infinity, drawn.complete, drawn.from_above,
                    surface.surface->balanced};
  }
  const std::uint32_t limit = static_cast<std::uint32_t>(std::max(1, settings.crossing_limit));
  Clock clock;
  stages_.rasterise(pair_.prepared, direction, image.list);
  work.seconds_raster = clock.lap();
  work.length =
      stages_.walk_columns(image.list, starts, limit,
                           pair_.prepared.grid.region.pixels[static_cast<std::size_t>(View(direction).u)],
                           image.columns, work.intervals);
  keep_columns(image, work);
  work.seconds_walk = clock.lap();
}

} // namespace lamina::ldi
