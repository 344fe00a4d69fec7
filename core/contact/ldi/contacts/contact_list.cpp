#include "core/contact/ldi/contacts/contact_list.h"

#include <numeric>

namespace lamina::ldi {

namespace {

std::size_t intervals_before(const SampledPair& pair, int direction) {
  std::size_t sum = 0;
  for (int before = 0; before < direction; ++before)
    sum += pair.directions[static_cast<std::size_t>(before)].intervals.size();
  return sum;
}

std::uint64_t intervals_added(const SampledPair& pair) {
  return pair.directions[0].added + pair.directions[1].added + pair.directions[2].added;
}

/// Measure, area and limit of one cell or patch, or of the whole pair.
Contact make_contact(const SampledPair& pair, Partition partition, int index, const PairResult& result) {
  const std::size_t c = static_cast<std::size_t>(index);
  Contact contact;
  contact.gradient = {pair.ranges[2 * c], pair.ranges[2 * c + 1]};
  if (partition == Partition::whole) {
    contact.measure = result.images.volume;
    contact.area = result.pair.area;
    return contact;
  }
  contact.cell = index;
  if (partition == Partition::patches) {
    const Patch& patch = pair.patches.patches()[c];
    contact.measure = patch.volume;
    contact.area = patch.area;
    contact.depth_limit = patch.extent.size().minCoeff();
    return contact;
  }
  contact.depth_limit = result.pair.region.size.minCoeff();
  const Vec3& pixel_size = pair.prepared.grid.pixel_size;
  for (int direction = 0; direction < 3; ++direction) {
    const View view(direction);
    const DirectionSums& sums = pair.directions[static_cast<std::size_t>(direction)].sums;
    contact.measure += pixel_size[view.u] * pixel_size[view.v] * sums.cell_lengths[c] / 3;
    contact.area += sums.cell_areas[c];
  }
  return contact;
}

} // namespace

Rows all_rows(const SampledPair& pair, int direction) {
  return {0, pair.prepared.grid.region.pixels[static_cast<std::size_t>(View(direction).v)]};
}

void begin_lists(SampledPair& pair) {
  for (int direction = 0; direction < 3; ++direction)
    pair.directions[static_cast<std::size_t>(direction)].sums.begin(
        static_cast<std::size_t>(all_rows(pair, direction).count()),
        static_cast<std::size_t>(pair.layout.total()));
  pair.moments.assign(pair.only_friction ? static_cast<std::size_t>(pair.layout.total()) : 0, {});
}

void count_band(const Band& band, const PairResult& result) {
  result.images.columns += band.list.columns();
  result.images.fragments += band.list.crossings();
  list_dropped(band.direction, band.rows.first, band.columns.bad, result);
}

void list_dropped(int direction, int first_row, std::span<const BadColumn> bad, const PairResult& result) {
  const std::uint32_t width =
      static_cast<std::uint32_t>(result.pair.region.pixels[static_cast<std::size_t>(View(direction).u)]);
  for (const BadColumn& column : bad)
    result.images.dropped.push_back(
        {static_cast<std::uint8_t>(direction),
         {static_cast<std::uint16_t>(column.index % width),
          static_cast<std::uint16_t>(static_cast<std::uint32_t>(first_row) + column.index / width)},
         column.too_many_crossings});
}

void make_room_for_pixels(SampledPair& pair, int directions, const PairResult& result) {
  for (int direction = 0; direction < directions; ++direction) {
    DirectionWork& found = pair.directions[static_cast<std::size_t>(direction)];
    found.cells.resize(found.intervals.size());
  }
  const std::size_t count = intervals_before(pair, directions);
  if (result.images.pixels.size() < count)
    result.images.pixels.resize(count);
}

void list_pixels(SampledPair& pair, int direction, std::size_t first, std::size_t count,
                 const PairResult& result) {
  DirectionWork& found = pair.directions[static_cast<std::size_t>(direction)];
  const std::span<const Interval> intervals(found.intervals);
  make_pixel_pairs(pair.prepared, direction, intervals.subspan(first, count), pair.layout,
                   std::span(result.images.pixels).subspan(intervals_before(pair, direction) + first, count),
                   std::span(found.cells).subspan(first, count), found.sums);
}

void pass_pixels(SampledPair& pair, int direction, const ColumnSet& columns, const PairResult& result) {
  DirectionWork& found = pair.directions[static_cast<std::size_t>(direction)];
  found.added = columns.found.count;
  if (direction == 0)
    result.pair.friction.begin(result.pair.region.middle());
  const int width = result.pair.region.pixels[static_cast<std::size_t>(View(direction).u)];
  IntervalLister intervals(columns, static_cast<std::uint32_t>(width), 0);
  pass_pixel_pairs(pair.prepared, direction, intervals, pair.layout, *pair.only_friction,
                   result.pair.friction, pair.moments, found.sums);
}

/// Rows are added up in their order, whoever summed each.
void sum_directions(SampledPair& pair, const PairResult& result) {
  const Vec3& pixel_size = pair.prepared.grid.pixel_size;
  for (int direction = 0; direction < 3; ++direction) {
    const View view(direction);
    DirectionSums& sums = pair.directions[static_cast<std::size_t>(direction)].sums;
    const double length = std::accumulate(sums.row_lengths.begin(), sums.row_lengths.end(), 0.0);
    const double area = std::accumulate(sums.row_areas.begin(), sums.row_areas.end(), 0.0);
    if (pair.layout.total() == 1) {
      sums.cell_lengths[0] = length;
      sums.cell_areas[0] = area;
    }
    result.images.volume_xyz[direction] = pixel_size[view.u] * pixel_size[view.v] * length;
    result.pair.area += area;
  }
  result.images.volume = result.images.volume_xyz.mean();
}

void sum_moments(SampledPair& pair, int count, const PairResult& result) {
  if (!pair.rigid_gradient || pair.only_friction)
    return;
  pair.moments.assign(static_cast<std::size_t>(count), {});
  add_moments(pair.prepared.grid, result.images.pixels, pair.moments);
}

void make_contacts(const SampledPair& pair, Partition partition, int count, bool without_area,
                   const PairResult& result) {
  for (int index = 0; index < count; ++index) {
    const Contact contact = make_contact(pair, partition, index, result);
    if (contact.area <= 0 && !without_area)
      continue;
    result.pair.contacts.push_back(contact);
    if (pair.rigid_gradient)
      result.pair.rigid.push_back(
          rigid_gradient(pair.prepared.grid, pair.moments[static_cast<std::size_t>(index)]));
  }
}

void list_contacts(SampledPair& pair, Partition partition, bool without_area, int threads,
                   const PairResult& result) {
  sum_directions(pair, result);
  result.images.intervals = pair.only_friction ? intervals_added(pair) : intervals_before(pair, 3);
  result.images.pixels.resize(pair.only_friction ? 0 : result.images.intervals);
  if (result.images.intervals == 0)
    return;

  std::array<ListedIntervals, 3> listed;
  for (std::size_t direction = 0; direction < 3; ++direction)
    listed[direction] = {pair.directions[direction].intervals, pair.directions[direction].cells};
  int count = pair.layout.total();
  if (partition == Partition::patches) {
    pair.patches.find(pair.prepared.grid, listed, result.images.pixels);
    count = static_cast<int>(pair.patches.patches().size());
  }
  if (pair.vertex_gradient)
    build_gradients(pair.prepared, listed, partition, count, threads, pair.gradient, result.pair.gradient,
                    pair.ranges);
  else
    pair.ranges.assign(2 * static_cast<std::size_t>(count), {});
  sum_moments(pair, count, result);
  make_contacts(pair, partition, count, without_area, result);
}

void list_whole_contact(SampledPair& pair, const PairResult& result) {
  sum_directions(pair, result);
  result.images.pixels.clear();
  VertexSums::Units units;
  for (std::size_t direction = 0; direction < 3; ++direction)
    units[direction] = gradient_units(pair.directions[direction].added);
  result.images.intervals = intervals_added(pair);
  if (result.images.intervals == 0)
    return;
  take_whole_gradient(pair.prepared.grid, units, pair.gradient, result.pair.gradient, pair.ranges);
  result.pair.contacts.push_back(make_contact(pair, Partition::whole, 0, result));
}

void forget_pixels(const PairResult& result) {
  result.images.pixels.clear();
  result.pair.area = 0;
  for (Contact& contact : result.pair.contacts)
    contact.area = 0;
}

PairSeconds split_wall(std::span<const PairSeconds> pairs, double wall) {
  PairSeconds sum;
  for (const PairSeconds& pair : pairs) {
    sum.upload += pair.upload;
    sum.ldi += pair.ldi;
    sum.volume += pair.volume;
  }
  const double total = sum.upload + sum.ldi + sum.volume, share = total > 0 ? wall / total : 0;
  return {share * sum.upload, share * sum.ldi, share * sum.volume};
}

PairSeconds split_sampling(std::span<const Band> bands, double sampling) {
  double raster = 0, walk = 0;
  for (const Band& band : bands) {
    raster += band.seconds_raster;
    walk += band.seconds_walk;
  }
  PairSeconds seconds;
  seconds.ldi = raster + walk > 0 ? sampling * raster / (raster + walk) : sampling;
  seconds.volume = sampling - seconds.ldi;
  return seconds;
}

} // namespace lamina::ldi
