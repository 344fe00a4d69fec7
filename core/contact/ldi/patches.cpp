#include "core/contact/ldi/patches.h"

#include <algorithm>

namespace lamina::ldi {

namespace {

constexpr std::size_t most_patches = 65'535;
constexpr int most_lookups = 32;

std::uint16_t voxel_at(const Grid& grid, int axis, double depth) {
  const double at = (depth - grid.region.minimum[axis]) / grid.pixel_size[axis];
  const int last = grid.region.pixels[static_cast<std::size_t>(axis)] - 1;
  return static_cast<std::uint16_t>(std::clamp(at, 0.0, static_cast<double>(last)));
}

} // namespace

std::span<const PatchFinder::Segment> PatchFinder::Image::column(int pixel, int row) const {
  if (pixel < 0 || pixel >= width || row >= height)
    return {};
  const std::size_t c =
      static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(pixel);
  return {segments.data() + begins[c], begins[c + 1] - begins[c]};
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
  image.first = static_cast<std::uint32_t>(parent_.size());
  image.width = grid.region.pixels[static_cast<std::size_t>(view.u)];
  image.height = grid.region.pixels[static_cast<std::size_t>(view.v)];
  image.segments.clear();
  image.begins.assign(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) + 1, 0);
  for (const Interval& interval : intervals) {
    const Segment segment{interval.pixel[0], interval.pixel[1], voxel_at(grid, direction, interval.depth[0]),
                          voxel_at(grid, direction, interval.depth[1])};
    Segment* last = image.segments.empty() ? nullptr : &image.segments.back();
    if (last && last->pixel == segment.pixel && last->row == segment.row && last->adjoins(segment)) {
      last->last_voxel = std::max(last->last_voxel, segment.last_voxel);
    } else {
      image.segments.push_back(segment);
      parent_.push_back(static_cast<std::uint32_t>(parent_.size()));
      ++image.begins[static_cast<std::size_t>(segment.row) * static_cast<std::size_t>(image.width) +
                     segment.pixel + 1];
    }
    segment_of_.push_back(static_cast<std::uint32_t>(parent_.size()) - 1);
  }
  for (std::size_t c = 1; c < image.begins.size(); ++c)
    image.begins[c] += image.begins[c - 1];
}

void PatchFinder::join_neighbours(const Image& image) {
  for (std::size_t s = 0; s < image.segments.size();) {
    const Segment& first = image.segments[s];
    const std::span<const Segment> own = image.column(first.pixel, first.row);
    join_columns(image, own, image.column(first.pixel + 1, first.row));
    for (int step = -1; step <= 1; ++step)
      join_columns(image, own, image.column(first.pixel + step, first.row + 1));
    s += own.size();
  }
}

/// Both columns' segments ascend with at least a voxel between them, so one pass finds all that adjoin.
void PatchFinder::join_columns(const Image& image, std::span<const Segment> a, std::span<const Segment> b) {
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].adjoins(b[j]))
      join(number_of(image, a[i]), number_of(image, b[j]));
    if (a[i].last_voxel < b[j].last_voxel)
      ++i;
    else
      ++j;
  }
}

/// Joins the segments of one direction with those of the two others that pass through its voxels.
void PatchFinder::join_directions(int direction) {
  const View view(direction);
  const Image& image = images_[static_cast<std::size_t>(direction)];
  for (const Segment& segment : image.segments) {
    std::array<int, 3> voxel{};
    voxel[static_cast<std::size_t>(view.u)] = segment.pixel;
    voxel[static_cast<std::size_t>(view.v)] = segment.row;
    const int steps = segment.last_voxel - segment.first_voxel;
    const int lookups = std::min(steps + 1, most_lookups);
    for (int k = 0; k < lookups; ++k) {
      voxel[static_cast<std::size_t>(view.depth)] =
          segment.first_voxel + (lookups > 1 ? steps * k / (lookups - 1) : 0);
      for (const int other : {view.u, view.v}) {
        const View across(other);
        const Image& crossed = images_[static_cast<std::size_t>(other)];
        const int depth = voxel[static_cast<std::size_t>(other)];
        for (const Segment& candidate : crossed.column(voxel[static_cast<std::size_t>(across.u)],
                                                       voxel[static_cast<std::size_t>(across.v)]))
          if (candidate.first_voxel <= depth + 1 && depth <= candidate.last_voxel + 1)
            join(number_of(image, segment), number_of(crossed, candidate));
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
  std::size_t count = 0;
  for (std::uint32_t s = 0; s < parent_.size(); ++s) {
    const std::uint32_t first = root(s);
    if (first == s)
      count = std::min(count + 1, most_patches);
    patch_of_[s] = first == s ? static_cast<std::uint16_t>(count - 1) : patch_of_[first];
  }
  patches_.assign(count, {});
}

void PatchFinder::sum_up(const Grid& grid, const std::array<ListedIntervals, 3>& listed,
                         std::span<ContactPixelPair> pixels) {
  std::size_t at = 0;
  for (int direction = 0; direction < 3; ++direction) {
    const View view(direction);
    const auto& [intervals, cells] = listed[static_cast<std::size_t>(direction)];
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      const Interval& interval = intervals[i];
      ContactPixelPair& pixel = pixels[at];
      const std::uint16_t number = patch_of_[segment_of_[at]];
      ++at;
      pixel.cell = cells[i] = {number, number};
      Patch& patch = patches_[number];
      patch.volume += interval.sheets * interval.length() * pixel.area / 3;
      patch.area += pixel.weight;
      Vec3 corner;
      for (int far = 0; far < 2; ++far) {
        corner[view.depth] = interval.depth[static_cast<std::size_t>(far)];
        corner[view.u] = grid.region.minimum[view.u] + (interval.pixel[0] + far) * grid.pixel_size[view.u];
        corner[view.v] = grid.region.minimum[view.v] + (interval.pixel[1] + far) * grid.pixel_size[view.v];
        patch.extent.include(corner);
      }
    }
  }
}

} // namespace lamina::ldi
