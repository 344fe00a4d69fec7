#include "core/base/parallel.h"

#include <algorithm>
#include <exception>
#include <thread>
#include <vector>

// Instead of parallel.cpp where races are looked for: a library that is not built with the thread sanitizer
// hands work over in ways that it does not see, and what hides its false alarms hides races too.

namespace lamina {

int thread_count(int threads) {
  return threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// Neighbouring indices are always on different threads, and between start and end nothing orders one thread
/// before another: whatever two of them share without saying so is found in every run, however the threads
/// are scheduled.
void parallel_for(std::size_t count, int threads, IndexWork work) {
  const std::size_t used = std::min(count, static_cast<std::size_t>(thread_count(threads)));
  std::vector<std::exception_ptr> failures(used);
  const auto share = [&](std::size_t first) {
    try {
      for (std::size_t i = first; i < count; i += used)
        work(i);
    } catch (...) {
      failures[first] = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  for (std::size_t t = 1; t < used; ++t)
    others.emplace_back(share, t);
  if (used > 0)
    share(0);
  for (std::thread& other : others)
    other.join();
  for (const std::exception_ptr& failure : failures)
    if (failure)
      std::rethrow_exception(failure);
}

void parallel_for_aside(std::size_t count, int threads, IndexWork work) {
  parallel_for(count, threads, work);
}

} // namespace lamina
