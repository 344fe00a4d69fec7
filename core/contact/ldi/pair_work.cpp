#include "core/contact/ldi/pair_work.h"

#include "core/base/parallel.h"
#include "core/contact/clock.h"
#include "core/contact/ldi/contacts/interval_sums.h"
#include "core/contact/ldi/simd/vector_stages.h"

#include <algorithm>

namespace lamina::ldi {

namespace {

/// Bands of fewer rows are not worth a thread.
constexpr int fewest_rows = 16;

/// Enough of them that no thread waits long for another; each costs a look at all triangles of its direction.
int bands_of(int direction, int threads) {
  if (threads == 2)
    return direction == 2 ? 2 : 1;
  return (2 * threads + 2) / 3;
}

/// The band of a task. Tasks are handed out by halving their range: each half should be as much work, of two
/// threads' bands a whole direction and half of the third.
std::size_t band_of(std::size_t task, std::size_t bands) {
  const std::size_t even = (bands + 1) / 2;
  return task < even ? 2 * task : 2 * (task - even) + 1;
}

} // namespace

PairSeconds PairWork::detect(const Surface& a, const Surface& b, const std::array<Box, 2>& own_bounds,
                             const DetectionInput& input, const BodyPair& pair, int threads,
                             const PairResult& result) {
  PairSeconds seconds;
  Clock clock;
  threads = thread_count(threads);
  const LdiSettings& settings = input.settings.ldi;
  prepare_pair(a, b, own_bounds, settings, input.camera, threads, pair_.prepared);
  seconds.upload = clock.lap();
  if (!pair_.prepared.overlaps) {
    result.images.pixels.clear();
    return seconds;
  }
  result.pair.region = pair_.prepared.grid.region;
  const auto [partition, with_area] = input.request.between;
  const int cells = cells_of_pair(input.request.cells, result.pair.region, a, b);
  lay_cells(pair_.prepared.grid, partition == Partition::cells ? cells : 1, pair_.layout);
  choose_what_is_made(pair, input.request, threads);
  begin_lists(pair_);
  if (!listed_)
    begin_sums();
  // Where friction takes what it needs of all pixels at last, they lie in memory of this work, which stays
  // close and is not emptied.
  const bool afterwards = pair.only_friction() && !pair_.only_friction;
  if (pair.only_friction())
    result.images.pixels.clear();
  if (afterwards)
    result.images.pixels.swap(passing_pixels_);
  if (threads == 1)
    sample_in_turn(settings, result);
  else
    sample_side_by_side(settings, threads, result);

  const PairSeconds sampling = split_sampling({pair_.bands.data(), pair_.used_bands}, clock.lap());
  if (listed_)
    list_contacts(pair_, partition, !with_area, threads, result);
  else
    list_whole_contact(pair_, result);
  if (afterwards) {
    sample_friction(result.images.pixels, result.pair.region, input.request.friction, result.pair.friction);
    result.images.pixels.swap(passing_pixels_);
  }
  seconds.ldi = sampling.ldi;
  seconds.volume = sampling.volume + clock.lap();
  return seconds;
}

/// Friction takes what it needs as pixels are made, unless they are not made in their order or their patches
/// are not yet known.
void PairWork::choose_what_is_made(const BodyPair& pair, const DetectionRequest& request, int threads) {
  listed_ = pair.pixels || pair.rigid || request.between != ContactsWanted{Partition::whole, false};
  pair_.vertex_gradient = !pair.only_friction();
  pair_.rigid_gradient = pair.rigid;
  pair_.only_friction.reset();
  if (pair.only_friction() && threads == 1 && request.between.partition != Partition::patches)
    pair_.only_friction = request.friction;
}

/// All directions in the same memory, each to its end: what it needs stays close.
void PairWork::sample_in_turn(const LdiSettings& settings, const PairResult& result) {
  pair_.used_bands = 1;
  if (pair_.bands.empty())
    pair_.bands.resize(1);
  Band& band = pair_.bands.front();
  band.seconds_raster = band.seconds_walk = 0;
  for (int direction = 0; direction < 3; ++direction) {
    band.direction = direction;
    band.rows = all_rows(pair_, direction);
    band.first_interval = 0;
    sample(band, settings);
    count_band(band, result);
    if (!listed_) {
      sum({&band, 1});
      continue;
    }
    if (pair_.only_friction) {
      Clock clock;
      pass_pixels(pair_, direction, band.columns, result);
      band.seconds_walk += clock.lap();
      continue;
    }
    intervals_of(direction).resize(band.columns.found.count);
    make_room_for_pixels(pair_, direction + 1, result);
    list(band, result);
  }
}

/// Every direction in bands of rows, so that there is work for all threads. Where several cells share an
/// image, a band has all rows of those that it meets: so each cell is summed by one thread.
void PairWork::sample_side_by_side(const LdiSettings& settings, int threads, const PairResult& result) {
  cut_bands(threads);
  const std::span<Band> bands(pair_.bands.data(), pair_.used_bands);
  parallel_for(bands.size(), threads, [&](std::size_t task) {
    const std::size_t i = band_of(task, bands.size());
    sample(bands[i], settings);
    if (!listed_ && bands_along(bands[i].direction).size() == 1)
      sum(bands.subspan(i, 1));
  });
  std::array<std::size_t, 3> found{};
  for (Band& band : bands) {
    std::size_t& before = found[static_cast<std::size_t>(band.direction)];
    band.first_interval = before;
    before += band.columns.found.count;
    count_band(band, result);
  }
  if (!listed_) {
    parallel_for(3, threads, [&](std::size_t direction) {
      if (const std::span<Band> all = bands_along(static_cast<int>(direction)); all.size() > 1)
        sum(all);
    });
    return;
  }
  for (int direction = 0; direction < 3; ++direction)
    intervals_of(direction).resize(found[static_cast<std::size_t>(direction)]);
  make_room_for_pixels(pair_, 3, result);
  parallel_for(bands.size(), threads,
               [&](std::size_t task) { list(bands[band_of(task, bands.size())], result); });
}

void PairWork::cut_bands(int threads) {
  pair_.used_bands = 0;
  for (int direction = 0; direction < 3; ++direction) {
    const Rows all = all_rows(pair_, direction);
    const std::vector<std::uint8_t>& cells =
        pair_.layout.of_pixel[static_cast<std::size_t>(View(direction).v)];
    const bool one_cell = pair_.layout.total() == 1;
    const int bands = std::clamp(bands_of(direction, threads), 1, std::max(1, all.count() / fewest_rows));
    Rows rows{0, 0};
    for (int band = 1; band <= bands && rows.first < all.last; ++band) {
      rows.last = std::max(rows.first + 1, all.last * band / bands);
      while (!one_cell && rows.last < all.last &&
             cells[static_cast<std::size_t>(rows.last)] == cells[static_cast<std::size_t>(rows.last) - 1])
        ++rows.last;
      add_band(direction, rows);
      rows.first = rows.last;
    }
  }
}

void PairWork::add_band(int direction, Rows rows) {
  if (pair_.bands.size() == pair_.used_bands)
    pair_.bands.emplace_back();
  Band& band = pair_.bands[pair_.used_bands++];
  band.direction = direction;
  band.rows = rows;
  band.seconds_raster = band.seconds_walk = 0;
}

std::span<Band> PairWork::bands_along(int direction) {
  const auto begin = pair_.bands.begin(), end = begin + static_cast<std::ptrdiff_t>(pair_.used_bands);
  const auto before = [](const Band& band, int other) { return band.direction < other; };
  return {std::lower_bound(begin, end, direction, before),
          std::lower_bound(begin, end, direction + 1, before)};
}

/// Crossings and found intervals of a band.
void PairWork::sample(Band& band, const LdiSettings& settings) {
  std::array<ColumnStart, 2> starts;
  for (std::size_t body = 0; body < 2; ++body) {
    const SnappedSurface& surface = pair_.prepared.bodies[body];
    const DrawnTriangles& drawn = surface.triangles[static_cast<std::size_t>(band.direction)];
    starts[body] = {surface.surface->winding_at_infinity, drawn.complete, drawn.from_above,
                    surface.surface->balanced};
  }
  const std::uint32_t limit = static_cast<std::uint32_t>(std::max(1, settings.crossing_limit));
  Clock clock;
  simd::rasterise(pair_.prepared, band.direction, band.rows, band.list);
  band.seconds_raster += clock.lap();
  band.columns.within = depths_within(pair_.prepared.grid, band.direction);
  simd::walk_columns(band.list, starts, limit, band.columns);
  band.seconds_walk += clock.lap();
}

/// Intervals and contact pixels of a band.
void PairWork::list(Band& band, const PairResult& result) {
  Clock clock;
  const std::size_t count = band.columns.found.count;
  const int width = pair_.prepared.grid.region.pixels[static_cast<std::size_t>(View(band.direction).u)];
  const std::span<Interval> intervals(intervals_of(band.direction));
  list_intervals(band.columns, static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(band.rows.first),
                 intervals.subspan(band.first_interval, count));
  list_pixels(pair_, band.direction, band.first_interval, count, result);
  band.seconds_walk += clock.lap();
}

void PairWork::begin_sums() {
  for (std::size_t body = 0; body < 2; ++body)
    pair_.gradient.bodies[body].sums.begin(*pair_.prepared.bodies[body].surface);
}

/// Volume and gradient of a direction, of which these are all bands.
void PairWork::sum(std::span<Band> bands) {
  Clock clock;
  const View view(bands.front().direction);
  const std::size_t direction = static_cast<std::size_t>(view.depth);
  DirectionWork& work = pair_.directions[direction];
  work.added = 0;
  for (const Band& band : bands)
    work.added += band.columns.found.count;
  const GradientUnits units = gradient_units(work.added);
  const std::uint32_t width =
      static_cast<std::uint32_t>(pair_.prepared.grid.region.pixels[static_cast<std::size_t>(view.u)]);
  std::array<GradientScratch::OfBody, 2>& bodies = pair_.gradient.bodies;
  for (const Band& band : bands)
    sum_intervals(
        band.columns,
        {width, static_cast<std::uint32_t>(band.rows.first), static_cast<std::uint32_t>(direction), units},
        work.sums.row_lengths, {&bodies[0].sums, &bodies[1].sums});
  bands.front().seconds_walk += clock.lap();
}

} // namespace lamina::ldi
