#pragma once

#include "core/base/parallel.h"

#include <algorithm>
#include <cstddef>

namespace lamina::tetdistance {

/// Nodes that a thread takes at a time.
inline constexpr std::size_t nodes_a_block = 1024;

/// work(i) for all i from begin to end, in blocks that threads share.
template <class Work>
void in_blocks(std::size_t begin, std::size_t end, int threads, const Work& work) {
  const auto some = [&](std::size_t first) {
    for (std::size_t i = first; i < std::min(first + nodes_a_block, end); ++i)
      work(i);
  };
  const std::size_t blocks = (end - begin + nodes_a_block - 1) / nodes_a_block;
  if (threads == 1 || blocks == 1)
    for (std::size_t k = 0; k < blocks; ++k)
      some(begin + k * nodes_a_block);
  else
    parallel_for(blocks, threads, [&](std::size_t k) { some(begin + k * nodes_a_block); });
}

} // namespace lamina::tetdistance
