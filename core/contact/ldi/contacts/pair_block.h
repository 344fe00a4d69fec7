#pragma once

#include "core/contact/ldi/arithmetic/pixel_pair.h"
#include "core/math/types.h"

#include <array>
#include <cstddef>

namespace lamina::ldi {

/// Pairs of contact pixels of one direction in the making, as arrays. So several are computed at once, and
/// the square roots of one need not wait for those of another.
struct PairBlock {
  static constexpr std::size_t at_a_time = 32;
  using Values = std::array<double, at_a_time>;
  using Positions = std::array<Values, 3>;                    ///< x, y, z
  using Corners = std::array<std::array<Vec3, at_a_time>, 3>; ///< of triangles

  /// Known of each interval; [0] is its lower end, [1] the upper.
  alignas(64) std::array<Corners, 2> corner; ///< of their triangles, world, m
  alignas(64) std::array<Values, 2> depth{}; ///< along the view axis, m
  alignas(64) Values across{}, up{};         ///< centre of the pixel, m in the region's frame
  alignas(64) Values multiplicity{};         ///< pairs of sheets that press on each other: 0 without a weight

  /// What follows, as in ContactPixelPair.
  alignas(64) Positions normal{}, lower{};
  alignas(64) Positions arm{}; ///< from the region's middle to middle_of, m
  alignas(64) Values weight{};
};

/// How a direction's pixels lie in the world.
struct PairFrame {
  Triple deep, across, up; ///< the view axis and those of the image
  Triple middle;           ///< of the region, m
  double pixel_area;       ///< m²
  bool facing;             ///< only triangles that face each other press on each other
};

/// Fills in what follows of the first `count` pairs of a block.
void weigh_pairs(const PairFrame& frame, std::size_t count, PairBlock& block);

} // namespace lamina::ldi
