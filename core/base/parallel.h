#pragma once

#include <cstddef>
#include <functional>

namespace lamina {

/// Runs work(0) … work(count − 1), on up to `threads` threads (0: all processors). Which thread runs which
/// index is not fixed; whoever sums results does so afterwards, in index order, so that sums do not depend on
/// it.
void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& work);

} // namespace lamina
