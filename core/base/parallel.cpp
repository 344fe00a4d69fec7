#include "core/base/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

namespace lamina {

namespace {

/// One arena per thread count, kept for the life of the process: making one costs more than a small step.
tbb::task_arena& arena_of(int threads) {
  static std::mutex guard;
  static std::map<int, std::unique_ptr<tbb::task_arena>> arenas;
  const std::lock_guard lock(guard);
  auto& arena = arenas[threads];
  if (!arena)
    arena = std::make_unique<tbb::task_arena>(threads);
  return *arena;
}

} // namespace

int thread_count(int threads) {
  return threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void parallel_for(std::size_t count, int threads, IndexWork work) {
  threads = thread_count(threads);
  if (threads == 1 || count <= 1) {
    for (std::size_t i = 0; i < count; ++i)
      work(i);
    return;
  }
  arena_of(threads).execute([&] {
    // Several indices a task, and many tasks a thread, since no two indices cost the same.
    const std::size_t grain = std::max<std::size_t>(1, count / (64 * static_cast<std::size_t>(threads)));
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, grain),
        [&](const tbb::blocked_range<std::size_t>& range) {
          for (std::size_t i = range.begin(); i < range.end(); ++i)
            work(i);
        },
        tbb::simple_partitioner{});
  });
}

} // namespace lamina
