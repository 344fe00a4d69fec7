#include "gpu/stages/contact_results.h"

#include <cstring>

namespace lamina::gpu {

namespace {

static_assert(sizeof(DevicePixel) == sizeof(ContactPixelPair) &&
                  alignof(DevicePixel) == alignof(ContactPixelPair),
              "one is read as the other");

std::uint32_t columns_of(const ImageView& image) {
  return static_cast<std::uint32_t>(image.width * image.height);
}

std::uint32_t cells_of(const PairView& pair) {
  return pair.cells[0] * pair.cells[1] * pair.cells[2];
}

void take_sums(const ContactResults& results, const PairView& pair, std::size_t p, PairLayers& layers) {
  layers.columns = layers.fragments = layers.found = 0;
  for (std::size_t direction = 0; direction < 3; ++direction) {
    const ImageView& image = pair.image[direction];
    const ImageTotals& total = results.totals[3 * p + direction];
    layers.columns += columns_of(image);
    layers.fragments += total.crossings;
    layers.found += total.intervals;
    ldi::DirectionSums& sums = layers.sums[direction];
    sums.begin(1, cells_of(pair));
    sums.row_lengths[0] = total.sum.length;
    sums.row_areas[0] = total.sum.area;
    for (std::size_t cell = 0; cells_of(pair) > 1 && cell < cells_of(pair); ++cell) {
      sums.cell_lengths[cell] = results.cells[image.first_cell + cell].length;
      sums.cell_areas[cell] = results.cells[image.first_cell + cell].area;
    }
  }
}

/// Takes a pair's entries, which begin with `entry`, and puts those of each group together.
bool take_gradient(std::span<const DeviceGradient> gradient, const PairView& pair,
                   const std::uint32_t* vertices, std::size_t& entry, PairLayers& layers) {
  const std::uint32_t groups = 2 * cells_of(pair);
  std::vector<Range>& ranges = layers.ranges;
  ranges.assign(groups, {});
  std::size_t end = entry;
  for (; end < gradient.size() && gradient[end].group - pair.first_group < groups; ++end) {
    const std::uint32_t group = gradient[end].group - pair.first_group;
    if (gradient[end].vertex >= vertices[group & 1])
      return false;
    ++ranges[group].end;
  }
  std::uint32_t begin = 0;
  for (Range& range : ranges) {
    begin += range.end;
    range.begin = range.end = begin - range.end;
  }
  layers.gradient.resize(end - entry);
  for (; entry < end; ++entry) {
    const auto& [value, vertex, group] = gradient[entry];
    layers.gradient[ranges[group - pair.first_group].end++] = {vertex, {value[0], value[1], value[2]}};
  }
  return true;
}

/// Whether these can be the pixels of a pair's surfaces and images.
bool are_valid(std::span<const ContactPixelPair> pixels, const BatchArrays& arrays, std::size_t pair) {
  const PairView& view = arrays.pairs[pair];
  const PartView* const parts = arrays.parts.data() + 2 * pair;
  const std::uint32_t cells = cells_of(view);
  for (const ContactPixelPair& pixel : pixels) {
    if (pixel.axis > 2)
      return false;
    const ImageView& image = view.image[pixel.axis];
    bool valid = pixel.pixel[0] < image.width && pixel.pixel[1] < image.height;
    for (std::size_t end = 0; end < 2; ++end)
      valid = valid && pixel.body[end] < 2 && pixel.triangle[end] < parts[pixel.body[end]].triangles &&
              pixel.cell[end] < cells;
    if (!valid)
      return false;
  }
  return true;
}

bool take_pixels(std::span<const DevicePixel> pixels, const BatchArrays& arrays, std::size_t p,
                 PairLayers& layers) {
  layers.pixels.resize(pixels.size());
  if (!pixels.empty())
    std::memcpy(static_cast<void*>(layers.pixels.data()), pixels.data(), pixels.size_bytes());
  return are_valid(layers.pixels, arrays, p);
}

} // namespace

bool hand_out(const ContactResults& results, const BatchArrays& arrays, std::uint64_t intervals,
              std::span<PairLayers> layers) {
  std::uint64_t found = 0;
  std::size_t entry = 0;
  for (std::size_t p = 0; p < layers.size(); ++p) {
    take_sums(results, arrays.pairs[p], p, layers[p]);
    const std::uint64_t first = found;
    found += layers[p].found;
    if (found > intervals)
      return false;
    const std::span<const DevicePixel> pixels =
        results.pixels.empty() ? results.pixels : results.pixels.subspan(first, layers[p].found);
    if (!take_gradient(results.gradient, arrays.pairs[p], arrays.part_vertices.data() + 2 * p, entry,
                       layers[p]) ||
        !take_pixels(pixels, arrays, p, layers[p]))
      return false;
  }
  return found == intervals && entry == results.gradient.size();
}

} // namespace lamina::gpu
