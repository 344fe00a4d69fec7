#include "core/contact/ldi/pair_sizes.h"

namespace lamina::ldi {

namespace {

/// Pairs of more triangles than this are large.
constexpr std::size_t large_pair = 50'000;

} // namespace

void sort_by_size(std::span<const Surface* const> surfaces, std::span<const BodyPair> pairs, int threads,
                  std::vector<std::size_t>& large, std::vector<std::size_t>& small) {
  large.clear();
  small.clear();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    std::size_t triangles = 0;
    for (const std::uint32_t body : {pairs[i].a, pairs[i].b})
      triangles += surfaces[body]->triangles ? surfaces[body]->triangles->size() : 0;
    (triangles > large_pair ? large : small).push_back(i);
  }
  // Too few to go round are better shared out too.
  if (threads != 1 && small.size() < 4) {
    large.insert(large.end(), small.begin(), small.end());
    small.clear();
  }
}

} // namespace lamina::ldi
