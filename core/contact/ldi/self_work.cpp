#include "core/contact/ldi/self_work.h"

#include "core/base/parallel.h"
#include "core/contact/clock.h"
#include "core/contact/ldi/contacts/self_intervals.h"
#include "core/contact/ldi/simd/vector_stages.h"

#include <algorithm>

namespace lamina::ldi {

PairSeconds SelfWork::detect(const Surface& surface, const Box& own_bounds, const DetectionInput& input,
                             int threads, const PairResult& result) {
  PairSeconds seconds;
  if (!input.request.within) {
    result.images.pixels.clear();
    return seconds;
  }
  Clock clock;
  const LdiSettings& settings = input.settings.ldi;
  prepare_self(surface, own_bounds, settings, input.camera, threads, pair_.prepared);
  seconds.upload = clock.lap();
  if (!pair_.prepared.overlaps) {
    result.images.pixels.clear();
    return seconds;
  }
  result.pair.region = pair_.prepared.grid.region;
  lay_cells(pair_.prepared.grid, 1, pair_.layout);
  begin_lists(pair_);
  const double shortest = shortest_self_interval(surface);
  pair_.bands.resize(3);
  pair_.used_bands = 3;
  parallel_for(3, threads, [&](std::size_t d) {
    pair_.bands[d].direction = static_cast<int>(d);
    sample(pair_.bands[d], settings, shortest);
  });
  for (const Band& band : pair_.bands)
    count_band(band, result);
  make_room_for_pixels(pair_, 3, result);
  parallel_for(3, threads, [&](std::size_t d) {
    list_pixels(pair_, static_cast<int>(d), 0, pair_.directions[d].intervals.size(), result);
  });

  const PairSeconds sampling = split_sampling(pair_.bands, clock.lap());
  list_contacts(pair_, input.request.within->partition, !input.request.within->with_area, threads, result);
  seconds.ldi = sampling.ldi;
  seconds.volume = sampling.volume + clock.lap();
  return seconds;
}

/// Layers and intervals of one direction. There is no second body: it counts as being everywhere, so that no
/// column is passed over for its sake.
void SelfWork::sample(Band& band, const LdiSettings& settings, double shortest) {
  std::vector<Interval>& intervals = pair_.directions[static_cast<std::size_t>(band.direction)].intervals;
  const ColumnStart own{pair_.prepared.bodies[0].surface->winding_at_infinity, true, false};
  const std::uint32_t limit = static_cast<std::uint32_t>(std::max(1, settings.crossing_limit));
  const int width = pair_.prepared.grid.region.pixels[static_cast<std::size_t>(View(band.direction).u)];
  band.rows = all_rows(pair_, band.direction);
  Clock clock;
  simd::rasterise(pair_.prepared, band.direction, band.rows, band.list);
  band.seconds_raster = clock.lap();
  sort_columns(band.list, {own, ColumnStart{1, true, false}}, limit, band.columns);
  find_self_intervals(band.columns, width, shortest, intervals);
  leave_out_rest_overlap(pair_.prepared, band.direction, intervals);
  band.seconds_walk = clock.lap();
}

} // namespace lamina::ldi
