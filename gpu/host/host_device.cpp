#include "gpu/host/host_device.h"

#include "gpu/stages/layer_pipeline.h"

namespace lamina::gpu {

std::unique_ptr<LayerDevice> make_host_device(const HostSettings& settings) {
  return std::make_unique<LayerPipeline<HostQueue>>(settings);
}

} // namespace lamina::gpu
