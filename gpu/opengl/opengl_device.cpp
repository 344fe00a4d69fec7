#include "gpu/opengl/opengl_device.h"

#include "gpu/opengl/gl_context.h"
#include "gpu/opengl/opengl_door.h"
#include "gpu/opengl/own_thread.h"
#include "gpu/stages/layer_pipeline.h"

namespace lamina::gpu {
namespace {

/// The stages behind a context that is current only while it is used. The context goes last, and all objects
/// of OpenGL go with it.
class OpenglDevice : public LayerDevice {
public:
  explicit OpenglDevice(const OpenglSettings& settings) {
    const GlCurrent current(context_);
    pipeline_ = std::make_unique<LayerPipeline<OpenglDoor>>(context_.renderer(), settings);
  }

  std::string name() const override { return context_.renderer(); }

  LayerSeconds sample(std::span<const Surface* const> surfaces, std::span<const PairPlan> plans,
                      const LayerRequest& request, std::span<PairLayers> layers) override {
    const GlCurrent current(context_);
    return pipeline_->sample(surfaces, plans, request, layers);
  }

private:
  GlContext context_;
  std::unique_ptr<LayerPipeline<OpenglDoor>> pipeline_;
};

} // namespace

std::unique_ptr<LayerDevice> make_opengl_device(const OpenglSettings& settings) {
  return on_own_thread(
      [&]() -> std::unique_ptr<LayerDevice> { return std::make_unique<OpenglDevice>(settings); });
}

std::unique_ptr<LayerDevice> make_opengl_device() {
  return make_opengl_device(OpenglSettings{});
}

std::string opengl_renderer(std::string& why) {
  return renderer_of(GlNeeds::wide_integers, why);
}

} // namespace lamina::gpu
