#pragma once

#include "gpu/cuda/cuda_queue.cuh"
#include "gpu/opengl/device_context.h"
#include "gpu/opengl/contact_buffer_pool.h"
#include "gpu/opengl/own_thread.h"

#include <cuda_gl_interop.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>

namespace lamina::gpu {

/// Hands contact pixels of a CUDA card to pictures that are drawn on the same card: copied, on the card, into
/// buffers of OpenGL.
class CudaPictures {
public:
  explicit CudaPictures(int card) {
    std::unique_ptr<SharedContext> shared = make_shared_context(why_by_copy_);
    if (!shared)
      return;
    auto context = std::make_shared<DeviceContext>(std::move(shared));
    // Here and not where it is used: this thread may have a context of a window.
    why_by_copy_ = on_own_thread([&] { return why_not_on(card, *context); });
    if (why_by_copy_.empty())
      pool_ = std::make_shared<ContactBufferPool>(std::move(context));
  }

  const std::string& why_by_copy() const { return why_by_copy_; }

  /// Null where pictures have them by copy. What was launched on the queue before is done before.
  std::shared_ptr<const GpuContactBuffer> make(CudaQueue& queue, const ldi::DevicePixel* pixels, std::size_t count) {
    if (!pool_)
      return nullptr;
    const InContext current(pool_->context());
    return pool_->make(count, queue.name(), [&](unsigned buffer, std::shared_ptr<void>& attached) {
      copy(queue, pixels, count, buffer, attached);
    });
  }

private:
  static std::string why_not_on(int card, DeviceContext& context) {
    try {
      const InContext current(context);
      std::array<int, 16> cards{};
      unsigned count = 0;
      if (cudaGLGetDevices(&count, cards.data(), static_cast<unsigned>(cards.size()), cudaGLDeviceListAll) !=
          cudaSuccess) {
        cudaGetLastError();
        count = 0;
      }
      const auto end = cards.begin() + std::min<unsigned>(count, static_cast<unsigned>(cards.size()));
      return std::find(cards.begin(), end, card) != end ? "" : "pictures are not drawn on this card";
    } catch (const ldi::DeviceError& error) {
      return error.what();
    }
  }

  /// The buffer stays registered as what is attached to it.
  static void copy(CudaQueue& queue, const ldi::DevicePixel* pixels, std::size_t count, unsigned buffer,
                   std::shared_ptr<void>& attached) {
    if (!attached) {
      cudaGraphicsResource_t made = nullptr;
      queue.check(cudaGraphicsGLRegisterBuffer(&made, buffer, cudaGraphicsRegisterFlagsWriteDiscard),
                 "sharing a buffer with pictures");
      attached = std::shared_ptr<void>(made, [](void* resource) {
        cudaGraphicsUnregisterResource(static_cast<cudaGraphicsResource_t>(resource));
      });
    }
    auto resource = static_cast<cudaGraphicsResource_t>(attached.get());
    const cudaStream_t stream = queue.stream();
    queue.check(cudaGraphicsMapResources(1, &resource, stream), "taking a buffer of pictures");
    void* to = nullptr;
    std::size_t bytes = 0;
    cudaError_t done = cudaGraphicsResourceGetMappedPointer(&to, &bytes, resource);
    if (done == cudaSuccess && bytes < count * sizeof *pixels)
      done = cudaErrorInvalidValue;
    if (done == cudaSuccess)
      done = cudaMemcpyAsync(to, pixels, count * sizeof *pixels, cudaMemcpyDeviceToDevice, stream);
    const cudaError_t given_back = cudaGraphicsUnmapResources(1, &resource, stream);
    queue.check(done, "copying pixels for pictures");
    queue.check(given_back, "giving a buffer back to pictures");
  }

  std::shared_ptr<ContactBufferPool> pool_;
  std::string why_by_copy_;
};

} // namespace lamina::gpu
