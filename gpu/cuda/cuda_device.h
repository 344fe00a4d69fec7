#pragma once

#include "core/contact/ldi/device/layer_device.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lamina::gpu {

/// A CUDA card, as far as it can be asked.
struct CudaCard {
  std::string name;
  int major = 0, minor = 0; ///< compute capability
  std::uint64_t memory = 0; ///< bytes
};

/// The cards of this machine; if there is none, `why` says why. No driver is needed to ask.
std::vector<CudaCard> cuda_cards(std::string& why);

/// The stages on the first card. Throws DeviceError.
std::unique_ptr<ldi::LayerDevice> make_cuda_device();

/// Why pictures would have contact pixels of that card by copy; empty if they need not.
std::string cuda_why_by_copy();

} // namespace lamina::gpu
