#include "gpu/cuda/cuda_device.h"

#include "gpu/cuda/cuda_door.cuh"
#include "gpu/stages/layer_pipeline.h"

namespace lamina::gpu {

std::vector<CudaCard> cuda_cards(std::string& why) {
  int count = 0;
  const cudaError_t result = cudaGetDeviceCount(&count);
  if (result != cudaSuccess || count == 0) {
    cudaGetLastError();
    const bool none = result == cudaErrorInsufficientDriver || result == cudaErrorNoDevice || count == 0;
    why = none ? "no CUDA device" : std::string("CUDA: ") + cudaGetErrorString(result);
    return {};
  }
  std::vector<CudaCard> cards;
  for (int i = 0; i < count; ++i) {
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, i) == cudaSuccess)
      cards.push_back({properties.name, properties.major, properties.minor, properties.totalGlobalMem});
  }
  return cards;
}

std::unique_ptr<LayerDevice> make_cuda_device() {
  std::string why;
  if (cuda_cards(why).empty())
    throw DeviceError(why);
  return std::make_unique<LayerPipeline<CudaDoor>>(0);
}

} // namespace lamina::gpu
