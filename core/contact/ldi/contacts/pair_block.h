#pragma once

#include "core/contact/ldi/arithmetic/pixel_pair.h"
#include "core/math/types.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace lamina::ldi {

/// Pairs of contact pixels of one direction in the making, as arrays. So several are computed at once, and
/// the square roots of one need not wait for those of another. Pairs that meet the same two triangles, as
/// neighbours on large faces do, are of one kind, whose normal and weight are found once:
///
///   pair   0 1 2 3 4 5 6 7 …
///   kind   0 0 0 0 1 1 1 2 …     corner, multiplicity, normal and weight of a kind
struct PairBlock {
  static constexpr std::size_t at_a_time = 32;
  using Values = std::array<double, at_a_time>;
  using Positions = std::array<Values, 3>;                    ///< x, y, z
  using Corners = std::array<std::array<Vec3, at_a_time>, 3>; ///< of triangles

  /// Known of each kind; [0] is the lower end, [1] the upper.
  std::size_t kinds = 0;
  alignas(64) std::array<Corners, 2> corner; ///< of their triangles, world, m
  alignas(64) Values multiplicity{};         ///< pairs of sheets that press on each other: 0 without a weight

  /// Known of each interval.
  alignas(64) std::array<std::int64_t, at_a_time> kind{};
  alignas(64) std::array<Values, 2> depth{}; ///< along the view axis, m
  alignas(64) Values across{}, up{};         ///< centre of the pixel, m in the region's frame

  /// What follows, of each kind and as in ContactPixelPair.
  alignas(64) Positions kind_normal{};
  alignas(64) Values kind_weight{};
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
