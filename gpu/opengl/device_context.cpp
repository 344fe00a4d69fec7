#include "gpu/opengl/device_context.h"

#include "core/contact/ldi/device/layer_device.h"

#include <utility>

namespace lamina::gpu {
namespace {

std::mutex maker_mutex;

SharedContextMaker& shared_maker() {
  static SharedContextMaker maker;
  return maker;
}

/// Whether a context serves in place of one on this renderer; why not otherwise.
bool serves(SharedContext& context, GlNeeds needs, const std::string& renderer, std::string& why) {
  if (!context.make_current()) {
    why = "the context shared with pictures cannot be used";
    return false;
  }
  std::string found;
  why = look_at_current(needs, found);
  context.release();
  if (why.empty() && found != renderer)
    why = "pictures are drawn by " + found;
  return why.empty();
}

} // namespace

void set_shared_contexts(SharedContextMaker maker) {
  const std::lock_guard lock(maker_mutex);
  shared_maker() = std::move(maker);
}

std::unique_ptr<SharedContext> make_shared_context(std::string& why) {
  SharedContextMaker make;
  {
    const std::lock_guard lock(maker_mutex);
    make = shared_maker();
  }
  std::unique_ptr<SharedContext> made = make ? make() : nullptr;
  if (!made)
    why = make ? "no context that shares with pictures is to be had" : "no pictures are drawn here";
  return made;
}

DeviceContext::DeviceContext(GlNeeds needs)
    : own_(std::make_unique<GlContext>(needs)), renderer_(own_->renderer()) {
  shared_ = make_shared_context(why_alone_);
  if (shared_ && !serves(*shared_, needs, renderer_, why_alone_))
    shared_.reset();
  if (shared_)
    own_.reset();
}

DeviceContext::DeviceContext(std::unique_ptr<SharedContext> shared) : shared_(std::move(shared)) {}

DeviceContext::~DeviceContext() = default;

InContext::InContext(DeviceContext& context) : context_(context), lock_(context.mutex_) {
  if (context.own_)
    own_ = std::make_unique<GlCurrent>(*context.own_);
  else if (!context.shared_->make_current())
    throw ldi::DeviceError("OpenGL: the context cannot be used on this thread");
}

InContext::~InContext() {
  if (!own_)
    context_.shared_->release();
}

} // namespace lamina::gpu
