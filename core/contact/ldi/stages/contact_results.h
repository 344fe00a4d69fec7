#pragma once

#include "core/contact/ldi/stages/batch_arrays.h"
#include "core/contact/ldi/stages/contact_pixels.h"
#include "core/contact/ldi/stages/contact_sums.h"
#include "core/contact/ldi/stages/friction.h"
#include "core/contact/ldi/stages/gradient.h"
#include "core/contact/ldi/stages/patches.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace lamina::ldi {

/// What comes back of pairs, by their place in the batch: see LayerRequest.
struct WantedContacts {
  std::size_t pixels = 0, gradients = 0; ///< of the first so many pairs
  bool samples = false;                  ///< of those without gradients
};

/// What a device found of a batch, as it comes from its memory.
struct ContactResults {
  std::span<const ImageTotals> totals;           ///< three per pair
  std::span<const ContactSum> cells;             ///< of all images with more than one
  std::span<const RigidMoments> moments;         ///< of the pairs that want them: cells, three of each
  std::span<const DevicePatch> patches;          ///< pair by pair
  std::span<const std::uint32_t> patches_before; ///< of each pair; none if no pair has patches
  std::span<const DeviceGradient> gradient; ///< of all groups, each in the order in which its vertices came
  std::span<const DevicePixel> pixels;      ///< pair by pair
  std::span<const DeviceSamples> samples;   ///< pair by pair, image by image in groups of its own
  WantedContacts wanted;
};

/// Gives each pair what is its own. Returns false if it makes no sense. Others take what is in here as
/// indices, and a driver that computes nonsense must not bring the program down. There are `intervals` in
/// all.
bool hand_out(const ContactResults& results, const BatchArrays& arrays, std::uint64_t intervals,
              std::span<PairLayers> layers);

} // namespace lamina::ldi
