#pragma once

#include "core/math/types.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace lamina::bvh {

/// A box in single precision that holds what it was made of, whatever the rounding.
struct FloatBox {
  float low[3], high[3];
};

inline constexpr float float_end = std::numeric_limits<float>::max();

/// Nearest rounding is off by 2⁻²⁴ of the value at most, or by half of the smallest number: boxes are made
/// larger by this share of a number, and by the smallest.
inline constexpr float rounding_share = 1.5e-7f;

/// No greater than x, and no number for none.
inline float round_down(double x) {
  const float f =
      static_cast<float>(std::clamp(x, -static_cast<double>(float_end), static_cast<double>(float_end)));
  return f - (std::abs(f) * rounding_share + std::numeric_limits<float>::min());
}

/// No less than x.
inline float round_up(double x) {
  return -round_down(-x);
}

inline FloatBox rounded_outwards(const Box& box) {
  FloatBox result;
  for (int k = 0; k < 3; ++k) {
    result.low[k] = round_down(box.min[k]);
    result.high[k] = round_up(box.max[k]);
  }
  return result;
}

inline Box in_double(const FloatBox& box) {
  return {Vec3(box.low[0], box.low[1], box.low[2]), Vec3(box.high[0], box.high[1], box.high[2])};
}

/// Larger by the margin on every side; what gets too large for a number becomes infinite.
inline FloatBox inflated(const FloatBox& box, double margin) {
  const float wide = round_up(margin);
  FloatBox result;
  for (int k = 0; k < 3; ++k) {
    result.low[k] = box.low[k] - wide - rounding_share * (std::abs(box.low[k]) + wide);
    result.high[k] = box.high[k] + wide + rounding_share * (std::abs(box.high[k]) + wide);
  }
  return result;
}

/// The boxes of up to N children side by side, and what they are: nodes, leaves (one item each) or nothing,
/// whose box is empty.
template <int N>
struct BoxNode {
  static constexpr std::uint32_t nothing = 0xffff'ffff, leaf = 0x8000'0000;

  float low[3][N], high[3][N];
  std::uint32_t child[N];

  void put(int slot, const FloatBox& box) {
    for (int k = 0; k < 3; ++k) {
      low[k][slot] = box.low[k];
      high[k][slot] = box.high[k];
    }
  }
  FloatBox get(int slot) const {
    return {{low[0][slot], low[1][slot], low[2][slot]}, {high[0][slot], high[1][slot], high[2][slot]}};
  }
  /// Around all children.
  FloatBox around() const {
    FloatBox box;
    for (int k = 0; k < 3; ++k) {
      box.low[k] = *std::min_element(low[k], low[k] + N);
      box.high[k] = *std::max_element(high[k], high[k] + N);
    }
    return box;
  }
  /// One bit for each child whose box overlaps this one; none for empty boxes.
  std::uint32_t overlapping(const FloatBox& box) const {
    // In loops over the children alone, which compilers turn into a few instructions for all of them.
    std::uint32_t hit[N];
    for (int i = 0; i < N; ++i)
      hit[i] = 1u << i;
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < N; ++i)
        hit[i] &= low[k][i] <= box.high[k] && high[k][i] >= box.low[k] ? ~0u : 0u;
    std::uint32_t bits = 0;
    for (int i = 0; i < N; ++i)
      bits |= hit[i];
    return bits;
  }
};

/// Adds a tree over items with these centroids to the nodes, its root first and every node before those under
/// it. Each node's items are halved at the median along the longest side of their centroids' bounds, until
/// there are as many parts as children. The order of `items` changes. Adds no node for no items.
template <int N>
void build_nodes(std::span<std::uint32_t> items, std::span<const Vec3> centroids,
                 std::vector<BoxNode<N>>& nodes);

extern template void build_nodes<2>(std::span<std::uint32_t>, std::span<const Vec3>,
                                    std::vector<BoxNode<2>>&);
extern template void build_nodes<4>(std::span<std::uint32_t>, std::span<const Vec3>,
                                    std::vector<BoxNode<4>>&);
extern template void build_nodes<8>(std::span<std::uint32_t>, std::span<const Vec3>,
                                    std::vector<BoxNode<8>>&);

} // namespace lamina::bvh
