#pragma once

#include "gpu/cuda/cuda_device.h"
#include "gpu/opengl/opengl_device.h"

#include <string>

namespace lamina::test {

/// Why there is no card; empty if there is one. Only then tests are skipped: a device that is there and
/// cannot be made, because a shader does not compile for instance, is a failure.
inline std::string why_no_cuda() {
  std::string why;
  return gpu::cuda_cards(why).empty() ? why : std::string();
}

/// The same of OpenGL.
inline std::string why_no_opengl() {
  std::string why;
  return gpu::opengl_renderer(why).empty() ? why : std::string();
}

} // namespace lamina::test
