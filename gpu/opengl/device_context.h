#pragma once

#include "core/graphics/shared_context.h"
#include "gpu/opengl/gl_context.h"

#include <memory>
#include <mutex>
#include <string>

namespace lamina::gpu {

/// From now on devices ask here for contexts that share with those that draw; without a maker they work in
/// contexts of their own.
void set_shared_contexts(SharedContextMaker maker);

/// Such a context; null, with the reason in `why`, if there is none.
std::unique_ptr<SharedContext> make_shared_context(std::string& why);

/// What a device works in. It is a context that shares with those that draw, if there is one on the renderer
/// that a context of its own would have. Otherwise it is a context of its own. Any thread may use it, one at
/// a time: InContext.
class DeviceContext {
public:
  /// To be called on a thread without a context. Throws DeviceError if there is none at all.
  explicit DeviceContext(GlNeeds needs);
  /// One that shares and is known to serve.
  explicit DeviceContext(std::unique_ptr<SharedContext> shared);
  ~DeviceContext();

  const std::string& renderer() const { return renderer_; } ///< GL_RENDERER, where it was looked at
  /// Why it shares nothing; empty if it shares.
  const std::string& why_alone() const { return why_alone_; }
  bool shares_with_current() const { return shared_ && shared_->shares_with_current(); }

private:
  friend class InContext;
  std::unique_ptr<GlContext> own_;
  std::unique_ptr<SharedContext> shared_; ///< one of the two
  std::string renderer_, why_alone_;
  std::mutex mutex_;
};

/// Makes it current on this thread for as long as this lives, and then what was current before; waits while
/// another thread has it. Throws DeviceError if that cannot be.
class InContext {
public:
  explicit InContext(DeviceContext& context);
  ~InContext();
  InContext(const InContext&) = delete;
  InContext& operator=(const InContext&) = delete;

private:
  DeviceContext& context_;
  std::unique_lock<std::mutex> lock_;
  std::unique_ptr<GlCurrent> own_;
};

} // namespace lamina::gpu
