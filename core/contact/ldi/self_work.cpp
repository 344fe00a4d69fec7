#include "core/contact/ldi/self_work.h"

#include "core/base/parallel.h"
#include "core/contact/ldi/clock.h"
#include "core/contact/ldi/self_intervals.h"

#include <algorithm>

namespace lamina::ldi {

namespace {

/// Intervals of fewer depth quanta than this are rounding.
constexpr double fewest_quanta = 4;

} // namespace

PairSeconds SelfWork::detect(const Surface& surface, const Box& own_bounds, const Settings& settings,
                             const CameraView& camera, int threads, PairContacts& result) {
  PairSeconds seconds;
  if (settings.self_law == SelfLaw::none) {
    result.pixels.clear();
    return seconds;
  }
  Clock clock;
  prepare_self(surface, own_bounds, settings, camera, stages_, threads, pair_.prepared);
  seconds.upload = clock.lap();
  if (!pair_.prepared.overlaps) {
    result.pixels.clear();
    return seconds;
  }
  result.region = pair_.prepared.grid.region;
  lay_cells(pair_.prepared.grid, 1, pair_.layout);
  const double shortest = fewest_quanta * depth_quantum(surface, surface);
  parallel_for(3, threads, [&](std::size_t d) { sample(static_cast<int>(d), threads, settings, shortest); });

  const PairSeconds sampling = split_sampling(pair_.directions, clock.lap());
  const bool patches = settings.self_law == SelfLaw::patches;
  list_contacts(pair_, patches ? Sharing::patches : Sharing::whole, settings.self_law == SelfLaw::f08,
                threads, result);
  seconds.ldi = sampling.ldi;
  seconds.volume = sampling.volume + clock.lap();
  return seconds;
}

/// Layers and intervals of one direction. There is no second body: it counts as being everywhere, so that no
/// column is passed over for its sake.
void SelfWork::sample(int direction, int threads, const Settings& settings, double shortest) {
  DirectionWork& work = pair_.directions[static_cast<std::size_t>(direction)];
  ImageWork& image = image_of(pair_, direction, threads);
  const ColumnStart own{pair_.prepared.bodies[0].surface->winding_at_infinity, true, false};
  const std::uint32_t limit = static_cast<std::uint32_t>(std::max(1, settings.crossing_limit));
  Clock clock;
  stages_.rasterise(pair_.prepared, direction, image.list);
  work.seconds_raster = clock.lap();
  sort_columns(image.list, {own, ColumnStart{1, true, false}}, limit, image.columns);
  find_self_intervals(image.columns,
                      pair_.prepared.grid.region.pixels[static_cast<std::size_t>(View(direction).u)],
                      shortest, work.intervals);
  leave_out_rest_overlap(pair_.prepared, direction, work.intervals);
  work.length = sheet_length(work.intervals);
  keep_columns(image, work);
  work.seconds_walk = clock.lap();
}

} // namespace lamina::ldi
