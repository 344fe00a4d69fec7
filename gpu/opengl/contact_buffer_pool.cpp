#include "gpu/opengl/contact_buffer_pool.h"

#include "core/contact/ldi/device/layer_device.h"
#include "gpu/opengl/gl_api.h"
#include "gpu/opengl/gl_program.h"
#include "gpu/opengl/own_thread.h"

#include <cstdint>
#include <utility>

namespace lamina::gpu {
namespace {

void* put_fence() {
  void* const fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  // Who waits in another context may wait for ever for what was never sent off.
  glFlush();
  return fence;
}

/// What follows in this context waits; the processor does not.
void wait_for(void* fence) {
  if (fence)
    glWaitSync(static_cast<GLsync>(fence), 0, GL_TIMEOUT_IGNORED);
}

void forget(void* fence) {
  if (fence)
    glDeleteSync(static_cast<GLsync>(fence));
}

} // namespace

/// Keeps a place of the pool from being written again.
class ContactBufferPool::Held : public GpuContactBuffer {
public:
  Held(std::shared_ptr<ContactBufferPool> pool, Place& place, std::size_t count)
      : pool_(std::move(pool)), place_(place), count_(count) {}
  ~Held() override {
    const std::lock_guard lock(pool_->mutex_);
    place_.held = false;
  }

  std::size_t count() const override { return count_; }

  unsigned begin_drawing() const override {
    if (!pool_->context_->shares_with_current())
      return 0;
    const std::lock_guard lock(pool_->mutex_);
    wait_for(place_.written);
    return place_.buffer;
  }

  void end_drawing() const override {
    void* const fence = put_fence();
    const std::lock_guard lock(pool_->mutex_);
    place_.read.push_back(fence);
  }

  std::vector<ContactPixelPair> copy() const override {
    std::vector<ContactPixelPair> pixels(count_);
    try {
      on_own_thread([&] {
        const InContext current(*pool_->context_);
        glGetNamedBufferSubData(place_.buffer, 0, static_cast<GLsizeiptr>(count_ * sizeof(ContactPixelPair)),
                                static_cast<void*>(pixels.data()));
        gl_check(pool_->context_->renderer(), "reading pixels from it");
      });
    } catch (const ldi::DeviceError&) {
      pixels.clear();
    }
    return pixels;
  }

private:
  std::shared_ptr<ContactBufferPool> pool_;
  Place& place_;
  std::size_t count_;
};

ContactBufferPool::~ContactBufferPool() {
  try {
    on_own_thread([this] {
      const InContext current(*context_);
      destroy_places();
    });
  } catch (const std::exception&) {
    // What cannot be reached any more went with its context.
  }
}

void ContactBufferPool::destroy_places() {
  for (const std::unique_ptr<Place>& place : positions_) {
    place->attached.reset();
    forget(place->written);
    for (void* fence : place->read)
      forget(fence);
    glDeleteBuffers(1, &place->buffer);
  }
  positions_.clear();
}

ContactBufferPool::Place& ContactBufferPool::free_place() {
  const std::lock_guard lock(mutex_);
  for (const std::unique_ptr<Place>& place : positions_)
    if (!std::exchange(place->held, true))
      return *place;
  positions_.push_back(std::make_unique<Place>());
  positions_.back()->held = true;
  return *positions_.back();
}

void ContactBufferPool::make_room(Place& place, std::size_t bytes) {
  if (place.buffer && bytes <= place.bytes)
    return;
  place.attached.reset();
  place.bytes = 0;
  if (!place.buffer)
    glCreateBuffers(1, &place.buffer);
  const std::size_t grown = bytes + bytes / 4 / 16 * 16;
  glNamedBufferData(place.buffer, static_cast<GLsizeiptr>(grown), nullptr, GL_DYNAMIC_COPY);
  place.bytes = grown;
}

std::shared_ptr<const GpuContactBuffer>
ContactBufferPool::make(std::size_t count, const std::string& renderer, const Fill& fill) {
  Place& place = free_place();
  // From here on the place is given back however this ends.
  auto held = std::make_shared<const Held>(shared_from_this(), place, count);
  for (void* fence : std::exchange(place.read, {})) {
    wait_for(fence);
    forget(fence);
  }
  make_room(place, count * sizeof(ContactPixelPair));
  gl_check(renderer, "taking memory for pictures");
  fill(place.buffer, place.attached);
  forget(std::exchange(place.written, put_fence()));
  gl_check(renderer, "handing pixels to pictures");
  return held;
}

} // namespace lamina::gpu
