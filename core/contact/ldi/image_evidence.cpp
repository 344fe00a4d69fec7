#include "core/contact/ldi/image_evidence.h"

#include "core/contact/ldi/arithmetic/pixel_pair.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lamina {

void ImageEvidence::clear() {
  volume = 0;
  volume_xyz.setZero();
  error.reset();
  area_vector_bound.reset();
  pixels.clear();
  extents.clear();
  for (ErrorPicture& picture : error_pictures)
    picture.clear();
  dropped.clear();
  columns = fragments = intervals = 0;
}

std::unique_ptr<Evidence> ImageEvidence::summary() const {
  auto light = std::make_unique<ImageEvidence>();
  light->volume = volume;
  light->volume_xyz = volume_xyz;
  light->error = error;
  light->area_vector_bound = area_vector_bound;
  light->dropped = dropped;
  light->columns = columns;
  light->fragments = fragments;
  light->intervals = intervals;
  return light;
}

void ImageEvidence::renumber(int side, std::span<const std::uint32_t> triangles) {
  for (ContactPixelPair& pixel : pixels)
    for (std::size_t end = 0; end < 2; ++end)
      if (pixel.body[end] == side)
        pixel.triangle[end] = triangles[pixel.triangle[end]];
}

void ImageEvidence::count(DetectionCounts& counts) const {
  counts.fragments += fragments;
  counts.contact_pixels += 2 * intervals;
  counts.columns += columns;
  counts.dropped_columns += dropped.size();
  counts.volume_m3 += volume;
  constexpr double unknown = std::numeric_limits<double>::infinity();
  counts.volume_bound_m3 += error ? error->bound : unknown;
  counts.volume_error_bar_m3 += error ? error->error_bar : unknown;
  counts.area_vector_bound_m2 += area_vector_bound.value_or(unknown);
}

bool ImageEvidence::take_details(Evidence& again) {
  auto* found = dynamic_cast<ImageEvidence*>(&again);
  if (!found || found->intervals != intervals)
    return false;
  pixels = std::move(found->pixels);
  extents = std::move(found->extents);
  error_pictures = std::move(found->error_pictures);
  return true;
}

void ImageEvidence::get_friction_points(const PairContacts& pair, std::size_t first,
                                        std::span<FrictionPoint> points) const {
  const Region& region = pair.region;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const ContactPixelPair& pixel = pixels[first + i];
    const auto axis = region.axes.col(pixel.axis);
    points[i] = {pixel.normal,
                 axis,
                 {pixel.lower, pixel.lower + pixel.length * axis},
                 middle_of(pixel, region),
                 pixel.area,
                 pixel.weight,
                 {pixel.cell[0], pixel.cell[1]},
                 pixel.triangle,
                 pixel.barycentric,
                 pixel.body};
  }
}

void ImageEvidence::sample_friction(const PairContacts& pair, FrictionSampling sampling,
                                    FrictionSamples& samples) const {
  lamina::sample_friction(pixels, pair.region, sampling, samples);
}

const ImageEvidence& images_of(const PairContacts& pair) {
  static const ImageEvidence none;
  const ImageEvidence* found = pair.evidence.find<ImageEvidence>();
  return found ? *found : none;
}

PixelExtent extent_of_pixels(const Region& region, int axis) {
  PixelExtent extent;
  for (std::size_t k = 0; k < 2; ++k) {
    const std::size_t across = (static_cast<std::size_t>(axis) + 1 + k) % 3;
    const auto half = static_cast<float>(0.5 * region.size[static_cast<Eigen::Index>(across)] /
                                         std::max(1, static_cast<int>(region.pixels[across])));
    extent.low[k] = -half;
    extent.high[k] = half;
  }
  extent.tile = 2 * std::sqrt(extent.high[0] * extent.high[1]);
  return extent;
}

PixelExtent extent_of(const PairContacts& pair, std::size_t pixel) {
  const ImageEvidence& images = images_of(pair);
  return images.extents.empty() ? extent_of_pixels(pair.region, images.pixels[pixel].axis)
                                : images.extents[pixel];
}

void sample_friction(std::span<const ContactPixelPair> pixels, const Region& region,
                     FrictionSampling sampling, FrictionSamples& samples) {
  samples.begin(region.middle());
  if (sampling == FrictionSampling::none)
    return;
  std::uint8_t axis = 0;
  for (const ContactPixelPair& pixel : pixels) {
    if (pixel.axis != axis)
      samples.finish();
    axis = pixel.axis;
    const double area =
        sampling == FrictionSampling::along_view_axis && pixel.weight != 0 ? pixel.area : pixel.weight;
    const ldi::Triple along{region.axes(0, pixel.axis), region.axes(1, pixel.axis),
                            region.axes(2, pixel.axis)};
    const double depth = ldi::pair_depth({pixel.normal[0], pixel.normal[1], pixel.normal[2]}, along,
                                         pixel.length, pixel.body[0]);
    samples.add(friction_normal(pixel, region, sampling), middle_of(pixel, region), area, depth,
                {pixel.cell[0], pixel.cell[1]});
  }
  samples.finish();
}

} // namespace lamina
