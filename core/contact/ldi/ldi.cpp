#include "core/contact/ldi/ldi.h"

#include "core/base/parallel.h"
#include "core/contact/ldi/gradient.h"
#include "core/contact/ldi/pixel_pairs.h"
#include "core/contact/ldi/scratch_pool.h"

#include <algorithm>
#include <chrono>

namespace lamina {

namespace {

using namespace ldi;

/// Pairs are worked on in batches, so that memory stays bounded and warm.
constexpr std::size_t batch_pairs = 64;
constexpr std::size_t batch_triangles = 4'000'000;

class Clock {
public:
  /// Seconds since the last call.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return seconds;
  }

private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// Crossings on their way into columns; one for each thread at work.
struct ColumnScratch {
  FragmentList list;
  ColumnSet columns;
};

/// What one direction found.
struct DirectionResult {
  std::vector<Interval> intervals;
  std::vector<BadColumn> bad;
  std::uint64_t columns = 0, crossings = 0;
  double length = 0; ///< of all intervals, m
  double area = 0;   ///< of pairs between different bodies, m²
  CellSums sums;
  double seconds_raster = 0, seconds_walk = 0;
};

/// One pair of a batch, with memory that is kept from step to step.
struct PairWork {
  PreparedPair prepared;
  CellLayout layout;
  std::array<DirectionResult, 3> directions;
  std::vector<Range> ranges;
};

class LdiCpu : public ContactMethod {
public:
  MethodTimings detect(std::span<const Surface* const> surfaces, std::span<const BodyPair> pairs,
                       const Settings& settings, const CameraView& camera,
                       std::vector<PairContacts>& results) override;

private:
  void find_own_bounds(std::span<const Surface* const> surfaces, std::span<const BodyPair> pairs,
                       const Settings& settings);
  void prepare(const BodyPair& bodies, std::span<const Surface* const> surfaces, const Settings& settings,
               const CameraView& camera, PairWork& work, PairContacts& result);
  void sample(PairWork& work, int direction, const Settings& settings);
  void gather(PairWork& work, const Settings& settings, PairContacts& result);

  std::vector<Box> own_bounds_;        ///< per surface, along its own axes; of those that need it
  std::vector<std::uint32_t> rotated_; ///< surfaces that need own bounds
  std::vector<PairWork> batch_;
  ScratchPool<ColumnScratch> column_pool_;
  ScratchPool<GradientScratch> gradient_pool_;
};

/// Bounds along a rigid surface's own axes serve all of its pairs.
void LdiCpu::find_own_bounds(std::span<const Surface* const> surfaces, std::span<const BodyPair> pairs,
                             const Settings& settings) {
  own_bounds_.assign(surfaces.size(), Box{});
  rotated_.clear();
  if (settings.axes == AxesChoice::world)
    return;
  for (const BodyPair& pair : pairs)
    for (const std::uint32_t body : {pair.a, pair.b})
      if (surfaces[body]->axes && *surfaces[body]->axes != Mat3::Identity())
        rotated_.push_back(body);
  std::sort(rotated_.begin(), rotated_.end());
  rotated_.erase(std::unique(rotated_.begin(), rotated_.end()), rotated_.end());
  parallel_for(rotated_.size(), settings.threads, [&](std::size_t i) {
    const Surface& surface = *surfaces[rotated_[i]];
    own_bounds_[rotated_[i]] = bounds_along(surface, *surface.axes);
  });
}

void LdiCpu::prepare(const BodyPair& bodies, std::span<const Surface* const> surfaces,
                     const Settings& settings, const CameraView& camera, PairWork& work,
                     PairContacts& result) {
  result.clear();
  result.body = {bodies.a, bodies.b};
  work.prepared.overlaps = false;
  if (bodies.a == bodies.b)
    return;
  prepare_pair(*surfaces[bodies.a], *surfaces[bodies.b], {own_bounds_[bodies.a], own_bounds_[bodies.b]},
               settings, camera, work.prepared);
  if (!work.prepared.overlaps)
    return;
  result.region = work.prepared.grid.region;
  lay_cells(work.prepared.grid, settings.law == ContactLaw::cells ? settings.cells : 1, work.layout);
}

/// Layers and intervals of one direction.
void LdiCpu::sample(PairWork& work, int direction, const Settings& settings) {
  DirectionResult& result = work.directions[static_cast<std::size_t>(direction)];
  const PreparedPair& pair = work.prepared;
  std::array<ColumnStart, 2> starts;
  for (std::size_t body = 0; body < 2; ++body) {
    const DrawnTriangles& drawn = pair.bodies[body].triangles[static_cast<std::size_t>(direction)];
    starts[body] = {pair.bodies[body].surface->winding_at_infinity, drawn.complete, drawn.from_above};
  }
  const std::uint32_t limit = static_cast<std::uint32_t>(std::max(1, settings.crossing_limit));
  const auto scratch = column_pool_.borrow();
  Clock clock;
  rasterise(pair, direction, scratch->list);
  sort_columns(scratch->list, starts, limit, scratch->columns);
  result.seconds_raster = clock.lap();
  result.length =
      find_intervals(scratch->columns, pair.grid.region.pixels[static_cast<std::size_t>(View(direction).u)],
                     result.intervals);
  result.bad.assign(scratch->columns.bad.begin(), scratch->columns.bad.end());
  result.columns = scratch->list.counts().size();
  result.crossings = scratch->list.crossings();
  result.seconds_walk = clock.lap();
}

/// Sums of the three directions, and the contacts.
void LdiCpu::gather(PairWork& work, const Settings& settings, PairContacts& result) {
  const Vec3& pixel_size = work.prepared.grid.pixel_size;
  std::array<const std::vector<Interval>*, 3> intervals{};
  for (int direction = 0; direction < 3; ++direction) {
    const View view(direction);
    const DirectionResult& found = work.directions[static_cast<std::size_t>(direction)];
    const std::uint32_t width =
        static_cast<std::uint32_t>(result.region.pixels[static_cast<std::size_t>(view.u)]);
    intervals[static_cast<std::size_t>(direction)] = &found.intervals;
    result.volume_xyz[direction] = pixel_size[view.u] * pixel_size[view.v] * found.length;
    result.area += found.area;
    result.columns += found.columns;
    result.fragments += found.crossings;
    for (const BadColumn& bad : found.bad)
      result.dropped.push_back(
          {static_cast<std::uint8_t>(direction),
           {static_cast<std::uint16_t>(bad.index % width), static_cast<std::uint16_t>(bad.index / width)},
           bad.too_many_crossings});
  }
  result.volume = result.volume_xyz.mean();
  if (result.pixels.empty())
    return;

  const bool cells = settings.law == ContactLaw::cells;
  const auto scratch = gradient_pool_.borrow();
  build_gradients(work.prepared, intervals, result.pixels, cells ? Sharing::cells : Sharing::whole,
                  work.layout.total(), *scratch, result.gradient, work.ranges);
  for (int cell = 0; cell < work.layout.total(); ++cell) {
    const std::size_t c = static_cast<std::size_t>(cell);
    Contact contact;
    contact.gradient = {work.ranges[2 * c], work.ranges[2 * c + 1]};
    if (cells) {
      contact.cell = cell;
      for (int direction = 0; direction < 3; ++direction) {
        const View view(direction);
        const CellSums& sums = work.directions[static_cast<std::size_t>(direction)].sums;
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

MethodTimings LdiCpu::detect(std::span<const Surface* const> surfaces, std::span<const BodyPair> pairs,
                             const Settings& settings, const CameraView& camera,
                             std::vector<PairContacts>& results) {
  MethodTimings timings;
  Clock clock;
  results.resize(pairs.size());
  find_own_bounds(surfaces, pairs, settings);
  if (batch_.size() < std::min(pairs.size(), batch_pairs))
    batch_.resize(std::min(pairs.size(), batch_pairs));

  for (std::size_t first = 0; first < pairs.size();) {
    std::size_t count = 0, triangles = 0;
    for (; first + count < pairs.size() && count < batch_pairs && triangles < batch_triangles; ++count)
      for (const std::uint32_t body : {pairs[first + count].a, pairs[first + count].b})
        triangles += surfaces[body]->triangles ? surfaces[body]->triangles->size() : 0;

    parallel_for(count, settings.threads, [&](std::size_t i) {
      prepare(pairs[first + i], surfaces, settings, camera, batch_[i], results[first + i]);
    });
    timings.upload += clock.lap();

    parallel_for(3 * count, settings.threads, [&](std::size_t i) {
      if (batch_[i / 3].prepared.overlaps)
        sample(batch_[i / 3], static_cast<int>(i % 3), settings);
    });
    const double seconds = clock.lap();

    // Layers and walks were done in one go; their wall time is split as the threads' time was.
    double raster = 0, walk = 0;
    for (std::size_t i = 0; i < count; ++i)
      if (batch_[i].prepared.overlaps)
        for (const DirectionResult& direction : batch_[i].directions) {
          raster += direction.seconds_raster;
          walk += direction.seconds_walk;
        }
    const double raster_share = raster + walk > 0 ? raster / (raster + walk) : 1;
    timings.ldi += raster_share * seconds;
    timings.volume += (1 - raster_share) * seconds;

    parallel_for(count, settings.threads, [&](std::size_t i) {
      std::size_t intervals = 0;
      for (const DirectionResult& direction : batch_[i].directions)
        intervals += direction.intervals.size();
      if (batch_[i].prepared.overlaps)
        results[first + i].pixels.resize(intervals);
    });
    parallel_for(3 * count, settings.threads, [&](std::size_t i) {
      PairWork& work = batch_[i / 3];
      if (!work.prepared.overlaps)
        return;
      const std::size_t direction = i % 3;
      std::size_t begin = 0;
      for (std::size_t before = 0; before < direction; ++before)
        begin += work.directions[before].intervals.size();
      DirectionResult& found = work.directions[direction];
      const std::span<ContactPixelPair> pixels(results[first + i / 3].pixels.data() + begin,
                                               found.intervals.size());
      found.area = make_pixel_pairs(work.prepared, static_cast<int>(direction), found.intervals, work.layout,
                                    pixels, found.sums);
    });
    parallel_for(count, settings.threads, [&](std::size_t i) {
      if (batch_[i].prepared.overlaps)
        gather(batch_[i], settings, results[first + i]);
    });
    timings.volume += clock.lap();
    first += count;
  }
  return timings;
}

} // namespace

std::unique_ptr<ContactMethod> make_ldi_cpu() {
  return std::make_unique<LdiCpu>();
}

} // namespace lamina
