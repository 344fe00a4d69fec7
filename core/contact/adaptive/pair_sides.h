#pragma once

#include "core/contact/adaptive/surface_part.h"
#include "core/contact/detection_request.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina::adaptive {

/// How triangles lie beside one another, of all surfaces that meet others. Kept while they stay the same.
class PairSides {
public:
  /// Finds what the pairs need, on up to `threads` threads. Pairs of a body with itself need none.
  void update(std::span<const Surface* const> surfaces, std::span<const BodyPair> pairs, int threads);
  const SurfaceSides& of(std::uint32_t surface) const { return sides_[surface]; }

private:
  std::vector<std::uint32_t> wanted_; ///< surfaces of this step's pairs
  std::vector<SurfaceSides> sides_;   ///< per surface; of those that occurred in a pair
};

} // namespace lamina::adaptive
