#pragma once

#include "gpu/stages/batch_arrays.h"
#include "gpu/stages/contact_sums.h"
#include "gpu/stages/gradient.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina::gpu {

/// What a device found of a batch, as it comes from its memory.
struct ContactResults {
  std::vector<ImageTotals> totals;      ///< three per pair
  std::vector<ContactSum> cells;        ///< of all images with more than one
  std::vector<DeviceGradient> gradient; ///< of all groups, each in the order in which its vertices came
};

/// Gives each pair what is its own, but for its pixels: false if it makes no sense, for others take what is
/// in here as indices, and a driver that computes nonsense must not bring the program down. There are
/// `intervals` in all.
bool hand_out(const ContactResults& results, const BatchArrays& arrays, std::uint64_t intervals,
              std::span<PairLayers> layers);

/// Whether the pixels of a pair can be those of its surfaces and images.
bool pixels_valid(std::span<const ContactPixelPair> pixels, const BatchArrays& arrays, std::size_t pair);

} // namespace lamina::gpu
