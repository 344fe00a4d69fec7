#include "core/contact/ldi/stages/contact_results.h"

#include <algorithm>
#include <cstring>

namespace lamina::ldi {

namespace {

static_assert(sizeof(DevicePixel) == sizeof(ContactPixelPair) &&
                  alignof(DevicePixel) == alignof(ContactPixelPair),
              "one is read as the other");
static_assert(sizeof(DeviceSamples) == sizeof(FrictionSamples::Group) &&
                  sample_lanes == FrictionSamples::lanes,
              "one is copied into the other");

std::uint32_t columns_of(const ImageView& image) {
  return static_cast<std::uint32_t>(image.width * image.height);
}

/// Whether a patch can come to this.
bool patch_can_be(const PatchSums& sums) {
  bool valid = true;
  for (std::size_t k = 0; k < 3; ++k)
    valid = valid && sums.length[k] >= 0 && sums.weight[k] >= 0 && ~sums.reach[k][0] <= sums.reach[k][1];
  return valid;
}

/// Hands out what lies side by side pair by pair.
class Handing {
public:
  Handing(const ContactResults& results, const BatchArrays& arrays) : results_(results), arrays_(arrays) {}

  bool give(std::size_t p, PairLayers& layers) {
    take_sums(p, layers);
    found_ += layers.found;
    return take_patches(p, layers) && take_moments(p, layers) && take_gradient(p, layers) &&
           take_pixels(p, layers) && take_samples(p, layers);
  }
  /// Whether all was handed out, `intervals` in all.
  bool is_done(std::uint64_t intervals) const {
    return found_ == intervals && patch_ == results_.patches.size() && entry_ == results_.gradient.size() &&
           pixel_ == results_.pixels.size() && group_ == results_.samples.size();
  }

private:
  void take_sums(std::size_t p, PairLayers& layers) const;
  bool take_patches(std::size_t p, PairLayers& layers);
  bool take_moments(std::size_t p, PairLayers& layers) const;
  bool take_gradient(std::size_t p, PairLayers& layers);
  bool take_pixels(std::size_t p, PairLayers& layers);
  bool take_samples(std::size_t p, PairLayers& layers);
  bool can_be(const RigidMoments& moment, std::size_t p, std::size_t direction) const;
  bool can_be(const ContactPixelPair& pixel, std::size_t p) const;

  const ContactResults& results_;
  const BatchArrays& arrays_;
  std::uint32_t contacts_ = 0;                                ///< cells or patches, of the pair at hand
  std::span<const DevicePatch> patches_;                      ///< of the pair at hand
  std::uint64_t found_ = 0;                                   ///< intervals
  std::size_t patch_ = 0, entry_ = 0, pixel_ = 0, group_ = 0; ///< the next
};

void Handing::take_sums(std::size_t p, PairLayers& layers) const {
  const PairView& pair = arrays_.pairs[p];
  layers.columns = layers.fragments = layers.found = 0;
  for (std::size_t direction = 0; direction < 3; ++direction) {
    const ImageView& image = pair.image[direction];
    const ImageTotals& total = results_.totals[3 * p + direction];
    layers.columns += columns_of(image);
    layers.fragments += total.crossings;
    layers.found += total.intervals;
    DirectionSums& sums = layers.sums[direction];
    sums.begin(1, cells_of(pair));
    sums.row_lengths[0] = total.sum.length;
    sums.row_areas[0] = total.sum.area;
    for (std::size_t cell = 0; cells_of(pair) > 1 && cell < cells_of(pair); ++cell) {
      sums.cell_lengths[cell] = results_.cells[image.first_cell + cell].length;
      sums.cell_areas[cell] = results_.cells[image.first_cell + cell].area;
    }
  }
}

/// Two halves of each interval lie within the image, so that sums and their differences fit into 64 bits.
bool Handing::can_be(const RigidMoments& moment, std::size_t p, std::size_t direction) const {
  const ImageView& image = arrays_.pairs[p].image[direction];
  const std::int64_t halves = 2 * std::int64_t{results_.totals[3 * p + direction].intervals};
  const auto within = [](std::int64_t number, std::int64_t limit) {
    return -limit <= number && number <= limit;
  };
  return within(moment.count, halves) && within(moment.across, halves * (image.width + 1) * pixel_units) &&
         within(moment.up, halves * image.height * pixel_units);
}

/// More patches than can be numbered count as the last of them.
bool Handing::take_patches(std::size_t p, PairLayers& layers) {
  contacts_ = cells_of(arrays_.pairs[p]);
  layers.patches.clear();
  if (!in_patches(arrays_.pairs[p]))
    return true;
  const std::span<const std::uint32_t> before = results_.patches_before;
  const std::size_t end = p + 1 < before.size() ? before[p + 1] : results_.patches.size();
  if (p >= before.size() || before[p] != patch_ || end < patch_ || end > results_.patches.size() ||
      end - patch_ > layers.found)
    return false;
  patches_ = results_.patches.subspan(patch_, std::min<std::size_t>(end - patch_, most_patches));
  patch_ = end;
  contacts_ = static_cast<std::uint32_t>(patches_.size());
  for (const DevicePatch& patch : patches_) {
    layers.patches.push_back(patch.sums);
    if (!patch_can_be(patch.sums))
      return false;
  }
  for (std::size_t direction = 0; direction < 3; ++direction)
    layers.multiplicity[direction] = results_.totals[3 * p + direction].multiplicity;
  return true;
}

bool Handing::take_moments(std::size_t p, PairLayers& layers) const {
  const PairView& pair = arrays_.pairs[p];
  layers.moments.clear();
  if (pair.first_moment == no_moments)
    return true;
  layers.moments.resize(contacts_);
  for (std::size_t c = 0; c < layers.moments.size(); ++c)
    for (std::size_t direction = 0; direction < 3; ++direction) {
      RigidMoments& moment = layers.moments[c][direction];
      moment = in_patches(pair) ? patches_[c].moments[direction]
                                : results_.moments[pair.first_moment + 3 * c + direction];
      if (!can_be(moment, p, direction))
        return false;
    }
  return true;
}

/// Takes a pair's entries, and puts those of each group together.
bool Handing::take_gradient(std::size_t p, PairLayers& layers) {
  const std::span<const DeviceGradient> gradient = results_.gradient;
  const PairView& pair = arrays_.pairs[p];
  const std::uint32_t* const vertices = arrays_.part_vertices.data() + 2 * p;
  const std::uint32_t groups = 2 * contacts_;
  std::vector<Range>& ranges = layers.ranges;
  ranges.assign(groups, {});
  layers.gradient.clear();
  if (p >= results_.wanted.gradients)
    return true;
  std::size_t end = entry_;
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
  layers.gradient.resize(end - entry_);
  for (; entry_ < end; ++entry_) {
    const auto& [value, vertex, group] = gradient[entry_];
    layers.gradient[ranges[group - pair.first_group].end++] = {vertex, {value[0], value[1], value[2]}};
  }
  return true;
}

/// Whether this can be a pixel of a pair's surfaces and images.
bool Handing::can_be(const ContactPixelPair& pixel, std::size_t p) const {
  if (pixel.axis > 2)
    return false;
  const PartView* const parts = arrays_.parts.data() + 2 * p;
  const ImageView& image = arrays_.pairs[p].image[pixel.axis];
  bool valid = pixel.pixel[0] < image.width && pixel.pixel[1] < image.height;
  for (std::size_t end = 0; end < 2; ++end)
    valid = valid && pixel.body[end] < 2 && pixel.triangle[end] < parts[pixel.body[end]].triangles &&
            pixel.cell[end] < contacts_;
  return valid;
}

bool Handing::take_pixels(std::size_t p, PairLayers& layers) {
  layers.pixels.clear();
  if (p >= results_.wanted.pixels)
    return true;
  if (layers.found > results_.pixels.size() - pixel_)
    return false;
  const std::span<const DevicePixel> pixels = results_.pixels.subspan(pixel_, layers.found);
  pixel_ += pixels.size();
  layers.pixels.resize(pixels.size());
  if (!pixels.empty())
    std::memcpy(static_cast<void*>(layers.pixels.data()), pixels.data(), pixels.size_bytes());
  return std::all_of(layers.pixels.begin(), layers.pixels.end(),
                     [&](const ContactPixelPair& pixel) { return can_be(pixel, p); });
}

bool Handing::take_samples(std::size_t p, PairLayers& layers) {
  const PairView& pair = arrays_.pairs[p];
  layers.friction.begin({pair.middle[0], pair.middle[1], pair.middle[2]});
  if (!results_.wanted.samples || p < results_.wanted.gradients)
    return true;
  std::size_t count = 0;
  for (std::size_t direction = 0; direction < 3; ++direction)
    count += (std::size_t{results_.totals[3 * p + direction].intervals} + sample_lanes - 1) / sample_lanes;
  if (count > results_.samples.size() - group_)
    return false;
  const std::span<const DeviceSamples> samples = results_.samples.subspan(group_, count);
  group_ += count;
  const auto lies_within = [&](const DeviceSamples& group) {
    bool valid = true;
    for (std::size_t lane = 0; lane < sample_lanes; ++lane)
      valid = valid && group.cell[0][lane] < contacts_ && group.cell[1][lane] < contacts_;
    return valid;
  };
  if (!std::all_of(samples.begin(), samples.end(), lies_within))
    return false;
  const std::span<FrictionSamples::Group> groups =
      layers.friction.add_groups(count * sample_lanes, contacts_);
  if (!samples.empty())
    std::memcpy(groups.data(), samples.data(), samples.size_bytes());
  return true;
}

} // namespace

bool hand_out(const ContactResults& results, const BatchArrays& arrays, std::uint64_t intervals,
              std::span<PairLayers> layers) {
  Handing handing(results, arrays);
  for (std::size_t p = 0; p < layers.size(); ++p)
    if (!handing.give(p, layers[p]))
      return false;
  return handing.is_done(intervals);
}

} // namespace lamina::ldi
