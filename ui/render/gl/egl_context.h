#pragma once

#include "core/graphics/shared_context.h"

#include <memory>

namespace lamina {

/// An OpenGL 4.5 core context without a surface or a display.
class EglContext {
public:
  /// One of its own, or one that shares with another. Throws std::runtime_error saying what is missing.
  explicit EglContext(const EglContext* shared = nullptr);
  ~EglContext();
  EglContext(const EglContext&) = delete;
  EglContext& operator=(const EglContext&) = delete;

  void make_current() const;
  void release() const;
  /// Whether the context that is current on this thread is one of these that shares with it.
  bool shares_with_current() const;

private:
  void* display_ = nullptr;
  void* context_ = nullptr;
  std::shared_ptr<const int> group_; ///< that it shares with
};

/// A context for a device, which shares with this one. Throws std::runtime_error.
std::unique_ptr<SharedContext> share(const EglContext& context);

} // namespace lamina
