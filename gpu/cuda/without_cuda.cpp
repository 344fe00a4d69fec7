#include "gpu/cuda/cuda_device.h"

namespace lamina::gpu {

namespace {

const char* const not_built = "this program was built without the CUDA toolkit";

} // namespace

std::vector<CudaCard> cuda_cards(std::string& why) {
  why = not_built;
  return {};
}

std::string cuda_why_by_copy() {
  return not_built;
}

std::unique_ptr<ldi::LayerDevice> make_cuda_device() {
  throw ldi::DeviceError(not_built);
}

} // namespace lamina::gpu
