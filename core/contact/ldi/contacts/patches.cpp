#include "core/contact/ldi/contacts/patches.h"

#include <algorithm>

namespace lamina::ldi {

namespace {

/// The segments of one column, by their numbers within their image.
class ColumnSegments {
public:
  ColumnSegments(const VoxelRange* segments, std::uint32_t first, std::uint32_t end)
      : segments_(segments), first_(first), end_(end) {}
  std::uint32_t first() const { return first_; }
  std::uint32_t next(std::uint32_t i) const { return i + 1; }
  bool is_end(std::uint32_t i) const { return i >= end_; }
  const VoxelRange& range(std::uint32_t i) const { return segments_[i]; }

private:
  const VoxelRange* segments_;
  std::uint32_t first_, end_;
};

template <class Image>
ColumnSegments column_of(const Image& image, int pixel, int row) {
  if (pixel < 0 || pixel >= image.width || row >= image.height)
    return {nullptr, 0, 0};
  const std::size_t c =
      static_cast<std::size_t>(row) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(pixel);
  return {image.segments.data(), image.begins[c], image.begins[c + 1]};
}

/// Intervals are no longer: what overlaps lies in the region, but for a pixel at both ends.
double longest_interval(const Grid& grid, int direction) {
  return grid.region.size[direction] + 2 * grid.pixel_size[direction];
}

} // namespace

PatchExponents patch_exponents(const Grid& grid, int direction) {
  const View view(direction);
  return {exponent_above(longest_interval(grid, direction)),
          exponent_above(grid.pixel_size[view.u] * grid.pixel_size[view.v])};
}

Patch patch_of(const Grid& grid, const PatchSums& sums, const std::array<std::uint64_t, 3>& multiplicity) {
  Patch patch;
  for (int direction = 0; direction < 3; ++direction) {
    const View view(direction);
    const PatchExponents exponents = patch_exponents(grid, direction);
    const PatchUnits units =
        patch_units(multiplicity[static_cast<std::size_t>(direction)], exponents.length, exponents.area);
    const double length = static_cast<double>(sums.length[direction]) / units.of_length;
    patch.volume += grid.pixel_size[view.u] * grid.pixel_size[view.v] * length / 3;
    patch.area += static_cast<double>(sums.weight[direction]) / units.of_weight;
    const auto place = [&](std::uint32_t reach) {
      const double pixels = static_cast<double>(reach - reach_zero) / static_cast<double>(pixel_units);
      return grid.region.minimum[direction] + pixels * grid.pixel_size[direction];
    };
    patch.extent.min[direction] = place(~sums.reach[direction][0]);
    patch.extent.max[direction] = place(sums.reach[direction][1]);
  }
  return patch;
}

void PatchFinder::find(const Grid& grid, const std::array<ListedIntervals, 3>& listed,
                       std::span<ContactPixelPair> pixels) {
  segment_of_.clear();
  parent_.clear();
  for (int direction = 0; direction < 3; ++direction)
    collect(grid, direction, listed[static_cast<std::size_t>(direction)].intervals);
  for (const Image& image : images_)
    join_neighbours(image);
  for (int direction = 0; direction < 3; ++direction)
    join_directions(direction);
  number_patches();
  sum_up(grid, listed, pixels);
}

/// Joins the intervals of each column, and notes where columns begin.
void PatchFinder::collect(const Grid& grid, int direction, std::span<const Interval> intervals) {
  const View view(direction);
  Image& image = images_[static_cast<std::size_t>(direction)];
  const AxisGrid& axis = grid.axis[static_cast<std::size_t>(direction)];
  const int deep = grid.region.pixels[static_cast<std::size_t>(direction)];
  image.first = static_cast<std::uint32_t>(parent_.size());
  image.width = grid.region.pixels[static_cast<std::size_t>(view.u)];
  image.height = grid.region.pixels[static_cast<std::size_t>(view.v)];
  image.segments.clear();
  image.pixels.clear();
  image.begins.assign(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) + 1, 0);
  for (const Interval& interval : intervals) {
    const VoxelRange range = voxels_of(interval, axis, deep);
    if (!image.segments.empty() && image.pixels.back() == interval.pixel &&
        image.segments.back().adjoins(range)) {
      image.segments.back().last = std::max(image.segments.back().last, range.last);
    } else {
      image.segments.push_back(range);
      image.pixels.push_back(interval.pixel);
      parent_.push_back(static_cast<std::uint32_t>(parent_.size()));
      ++image.begins[static_cast<std::size_t>(interval.pixel[1]) * static_cast<std::size_t>(image.width) +
                     interval.pixel[0] + 1];
    }
    segment_of_.push_back(static_cast<std::uint32_t>(parent_.size()) - 1);
  }
  for (std::size_t c = 1; c < image.begins.size(); ++c)
    image.begins[c] += image.begins[c - 1];
}

void PatchFinder::join_neighbours(const Image& image) {
  const auto join_two = [&](std::uint32_t i, std::uint32_t j) { join(image.first + i, image.first + j); };
  for (std::size_t s = 0; s < image.segments.size(); ++s) {
    const auto [pixel, row] = image.pixels[s];
    const ColumnSegments own = column_of(image, pixel, row);
    if (s != own.first())
      continue;
    join_columns(own, column_of(image, pixel + 1, row), join_two);
    for (int step = -1; step <= 1; ++step)
      join_columns(own, column_of(image, pixel + step, row + 1), join_two);
  }
}

/// Joins the segments of one direction with those of the two others that pass through its voxels.
void PatchFinder::join_directions(int direction) {
  const View view(direction);
  const Image& image = images_[static_cast<std::size_t>(direction)];
  for (std::uint32_t s = 0; s < image.segments.size(); ++s) {
    std::array<int, 3> voxel{};
    voxel[static_cast<std::size_t>(view.u)] = image.pixels[s][0];
    voxel[static_cast<std::size_t>(view.v)] = image.pixels[s][1];
    const int lookups = lookups_of(image.segments[s]);
    for (int k = 0; k < lookups; ++k) {
      voxel[static_cast<std::size_t>(view.depth)] = lookup_at(image.segments[s], lookups, k);
      for (const int other : {view.u, view.v}) {
        const View across(other);
        const Image& crossed = images_[static_cast<std::size_t>(other)];
        const ColumnSegments column = column_of(crossed, voxel[static_cast<std::size_t>(across.u)],
                                                voxel[static_cast<std::size_t>(across.v)]);
        for (std::uint32_t i = column.first(); !column.is_end(i); i = column.next(i))
          if (column.range(i).reaches(voxel[static_cast<std::size_t>(other)]))
            join(image.first + s, crossed.first + i);
      }
    }
  }
}

std::uint32_t PatchFinder::root(std::uint32_t segment) {
  while (parent_[segment] != segment) {
    parent_[segment] = parent_[parent_[segment]];
    segment = parent_[segment];
  }
  return segment;
}

void PatchFinder::join(std::uint32_t a, std::uint32_t b) {
  a = root(a);
  b = root(b);
  parent_[std::max(a, b)] = std::min(a, b);
}

/// The least segment of a set comes first, so its patch has a number before the others ask for it.
void PatchFinder::number_patches() {
  patch_of_.resize(parent_.size());
  std::uint32_t count = 0;
  for (std::uint32_t s = 0; s < parent_.size(); ++s) {
    const std::uint32_t first = root(s);
    if (first == s)
      count = std::min(count + 1, most_patches);
    patch_of_[s] = first == s ? static_cast<std::uint16_t>(count - 1) : patch_of_[first];
  }
  sums_.assign(count, {});
}

void PatchFinder::sum_up(const Grid& grid, const std::array<ListedIntervals, 3>& listed,
                         std::span<ContactPixelPair> pixels) {
  std::array<std::uint64_t, 3> multiplicity{};
  std::size_t at = 0;
  for (std::size_t direction = 0; direction < 3; ++direction) {
    const auto& [intervals, cells] = listed[direction];
    for (const Interval& interval : intervals)
      multiplicity[direction] += interval.multiplicity;
    const PatchExponents exponents = patch_exponents(grid, static_cast<int>(direction));
    const PatchUnits units = patch_units(multiplicity[direction], exponents.length, exponents.area);
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      ContactPixelPair& pixel = pixels[at];
      const std::uint16_t number = patch_of_[segment_of_[at]];
      ++at;
      pixel.cell = cells[i] = {number, number};
      const PatchShare share = share_in_patch(intervals[i], pixel.weight, units, grid.axis[direction]);
      PatchSums& sums = sums_[number];
      sums.length[direction] += share.length;
      sums.weight[direction] += share.weight;
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t end = 0; end < 2; ++end) {
          std::uint32_t& reach = sums.reach[(direction + k) % 3][end];
          reach = std::max(reach, share.reach[k][end]);
        }
    }
  }
  take(grid, sums_, multiplicity);
}

void PatchFinder::take(const Grid& grid, std::span<const PatchSums> sums,
                       const std::array<std::uint64_t, 3>& multiplicity) {
  patches_.clear();
  for (const PatchSums& patch : sums)
    patches_.push_back(patch_of(grid, patch, multiplicity));
}

} // namespace lamina::ldi
