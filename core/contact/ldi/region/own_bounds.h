#pragma once

#include "core/contact/method.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::ldi {

struct RegionStages;

/// Bounds of rigid surfaces along their own axes, each found once for all of its pairs. Memory to be reused.
class OwnBounds {
public:
  /// Finds what the pairs need, on up to `threads` threads.
  void find(std::span<const Surface* const> surfaces, std::span<const BodyPair> pairs, AxesChoice axes,
            const RegionStages& stages, int threads);
  const Box& of(std::uint32_t surface) const { return bounds_[surface]; }
  std::array<Box, 2> of(const BodyPair& pair) const { return {of(pair.a), of(pair.b)}; }

private:
  std::vector<Box> bounds_;            ///< per surface; of those that need it
  std::vector<std::uint32_t> rotated_; ///< surfaces that need it
};

} // namespace lamina::ldi
