#include "gpu/cuda/cuda_device.h"
#include "gpu/cuda/not_built.h"

namespace lamina::gpu {

std::vector<CudaCard> cuda_cards(std::string& why) {
  why = cuda_not_built;
  return {};
}

std::string cuda_why_by_copy() {
  return cuda_not_built;
}

std::unique_ptr<ldi::LayerDevice> make_cuda_device() {
  throw ldi::DeviceError(cuda_not_built);
}

} // namespace lamina::gpu
