#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/field/simd/near_triangles.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/field/simd/near_triangles.h"

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace lamina::field {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Node = NearTriangles::Node;
using D = hn::CappedTag<float, 8>;
using Number = hn::Vec<D>;

struct Vector {
  Number x, y, z;
};
HWY_INLINE Vector minus(const Vector& a, const std::array<float, 3>& b) {
  const D d;
  return {hn::Sub(a.x, hn::Set(d, b[0])), hn::Sub(a.y, hn::Set(d, b[1])), hn::Sub(a.z, hn::Set(d, b[2]))};
}
// Products and sums are rounded apart, so that each processor gets the same.
HWY_INLINE Number dot(const Vector& a, const std::array<float, 3>& b) {
  const D d;
  return hn::Add(hn::Add(hn::Mul(a.x, hn::Set(d, b[0])), hn::Mul(a.y, hn::Set(d, b[1]))),
                 hn::Mul(a.z, hn::Set(d, b[2])));
}
HWY_INLINE Number square(const Vector& a) {
  return hn::Add(hn::Add(hn::Mul(a.x, a.x), hn::Mul(a.y, a.y)), hn::Mul(a.z, a.z));
}

/// Squared distance of points from a triangle: from its plane where they lie over it, else from its sides.
HWY_INLINE Number squared_distance(const Vector& point, const NearTriangle& triangle) {
  const D d;
  const Number zero = hn::Zero(d), one = hn::Set(d, 1);
  const Vector from_first = minus(point, triangle.corner[0]);
  const Number height = dot(from_first, triangle.normal);
  Number least = hn::Set(d, std::numeric_limits<float>::max());
  auto over = hn::Lt(zero, one);
  for (std::size_t k = 0; k < 3; ++k) {
    const Vector from = k == 0 ? from_first : minus(point, triangle.corner[k]);
    over = hn::And(over, hn::Lt(dot(from, triangle.outwards[k]), zero));
    const Number along =
        hn::Min(hn::Max(hn::Mul(dot(from, triangle.side[k]), hn::Set(d, triangle.per_square[k])), zero), one);
    const Vector rest{hn::Sub(from.x, hn::Mul(along, hn::Set(d, triangle.side[k][0]))),
                      hn::Sub(from.y, hn::Mul(along, hn::Set(d, triangle.side[k][1]))),
                      hn::Sub(from.z, hn::Mul(along, hn::Set(d, triangle.side[k][2])))};
    least = hn::Min(least, square(rest));
  }
  return hn::IfThenElse(over, hn::Mul(height, height), least);
}

/// Eight points at the corners of a cube, and what is nearest to them so far.
class Packet {
public:
  explicit Packet(const NearTriangles& all) : all_(all) {}

  void find(const std::array<float, 3>& lowest, float spacing, float most_squared) {
    for (std::size_t i = 0; i < 8; ++i) {
      x_[i] = lowest[0] + (i & 1 ? spacing : 0);
      y_[i] = lowest[1] + (i & 2 ? spacing : 0);
      z_[i] = lowest[2] + (i & 4 ? spacing : 0);
      best_[i] = most_squared;
    }
    for (std::size_t k = 0; k < 3; ++k) {
      low_[k] = lowest[k];
      high_[k] = lowest[k] + spacing;
    }
    farthest_ = most_squared;
    const std::array<std::int32_t, 8> before = nearest_;
    for (std::size_t i = 0; i < 8; ++i)
      if (before[i] >= 0 && (i == 0 || before[i] != before[i - 1]))
        test(before[i]);
    walk();
  }
  const std::array<float, 8>& squared() const { return best_; }

private:
  struct Waiting {
    std::uint32_t node;
    float squared;
  };

  void test(std::int32_t index) {
    const D d;
    const hn::RebindToSigned<D> di;
    const NearTriangle& triangle = all_.triangles()[static_cast<std::size_t>(index)];
    Number farthest = hn::Zero(d);
    for (std::size_t i = 0; i < 8; i += hn::Lanes(d)) {
      const Vector point{hn::LoadU(d, &x_[i]), hn::LoadU(d, &y_[i]), hn::LoadU(d, &z_[i])};
      const Number squared = squared_distance(point, triangle), best = hn::LoadU(d, &best_[i]);
      const auto nearer = hn::Lt(squared, best);
      const Number least = hn::IfThenElse(nearer, squared, best);
      hn::StoreU(least, d, &best_[i]);
      hn::StoreU(hn::IfThenElse(hn::RebindMask(di, nearer), hn::Set(di, index), hn::LoadU(di, &nearest_[i])),
                 di, &nearest_[i]);
      farthest = hn::Max(farthest, least);
    }
    farthest_ = hn::GetLane(hn::MaxOfLanes(d, farthest));
  }

  /// Squared distances between the box of the packet and those of a node's children.
  HWY_INLINE void box_distances(const Node& node, float* squared) const {
    const D d;
    for (std::size_t i = 0; i < 8; i += hn::Lanes(d)) {
      Number sum = hn::Zero(d);
      for (std::size_t k = 0; k < 3; ++k) {
        const Number below = hn::Sub(hn::LoadU(d, node.low[k] + i), hn::Set(d, high_[k]));
        const Number above = hn::Sub(hn::Set(d, low_[k]), hn::LoadU(d, node.high[k] + i));
        const Number gap = hn::Max(hn::Max(below, above), hn::Zero(d));
        sum = hn::Add(sum, hn::Mul(gap, gap));
      }
      hn::StoreU(sum, d, squared + i);
    }
  }

  /// Whether something in the box of a child may be nearer to one of the points than what is known. They see
  /// it from nearly the same side, so that this leaves far less than the distance between two boxes does.
  HWY_INLINE bool may_be_nearer(const Node& node, std::size_t slot) const {
    const D d;
    const auto gap = [d](const float* at, float low, float high) {
      const Number x = hn::LoadU(d, at);
      return hn::Max(hn::Max(hn::Sub(hn::Set(d, low), x), hn::Sub(x, hn::Set(d, high))), hn::Zero(d));
    };
    for (std::size_t i = 0; i < 8; i += hn::Lanes(d)) {
      const Vector between{gap(&x_[i], node.low[0][slot], node.high[0][slot]),
                           gap(&y_[i], node.low[1][slot], node.high[1][slot]),
                           gap(&z_[i], node.low[2][slot], node.high[2][slot])};
      if (!hn::AllFalse(d, hn::Lt(square(between), hn::LoadU(d, &best_[i]))))
        return true;
    }
    return false;
  }

  void walk() {
    if (all_.nodes().empty())
      return;
    std::size_t waiting = 0;
    waiting_[waiting++] = {0, 0};
    while (waiting > 0) {
      const Waiting next = waiting_[--waiting];
      if (next.squared >= farthest_)
        continue;
      const Node& node = all_.nodes()[next.node];
      std::array<float, 8> squared;
      box_distances(node, squared.data());
      const std::size_t first = waiting;
      for (std::size_t i = 0; i < 8; ++i) {
        if (node.child[i] == Node::nothing || squared[i] >= farthest_ || !may_be_nearer(node, i))
          continue;
        if (node.is_leaf(static_cast<int>(i))) {
          test(static_cast<std::int32_t>(node.item(static_cast<int>(i))));
          continue;
        }
        // The nearest on top.
        std::size_t place = waiting++;
        for (; place > first && waiting_[place - 1].squared < squared[i]; --place)
          waiting_[place] = waiting_[place - 1];
        waiting_[place] = {node.child[i], squared[i]};
      }
    }
  }

  const NearTriangles& all_;
  alignas(64) std::array<float, 8> x_{}, y_{}, z_{}, best_{};
  alignas(64) std::array<std::int32_t, 8> nearest_{-1, -1, -1, -1, -1, -1, -1, -1};
  std::array<float, 3> low_{}, high_{};
  float farthest_ = 0;
  std::array<Waiting, 256> waiting_;
};

void FindDistances(const NearTriangles& triangles, const PointCube& cube, float most, float* distances) {
  Packet packet(triangles);
  // To and fro, so that each packet is next to the one before.
  for (int step = 0; step < 64; ++step) {
    const int k = step / 16, row = step / 4 % 4, column = step % 4;
    const int j = k % 2 == 0 ? row : 3 - row, i = (row + k * 4) % 2 == 0 ? column : 3 - column;
    const std::array<int, 3> first{2 * i, 2 * j, 2 * k};
    std::array<float, 3> lowest;
    for (std::size_t axis = 0; axis < 3; ++axis)
      lowest[axis] = cube.lowest[axis] + static_cast<float>(first[axis]) * cube.spacing;
    packet.find(lowest, cube.spacing, most * most);
    for (int n = 0; n < 8; ++n) {
      const int place = ((first[2] + (n >> 2)) * 8 + first[1] + (n >> 1 & 1)) * 8 + first[0] + (n & 1);
      distances[place] = std::sqrt(packet.squared()[static_cast<std::size_t>(n)]);
    }
  }
}

} // namespace HWY_NAMESPACE
} // namespace lamina::field
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lamina::field {

HWY_EXPORT(FindDistances);

void find_distances(const NearTriangles& triangles, const PointCube& cube, float most,
                    std::array<float, 512>& distances) {
  HWY_DYNAMIC_DISPATCH(FindDistances)(triangles, cube, most, distances.data());
}

} // namespace lamina::field
#endif
