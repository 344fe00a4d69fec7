#include "core/contact/ldi/contact_list.h"

#include "core/base/parallel.h"

namespace lamina::ldi {

namespace {

/// What the directions found, and room for their pixels.
void sum_directions(const SampledPair& pair, PairContacts& result) {
  const Vec3& pixel_size = pair.prepared.grid.pixel_size;
  std::size_t intervals = 0;
  for (int direction = 0; direction < 3; ++direction) {
    const View view(direction);
    const DirectionWork& found = pair.directions[static_cast<std::size_t>(direction)];
    const std::uint32_t width =
        static_cast<std::uint32_t>(result.region.pixels[static_cast<std::size_t>(view.u)]);
    intervals += found.intervals.size();
    result.volume_xyz[direction] = pixel_size[view.u] * pixel_size[view.v] * found.length;
    result.columns += found.columns;
    result.fragments += found.fragments;
    for (const BadColumn& bad : found.bad)
      result.dropped.push_back(
          {static_cast<std::uint8_t>(direction),
           {static_cast<std::uint16_t>(bad.index % width), static_cast<std::uint16_t>(bad.index / width)},
           bad.too_many_crossings});
  }
  result.volume = result.volume_xyz.mean();
  result.pixels.resize(intervals);
}

void list_pixels(SampledPair& pair, int direction, PairContacts& result) {
  std::size_t begin = 0;
  for (int before = 0; before < direction; ++before)
    begin += pair.directions[static_cast<std::size_t>(before)].intervals.size();
  DirectionWork& found = pair.directions[static_cast<std::size_t>(direction)];
  const std::span<ContactPixelPair> pixels(result.pixels.data() + begin, found.intervals.size());
  found.area = make_pixel_pairs(pair.prepared, direction, found.intervals, pair.layout, pixels, found.sums);
}

/// Measure, area and limit of one cell or patch, or of the whole pair.
Contact make_contact(const SampledPair& pair, Sharing sharing, int index, const PairContacts& result) {
  const std::size_t c = static_cast<std::size_t>(index);
  Contact contact;
  contact.gradient = {pair.ranges[2 * c], pair.ranges[2 * c + 1]};
  if (sharing == Sharing::whole) {
    contact.measure = result.volume;
    contact.area = result.area;
    return contact;
  }
  contact.cell = index;
  if (sharing == Sharing::patches) {
    const Patch& patch = pair.patches.patches()[c];
    contact.measure = patch.volume;
    contact.area = patch.area;
    contact.depth_limit = patch.extent.size().minCoeff();
    return contact;
  }
  contact.depth_limit = result.region.size.minCoeff();
  const Vec3& pixel_size = pair.prepared.grid.pixel_size;
  for (int direction = 0; direction < 3; ++direction) {
    const View view(direction);
    const CellSums& sums = pair.directions[static_cast<std::size_t>(direction)].sums;
    contact.measure += pixel_size[view.u] * pixel_size[view.v] * sums.lengths[c] / 3;
    contact.area += sums.areas[c];
  }
  return contact;
}

} // namespace

ImageWork& image_of(SampledPair& pair, int direction, int threads) {
  return pair.images[threads == 1 ? 0 : static_cast<std::size_t>(direction)];
}

void keep_columns(const ImageWork& image, DirectionWork& work) {
  work.columns = image.list.columns();
  work.fragments = image.list.crossings();
  work.bad.assign(image.columns.bad.begin(), image.columns.bad.end());
}

void list_contacts(SampledPair& pair, Sharing sharing, bool without_area, int threads, PairContacts& result) {
  sum_directions(pair, result);
  parallel_for(3, threads, [&](std::size_t d) { list_pixels(pair, static_cast<int>(d), result); });
  for (const DirectionWork& direction : pair.directions)
    result.area += direction.area;
  if (result.pixels.empty())
    return;

  std::array<const std::vector<Interval>*, 3> intervals{};
  for (std::size_t direction = 0; direction < 3; ++direction)
    intervals[direction] = &pair.directions[direction].intervals;
  int count = pair.layout.total();
  if (sharing == Sharing::patches) {
    pair.patches.find(pair.prepared.grid, intervals, result.pixels);
    count = static_cast<int>(pair.patches.patches().size());
  }
  build_gradients(pair.prepared, intervals, result.pixels, sharing, count, threads, pair.gradient,
                  result.gradient, pair.ranges);
  for (int index = 0; index < count; ++index) {
    const Contact contact = make_contact(pair, sharing, index, result);
    if (contact.area > 0 || without_area)
      result.contacts.push_back(contact);
  }
}

PairSeconds split_sampling(const std::array<DirectionWork, 3>& directions, double sampling) {
  double raster = 0, walk = 0;
  for (const DirectionWork& direction : directions) {
    raster += direction.seconds_raster;
    walk += direction.seconds_walk;
  }
  PairSeconds seconds;
  seconds.ldi = raster + walk > 0 ? sampling * raster / (raster + walk) : sampling;
  seconds.volume = sampling - seconds.ldi;
  return seconds;
}

} // namespace lamina::ldi
