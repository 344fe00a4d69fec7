#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

namespace lamina {

/// What is done for each index: refers to something callable, which it does not keep. Passing it on allocates
/// nothing, whatever the callable has captured.
class IndexWork {
public:
  template <class Work, class = std::enable_if_t<!std::is_same_v<std::decay_t<Work>, IndexWork>>>
  IndexWork(const Work& work) // NOLINT: stands in for the callable
      : object_(std::addressof(work)),
        call_([](const void* object, std::size_t index) { (*static_cast<const Work*>(object))(index); }) {}

  void operator()(std::size_t index) const { call_(object_, index); }

private:
  const void* object_;
  void (*call_)(const void*, std::size_t);
};

/// How many threads a setting asks for: 0 stands for all processors.
int thread_count(int threads);

/// Runs work(0) … work(count − 1), on up to `threads` threads (0: all processors). Which thread runs which
/// index is not fixed; whoever sums results does so afterwards, in index order, so that sums do not depend on
/// it.
void parallel_for(std::size_t count, int threads, IndexWork work);

/// The same, for work that takes long beside others, such as a picture: work of parallel_for() on another
/// thread does not wait until it is done.
void parallel_for_aside(std::size_t count, int threads, IndexWork work);

} // namespace lamina
