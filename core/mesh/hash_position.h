#pragma once

#include "core/math/types.h"

#include <bit>
#include <cstdint>

namespace lamina {

/// A hash of a position; equal positions have equal hashes, 0 and −0 included.
inline std::uint64_t hash_position(const Vec3& p) {
  // Adding zero turns −0 into +0.
  std::uint64_t hash = 0x9e3779b97f4a7c15u;
  for (int axis = 0; axis < 3; ++axis) {
    hash ^= std::bit_cast<std::uint64_t>(p[axis] + 0.0);
    hash *= 0xff51afd7ed558ccdu;
    hash ^= hash >> 32;
  }
  return hash;
}

} // namespace lamina
