#pragma once

#include <future>

namespace lamina::gpu {

/// Calls `make` on a thread of its own, which has no context of a window that could be in the way.
template <class Make>
auto on_own_thread(const Make& make) {
  return std::async(std::launch::async, make).get();
}

} // namespace lamina::gpu
