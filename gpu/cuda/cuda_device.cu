#include "gpu/cuda/cuda_device.h"

#include "gpu/cuda/cuda_queue.cuh"
#include "core/contact/ldi/stages/layer_pipeline.h"
#ifdef LAMINA_OPENGL_STAGES
#include "gpu/cuda/cuda_pictures.cuh"
#else
#include "gpu/cuda/without_pictures.cuh"
#endif

namespace lamina::gpu {

namespace {

constexpr int first_card = 0;

/// The stages on a card, which hands contact pixels to pictures.
class CudaDevice : public ldi::LayerPipeline<CudaQueue> {
public:
  explicit CudaDevice(int card) : ldi::LayerPipeline<CudaQueue>(card), pictures_(card) {}
  std::shared_ptr<const GpuContactBuffer> gpu_contacts(std::size_t count) override {
    return pictures_.make(queue(), pixels(), count);
  }
  std::string why_by_copy() const override { return pictures_.why_by_copy(); }

private:
  CudaPictures pictures_;
};

} // namespace

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

std::unique_ptr<ldi::LayerDevice> make_cuda_device() {
  std::string why;
  if (cuda_cards(why).empty())
    throw ldi::DeviceError(why);
  return std::make_unique<CudaDevice>(first_card);
}

std::string cuda_why_by_copy() {
  return CudaPictures(first_card).why_by_copy();
}

} // namespace lamina::gpu
