#include "gpu/opengl/device_context.h"
#include "gpu/opengl/opengl_device.h"
#include "gpu/opengl/peeling/peeling_device.h"

namespace lamina::gpu {

namespace {

const char* const not_built = "this program was built without OpenGL and EGL";

} // namespace

std::unique_ptr<ldi::LayerDevice> make_opengl_device(const OpenglSettings&) {
  throw ldi::DeviceError(not_built);
}

std::unique_ptr<ldi::LayerDevice> make_opengl_device() {
  throw ldi::DeviceError(not_built);
}

std::string opengl_renderer(std::string& why) {
  why = not_built;
  return {};
}

std::string opengl_why_by_copy() {
  return not_built;
}

void set_shared_contexts(SharedContextMaker) {}

std::unique_ptr<ldi::LayerDevice> make_peeling_device(const PeelingSettings&) {
  throw ldi::DeviceError(not_built);
}

std::unique_ptr<ldi::LayerDevice> make_peeling_device() {
  throw ldi::DeviceError(not_built);
}

std::string peeling_renderer(std::string& why) {
  return opengl_renderer(why);
}

} // namespace lamina::gpu
