#include "core/contact/ldi/device/host_device.h"

#include "core/contact/ldi/stages/layer_pipeline.h"

namespace lamina::ldi {

namespace {

class HostDevice : public LayerPipeline<HostQueue> {
public:
  explicit HostDevice(const HostSettings& settings) : LayerPipeline<HostQueue>(settings) {}
  void use_threads(int threads) override { queue().use_threads(threads); }
  bool is_processor() const override { return true; }
};

} // namespace

std::unique_ptr<LayerDevice> make_host_device(const HostSettings& settings) {
  return std::make_unique<HostDevice>(settings);
}

} // namespace lamina::ldi
