#pragma once

#include <functional>
#include <memory>

namespace lamina {

/// A graphics context for a device to work in. It shares its buffers with the contexts in which pictures are
/// drawn, and whoever draws makes it. One thread at a time may use it, and not always the same. Any thread
/// may destroy it on which it is not current.
///
/// Whoever draws knows no device, and devices know no window. Both know this interface, and the program joins
/// them.
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
