#pragma once

#include "core/simulation/snapshot.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

namespace lamina::test {

/// Lets a test wait for what a thread publishes.
class Arrivals {
public:
  /// To be called whenever there is something new.
  void arrived() {
    const std::lock_guard lock(mutex_);
    arrived_.notify_all();
  }

  /// The first of the latest snapshots of which the condition holds; null if none comes in a minute.
  template <class Thread>
  std::shared_ptr<const Snapshot> wait_for(const Thread& thread,
                                           const std::function<bool(const Snapshot&)>& condition) {
    std::unique_lock lock(mutex_);
    std::shared_ptr<const Snapshot> found;
    arrived_.wait_for(lock, std::chrono::seconds(60), [&] {
      found = thread.latest();
      return found && condition(*found);
    });
    return found && condition(*found) ? found : nullptr;
  }

private:
  std::mutex mutex_;
  std::condition_variable arrived_;
};

} // namespace lamina::test
