#pragma once

#include "core/contact/ldi/gpu_contact_buffer.h"
#include "gpu/opengl/device_context.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace lamina::gpu {

/// Buffers of a context that shares with those that draw, of which each is written only while nobody holds
/// it: so many as snapshots live at a time. It lives as long as the last of them.
class ContactBufferPool : public std::enable_shared_from_this<ContactBufferPool> {
public:
  explicit ContactBufferPool(std::shared_ptr<DeviceContext> context) : context_(std::move(context)) {}
  ~ContactBufferPool();
  ContactBufferPool(const ContactBufferPool&) = delete;
  ContactBufferPool& operator=(const ContactBufferPool&) = delete;

  /// Writes a buffer. Whatever it puts into `attached` goes, with the context current, before the buffer gets
  /// other storage or goes itself.
  using Fill = std::function<void(unsigned buffer, std::shared_ptr<void>& attached)>;

  /// A buffer of so many pairs of pixels (at least one), filled. To be called in the context, as Fill is.
  /// Throws DeviceError naming the renderer.
  std::shared_ptr<const GpuContactBuffer> make(std::size_t count, const std::string& renderer,
                                               const Fill& fill);

  DeviceContext& context() { return *context_; }

private:
  class Held;
  using Fence = void*;
  struct Place {
    unsigned buffer = 0;
    std::size_t bytes = 0;
    bool held = false;
    Fence written = nullptr;
    std::vector<Fence> read; ///< by those who drew
    std::shared_ptr<void> attached;
  };
  Place& free_place();
  static void make_room(Place& place, std::size_t bytes);
  void destroy_places();

  std::shared_ptr<DeviceContext> context_;
  std::mutex mutex_; ///< for what a place says of itself
  std::vector<std::unique_ptr<Place>> positions_;
};

} // namespace lamina::gpu
