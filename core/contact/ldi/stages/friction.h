#pragma once

#include "core/contact/ldi/stages/contact_pixels.h"
#include "core/contact/ldi/stages/last_begun.h"

#include <cstddef>
#include <cstdint>

namespace lamina::ldi {

/// Samples of a group.
inline constexpr std::uint32_t sample_lanes = 8;

/// A FrictionSamples::Group, byte for byte.
struct DeviceSamples {
  float nx[sample_lanes], ny[sample_lanes], nz[sample_lanes];
  float mx[sample_lanes], my[sample_lanes], mz[sample_lanes];
  float area[sample_lanes], depth[sample_lanes];
  std::uint32_t cell[2][sample_lanes];
};

/// One thread an image: how many groups hold its intervals, of pairs from the first on that want samples.
struct CountGroups {
  BatchView batch;
  const std::uint32_t* column_intervals; ///< where the intervals of each column begin, and the end
  std::uint32_t first_pair;
  std::uint32_t* groups; ///< per image

  LAMINA_HD void operator()(std::size_t index) const {
    const ImageView& image = batch.pairs[index / 3].image[index % 3];
    const std::uint32_t columns = static_cast<std::uint32_t>(image.width * image.height);
    const std::uint32_t intervals =
        column_intervals[image.first_column + columns] - column_intervals[image.first_column];
    groups[index] = index / 3 < first_pair ? 0 : (intervals + sample_lanes - 1) / sample_lanes;
  }
};

/// One thread a sample: what friction needs of a pair of contact pixels, as FrictionSamples::take has it.
/// Samples that fill up the last group of an image have no area.
struct WriteSamples {
  BatchView batch;
  std::uint32_t images;
  const std::uint32_t* column_intervals; ///< where the intervals of each column begin, and the end
  const DevicePixel* pixels;
  const std::uint32_t* begins; ///< groups before each image, and all
  bool along_axis;             ///< nothing rubs along the view axis, else along the normal
  DeviceSamples* groups;

  LAMINA_HD void operator()(std::size_t index) const {
    const std::uint32_t group = static_cast<std::uint32_t>(index / sample_lanes),
                        lane = static_cast<std::uint32_t>(index % sample_lanes);
    const std::uint32_t number = last_begun(images, group, [&](std::uint32_t k) { return begins[k]; });
    const PairView& pair = batch.pairs[number / 3];
    const ImageView& image = pair.image[number % 3];
    const std::uint32_t columns = static_cast<std::uint32_t>(image.width * image.height);
    const std::uint32_t interval =
        column_intervals[image.first_column] + (group - begins[number]) * sample_lanes + lane;
    if (interval < column_intervals[image.first_column + columns])
      write(pair, static_cast<int>(number % 3), pixels[interval], lane, groups[group]);
    else
      write_nothing(lane, groups[group]);
  }

private:
  LAMINA_HD void write(const PairView& pair, int direction, const DevicePixel& pixel, std::uint32_t lane,
                       DeviceSamples& out) const {
    const Triple axis = axis_of(pair, direction);
    const Triple lower = {pixel.lower[0], pixel.lower[1], pixel.lower[2]};
    const Triple arm = minus(plus(lower, scaled(axis, 0.5 * pixel.length)),
                             {pair.middle[0], pair.middle[1], pair.middle[2]});
    const Triple normal = along_axis ? axis : Triple{pixel.normal[0], pixel.normal[1], pixel.normal[2]};
    const double area = along_axis && pixel.weight != 0 ? pixel.area : pixel.weight;
    out.nx[lane] = static_cast<float>(normal.x);
    out.ny[lane] = static_cast<float>(normal.y);
    out.nz[lane] = static_cast<float>(normal.z);
    out.mx[lane] = static_cast<float>(arm.x);
    out.my[lane] = static_cast<float>(arm.y);
    out.mz[lane] = static_cast<float>(arm.z);
    out.area[lane] = static_cast<float>(area);
    out.depth[lane] = static_cast<float>(
        pair_depth({pixel.normal[0], pixel.normal[1], pixel.normal[2]}, axis, pixel.length, pixel.body[0]));
    for (int end = 0; end < 2; ++end)
      out.cell[end][lane] = pixel.cell[end];
  }
  LAMINA_HD static void write_nothing(std::uint32_t lane, DeviceSamples& out) {
    out.nx[lane] = out.ny[lane] = out.nz[lane] = 0;
    out.mx[lane] = out.my[lane] = out.mz[lane] = 0;
    out.area[lane] = out.depth[lane] = 0;
    for (int end = 0; end < 2; ++end)
      out.cell[end][lane] = 0;
  }
};

} // namespace lamina::ldi
