#include "gpu/opengl/opengl_device.h"

#include "core/contact/ldi/stages/layer_pipeline.h"
#include "gpu/opengl/contact_buffer_pool.h"
#include "gpu/opengl/device_context.h"
#include "gpu/opengl/gl_api.h"
#include "gpu/opengl/opengl_queue.h"
#include "gpu/opengl/own_thread.h"

namespace lamina::gpu {
namespace {

/// The stages behind a context that is current only while it is used.
class OpenglDevice : public ldi::LayerDevice {
public:
  explicit OpenglDevice(const OpenglSettings& settings)
      : context_(std::make_shared<DeviceContext>(GlNeeds::wide_integers)) {
    const InContext current(*context_);
    pipeline_ = std::make_unique<Pipeline>(context_->renderer(), settings);
    if (why_by_copy().empty())
      pool_ = std::make_shared<ContactBufferPool>(context_);
  }

  /// Objects of a context that shares do not go with it.
  ~OpenglDevice() override {
    try {
      const InContext current(*context_);
      pipeline_.reset();
    } catch (const ldi::DeviceError&) {
      // They are out of reach, and their names may mean other things in what is current here.
      static_cast<void>(pipeline_.release());
    }
  }

  std::string name() const override { return context_->renderer(); }

  ldi::LayerSeconds sample(std::span<const Surface* const> surfaces, std::span<const ldi::PairPlan> plans,
                           const ldi::LayerRequest& request, std::span<ldi::PairLayers> layers) override {
    const InContext current(*context_);
    return pipeline_->sample(surfaces, plans, request, layers);
  }

  std::shared_ptr<const GpuContactBuffer> gpu_contacts(std::size_t count) override {
    if (!pool_)
      return nullptr;
    const InContext current(*context_);
    return pool_->make(count, name(), [&](unsigned buffer, std::shared_ptr<void>&) {
      glCopyNamedBufferSubData(buffer_of(pipeline_->pixels()), buffer, 0, 0,
                               static_cast<GLsizeiptr>(count * sizeof(ldi::DevicePixel)));
    });
  }

  std::string why_by_copy() const override {
    return pipeline_->queue().makes_contacts() ? context_->why_alone() : ldi::LayerDevice::why_by_copy();
  }

private:
  using Pipeline = ldi::LayerPipeline<OpenglQueue>;
  std::shared_ptr<DeviceContext> context_;
  std::shared_ptr<ContactBufferPool> pool_; ///< null if pictures have pixels by copy
  std::unique_ptr<Pipeline> pipeline_;
};

} // namespace

std::unique_ptr<ldi::LayerDevice> make_opengl_device(const OpenglSettings& settings) {
  return on_own_thread(
      [&]() -> std::unique_ptr<ldi::LayerDevice> { return std::make_unique<OpenglDevice>(settings); });
}

std::unique_ptr<ldi::LayerDevice> make_opengl_device() {
  return make_opengl_device(OpenglSettings{});
}

std::string opengl_renderer(std::string& why) {
  return renderer_of(GlNeeds::wide_integers, why);
}

std::string opengl_why_by_copy() {
  try {
    return on_own_thread([] {
      const DeviceContext context(GlNeeds::wide_integers);
      return in_software(context.renderer()) ? std::string(ldi::made_by_processor) : context.why_alone();
    });
  } catch (const ldi::DeviceError& error) {
    return error.what();
  }
}

} // namespace lamina::gpu
