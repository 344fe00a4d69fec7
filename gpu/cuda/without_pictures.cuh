#pragma once

#include "gpu/cuda/cuda_queue.cuh"

#include <memory>
#include <string>

namespace lamina::gpu {

/// What stands in for cuda_pictures.cuh in a program without OpenGL.
class CudaPictures {
public:
  explicit CudaPictures(int) {}
  std::string why_by_copy() const { return "this program was built without OpenGL and EGL"; }
  std::shared_ptr<const GpuContactBuffer> make(CudaQueue&, const ldi::DevicePixel*, std::size_t) { return nullptr; }
};

} // namespace lamina::gpu
