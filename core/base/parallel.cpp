#include "core/base/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace lamina {

namespace {

/// One arena per thread count, and one for what runs beside, kept for the life of the process: making one
/// costs more than a small step. Who finds an arena full waits for a thread in it.
tbb::task_arena& arena_of(int threads, bool aside) {
  static std::mutex guard;
  static std::map<std::pair<int, bool>, std::unique_ptr<tbb::task_arena>> arenas;
  const std::lock_guard lock(guard);
  auto& arena = arenas[{threads, aside}];
  if (!arena)
    arena = std::make_unique<tbb::task_arena>(threads);
  return *arena;
}

void run(std::size_t count, int threads, bool aside, IndexWork work) {
  threads = thread_count(threads);
  if (threads == 1 || count <= 1) {
    for (std::size_t i = 0; i < count; ++i)
      work(i);
    return;
  }
  arena_of(threads, aside).execute([&] {
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

} // namespace

int thread_count(int threads) {
  return threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void parallel_for(std::size_t count, int threads, IndexWork work) {
  run(count, threads, false, work);
}

void parallel_for_aside(std::size_t count, int threads, IndexWork work) {
  run(count, threads, true, work);
}

} // namespace lamina
