#pragma once

#include "core/body/body.h"

#include <array>
#include <cstdint>

namespace lamina {

/// The two bodies that meet in a pair, and where the velocity blocks of each begin in the system. A body in
/// contact with itself stands on both sides. Does not own the bodies.
struct PairBodies {
  std::array<const Body*, 2> body{};
  std::array<std::uint32_t, 2> first_block{};

  bool self() const { return body[0] == body[1]; }

  /// Both move as one rigid twist each, so that rigid_blocks() are all that the pair couples.
  bool rigid() const { return !self() && body[0]->twist_centre() && body[1]->twist_centre(); }

  /// Of two rigid bodies: the linear and the angular block of a, then those of b.
  std::array<std::uint32_t, 4> rigid_blocks() const {
    return {first_block[0], first_block[0] + 1, first_block[1], first_block[1] + 1};
  }

  /// 0 for a global block of a, 1 for one of b.
  int side_of(std::uint32_t block) const {
    return !self() && body[1]->block_count() > block - first_block[1];
  }

  /// Whether a global block is an angular velocity: the second of a cluster of two.
  bool turns(std::uint32_t block) const {
    const int side = side_of(block);
    return body[side]->cluster_size() == 2 && (block - first_block[side]) % 2 == 1;
  }
};

} // namespace lamina
