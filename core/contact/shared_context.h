#pragma once

#include <functional>
#include <memory>

namespace lamina {

/// A context of OpenGL for a device to work in that shares its buffers with those in which pictures are
/// drawn. Made by who draws. One thread at a time may use it, and not always the same; it is destroyed by any
/// thread on which it is not current.
class SharedContext {
public:
  virtual ~SharedContext() = default;
  /// Makes it current on this thread until release(), which brings back what was current before. False if
  /// that cannot be.
  virtual bool make_current() = 0;
  virtual void release() = 0;
  /// Whether the context that is current on this thread shares buffers with it.
  virtual bool shares_with_current() const = 0;
};

/// Makes one, on any thread; null if there is none to be had.
using SharedContextMaker = std::function<std::unique_ptr<SharedContext>()>;

} // namespace lamina
