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
using Mask = hn::Mask<D>;
using Place = std::array<float, 3>;

/// Coordinates of as many vectors as there are lanes.
struct Vector {
  Number x, y, z;
};
HWY_INLINE Vector all(const Place& p) {
  const D d;
  return {hn::Set(d, p[0]), hn::Set(d, p[1]), hn::Set(d, p[2])};
}
HWY_INLINE Vector minus(const Vector& a, const Vector& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
HWY_INLINE Vector times(Number s, const Vector& a) {
  return {hn::Mul(s, a.x), hn::Mul(s, a.y), hn::Mul(s, a.z)};
}
// Products and sums are rounded apart, so that each processor gets the same.
HWY_INLINE Number dot(const Vector& a, const Vector& b) {
  return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}
HWY_INLINE Vector cross(const Vector& a, const Vector& b) {
  return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
          hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}
HWY_INLINE Vector either(Mask mask, const Vector& yes, const Vector& no) {
  return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y),
          hn::IfThenElse(mask, yes.z, no.z)};
}
HWY_INLINE Number within(Number low, Number x, Number high) {
  return hn::Min(hn::Max(x, low), high);
}

/// Squared distances of several points from one triangle: from its plane where they lie over it, else from
/// its sides.
HWY_INLINE Number squared_distance(const Vector& point, const NearTriangle& triangle) {
  const D d;
  const Number zero = hn::Zero(d), one = hn::Set(d, 1);
  const Vector from_first = minus(point, all(triangle.corner[0]));
  const Number height = dot(from_first, all(triangle.normal));
  Number least = hn::Set(d, std::numeric_limits<float>::max());
  Mask over = hn::Lt(zero, one);
  for (std::size_t k = 0; k < 3; ++k) {
    const Vector from = k == 0 ? from_first : minus(point, all(triangle.corner[k])),
                 side = all(triangle.side[k]);
    over = hn::And(over, hn::Lt(dot(from, all(triangle.outwards[k])), zero));
    const Number along = within(zero, hn::Mul(dot(from, side), hn::Set(d, triangle.per_square[k])), one);
    const Vector rest = minus(from, times(along, side));
    least = hn::Min(least, dot(rest, rest));
  }
  return hn::IfThenElse(over, hn::Mul(height, height), least);
}

/// The way from the nearest places of several triangles to one point.
HWY_INLINE Vector way_from_nearest(const Vector& point, const std::array<Vector, 3>& corner) {
  const D d;
  const Number zero = hn::Zero(d), one = hn::Set(d, 1), tiny = hn::Set(d, 1e-30f);
  const Vector normal = cross(minus(corner[1], corner[0]), minus(corner[2], corner[0]));
  const Vector from_first = minus(point, corner[0]);
  Vector way = from_first;
  Number least = hn::Set(d, std::numeric_limits<float>::max());
  Mask over = hn::Lt(zero, one);
  for (std::size_t k = 0; k < 3; ++k) {
    const Vector side = minus(corner[(k + 1) % 3], corner[k]);
    const Vector from = k == 0 ? from_first : minus(point, corner[k]);
    over = hn::And(over, hn::Lt(dot(from, cross(side, normal)), zero));
    const Number along = within(zero, hn::Div(dot(from, side), hn::Max(dot(side, side), tiny)), one);
    const Vector rest = minus(from, times(along, side));
    const Number square = dot(rest, rest);
    way = either(hn::Lt(square, least), rest, way);
    least = hn::Min(square, least);
  }
  const Number share = hn::Div(dot(from_first, normal), hn::Max(dot(normal, normal), tiny));
  return either(over, times(share, normal), way);
}

/// Triangles that may be the nearest ones to some point of a cube: corners side by side, eight at a time.
class Candidates {
public:
  std::size_t size() const { return size_; }
  std::int32_t index(std::size_t i) const { return index_[i]; }
  void clear() { size_ = 0; }

  void add(std::int32_t index, const NearTriangle& triangle) {
    make_room();
    for (std::size_t k = 0; k < 9; ++k)
      numbers_[k * room_ + size_] = triangle.corner[k / 3][k % 3];
    index_[size_++] = index;
  }
  void add(const Candidates& from, std::size_t i) {
    make_room();
    for (std::size_t k = 0; k < 9; ++k)
      numbers_[k * room_ + size_] = from.numbers_[k * from.room_ + i];
    index_[size_++] = from.index_[i];
  }
  /// What is read behind the last ones is far away.
  void fill_up() {
    for (std::size_t i = size_; i % 8 != 0; ++i)
      for (std::size_t k = 0; k < 9; ++k)
        numbers_[k * room_ + i] = 1e9f;
  }
  HWY_INLINE Vector corner(std::size_t k, std::size_t i) const {
    const D d;
    const float* const first = numbers_.data() + 3 * k * room_ + i;
    return {hn::LoadU(d, first), hn::LoadU(d, first + room_), hn::LoadU(d, first + 2 * room_)};
  }

private:
  void make_room() {
    if (size_ < room_)
      return;
    const std::size_t more = std::max<std::size_t>(64, 2 * room_);
    std::vector<float> numbers(9 * more);
    for (std::size_t k = 0; k < 9; ++k)
      std::copy_n(numbers_.data() + k * room_, size_, numbers.data() + k * more);
    numbers_ = std::move(numbers);
    index_.resize(more);
    room_ = more;
  }

  std::size_t size_ = 0, room_ = 0; // room: a multiple of eight
  std::vector<float> numbers_;      // nine rows: x, y, z of each corner
  std::vector<std::int32_t> index_;
};

/// A cube about points whose distances are wanted.
struct Cube {
  Place middle;
  float half; ///< of its side
};

/// An upper bound of distances from the surface in a cube, linear in the place: that of one triangle at the
/// cube's corners, where it is greatest as it is convex.
struct Bound {
  float at_middle;
  Place slope;
};

/// Which things may be nearer than the bound somewhere in the cube. Distance from something convex is convex:
/// never less than d + u·(x − middle), with d and u its distance and direction at the middle. So it stays
/// above the bound if it does so at all corners. Both are known but for rounding.
HWY_INLINE Mask may_be_nearer(Number distance, const Vector& direction, const Bound& bound, float half) {
  const D d;
  const Vector differences = minus(all(bound.slope), direction);
  const Number most =
      hn::Add(hn::Add(hn::Abs(differences.x), hn::Abs(differences.y)), hn::Abs(differences.z));
  constexpr float rounding = 1e-4f; // cells
  return hn::Lt(hn::Sub(distance, hn::Set(d, bound.at_middle + rounding)), hn::Mul(hn::Set(d, half), most));
}

class CubeSearch {
public:
  CubeSearch(const NearTriangles& triangles, float most) : all_(triangles), most_(most) {}

  void find(const PointCube& points, float* distances) {
    std::fill_n(distances, 512, most_);
    const Cube whole = cube(points, {0, 0, 0}, 8);
    const std::int32_t nearest = nearest_to(whole);
    if (nearest < 0)
      return;
    bound_by(nearest, whole);
    collect(whole);
    for (int part = 0; part < 8; ++part) {
      const std::array<int, 3> first{4 * (part & 1), 4 * (part >> 1 & 1), 4 * (part >> 2)};
      narrow(cube(points, first, 4), of_whole_, of_part_);
      for (int eight = 0; eight < 8 && of_part_.size() > 0; ++eight) {
        const std::array<int, 3> at{first[0] + 2 * (eight & 1), first[1] + 2 * (eight >> 1 & 1),
                                    first[2] + 2 * (eight >> 2)};
        narrow(cube(points, at, 2), of_part_, of_eight_);
        test_eight(points, at, distances);
      }
    }
  }

private:
  /// About so many points along each side, from one on.
  static Cube cube(const PointCube& points, const std::array<int, 3>& first, int count) {
    Cube made{{}, 0.5f * static_cast<float>(count - 1) * points.spacing};
    for (std::size_t k = 0; k < 3; ++k)
      made.middle[k] = points.lowest[k] + static_cast<float>(first[k]) * points.spacing + made.half;
    return made;
  }

  /// Ways from the nearest places of a node's boxes to a place.
  HWY_INLINE Vector way_from_boxes(const Node& node, std::size_t i, const Place& place) const {
    const D d;
    const Vector point = all(place);
    return {hn::Sub(point.x, within(hn::LoadU(d, node.low[0] + i), point.x, hn::LoadU(d, node.high[0] + i))),
            hn::Sub(point.y, within(hn::LoadU(d, node.low[1] + i), point.y, hn::LoadU(d, node.high[1] + i))),
            hn::Sub(point.z, within(hn::LoadU(d, node.low[2] + i), point.z, hn::LoadU(d, node.high[2] + i)))};
  }

  /// The triangle that is nearest to the middle of a cube; −1 if the cube has no point within what is asked.
  std::int32_t nearest_to(const Cube& cube) {
    const float reach = most_ + std::sqrt(3.0f) * cube.half;
    float best = reach * reach;
    std::int32_t nearest = -1;
    if (all_.nodes().empty())
      return nearest;
    waiting_.assign(1, {0, 0});
    while (!waiting_.empty()) {
      const Waiting next = waiting_.back();
      waiting_.pop_back();
      if (next.squared >= best)
        continue;
      const Node& node = all_.nodes()[next.node];
      alignas(64) std::array<float, 8> squared;
      const D d;
      for (std::size_t i = 0; i < 8; i += hn::Lanes(d)) {
        const Vector way = way_from_boxes(node, i, cube.middle);
        hn::StoreU(dot(way, way), d, squared.data() + i);
      }
      const std::size_t first = waiting_.size();
      for (std::size_t i = 0; i < 8; ++i) {
        if (node.child[i] == Node::nothing || squared[i] >= best)
          continue;
        const int slot = static_cast<int>(i);
        if (node.is_leaf(slot)) {
          const NearTriangle& triangle = all_.triangles()[node.item(slot)];
          const float of_triangle = hn::GetLane(squared_distance(all(cube.middle), triangle));
          if (of_triangle < best) {
            best = of_triangle;
            nearest = static_cast<std::int32_t>(node.item(slot));
          }
          continue;
        }
        // The nearest on top.
        waiting_.push_back({node.child[i], squared[i]});
        for (std::size_t place = waiting_.size() - 1;
             place > first && waiting_[place - 1].squared < squared[i]; --place)
          std::swap(waiting_[place], waiting_[place - 1]);
      }
    }
    return nearest;
  }

  /// Bounds distances in a cube by those of a triangle at its corners.
  void bound_by(std::int32_t triangle, const Cube& cube) {
    const D d;
    alignas(64) std::array<float, 8> x, y, z, distance;
    for (std::size_t i = 0; i < 8; ++i) {
      x[i] = cube.middle[0] + (i & 1 ? cube.half : -cube.half);
      y[i] = cube.middle[1] + (i & 2 ? cube.half : -cube.half);
      z[i] = cube.middle[2] + (i & 4 ? cube.half : -cube.half);
    }
    for (std::size_t i = 0; i < 8; i += hn::Lanes(d)) {
      const Vector point{hn::LoadU(d, &x[i]), hn::LoadU(d, &y[i]), hn::LoadU(d, &z[i])};
      const Number squared = squared_distance(point, all_.triangles()[static_cast<std::size_t>(triangle)]);
      hn::StoreU(hn::Sqrt(squared), d, &distance[i]);
    }
    float mean = 0;
    Place difference{};
    for (std::size_t i = 0; i < 8; ++i) {
      mean += 0.125f * distance[i];
      for (std::size_t k = 0; k < 3; ++k)
        difference[k] += (i >> k & 1 ? 0.125f : -0.125f) * distance[i];
    }
    float above = 0;
    for (std::size_t i = 0; i < 8; ++i) {
      float linear = mean;
      for (std::size_t k = 0; k < 3; ++k)
        linear += i >> k & 1 ? difference[k] : -difference[k];
      above = std::max(above, distance[i] - linear);
    }
    bound_.at_middle = mean + above;
    for (std::size_t k = 0; k < 3; ++k)
      bound_.slope[k] = difference[k] / cube.half;
  }

  /// Neither farther than the nearest triangle nor than what is asked.
  HWY_INLINE Mask counts(const Vector& way, Number distance, const Cube& cube) const {
    const D d;
    const Vector direction = times(hn::Div(hn::Set(d, 1), hn::Max(distance, hn::Set(d, 1e-20f))), way);
    return hn::And(may_be_nearer(distance, direction, bound_, cube.half),
                   may_be_nearer(distance, direction, {most_, {}}, cube.half));
  }

  void collect(const Cube& cube) {
    const D d;
    of_whole_.clear();
    waiting_.assign(1, {0, 0});
    while (!waiting_.empty()) {
      const Node& node = all_.nodes()[waiting_.back().node];
      waiting_.pop_back();
      for (std::size_t i = 0; i < 8; i += hn::Lanes(d)) {
        const Vector way = way_from_boxes(node, i, cube.middle);
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(d, counts(way, hn::Sqrt(dot(way, way)), cube), bits);
        for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane) {
          const int slot = static_cast<int>(i + lane);
          if (!(bits[0] >> lane & 1) || node.child[slot] == Node::nothing)
            continue;
          if (node.is_leaf(slot))
            of_whole_.add(static_cast<std::int32_t>(node.item(slot)), all_.triangles()[node.item(slot)]);
          else
            waiting_.push_back({node.child[slot], 0});
        }
      }
    }
    of_whole_.fill_up();
  }

  /// Leaves those that may be the nearest to a point of a smaller cube.
  void narrow(const Cube& cube, const Candidates& from, Candidates& to) {
    const D d;
    to.clear();
    const std::size_t padded = (from.size() + 7) / 8 * 8;
    ways_.resize(4 * padded);
    float* const x = ways_.data();
    float *const y = x + padded, *const z = y + padded, *const distances = z + padded;
    const Vector middle = all(cube.middle);
    for (std::size_t i = 0; i < padded; i += hn::Lanes(d)) {
      const Vector way = way_from_nearest(middle, {from.corner(0, i), from.corner(1, i), from.corner(2, i)});
      hn::StoreU(way.x, d, x + i);
      hn::StoreU(way.y, d, y + i);
      hn::StoreU(way.z, d, z + i);
      hn::StoreU(hn::Sqrt(dot(way, way)), d, distances + i);
    }
    if (from.size() == 0)
      return;
    const std::size_t nearest =
        static_cast<std::size_t>(std::min_element(distances, distances + from.size()) - distances);
    bound_by(from.index(nearest), cube);
    for (std::size_t i = 0; i < padded; i += hn::Lanes(d)) {
      const Vector way{hn::LoadU(d, x + i), hn::LoadU(d, y + i), hn::LoadU(d, z + i)};
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(d, counts(way, hn::LoadU(d, distances + i), cube), bits);
      for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane)
        if ((bits[0] >> lane & 1) && i + lane < from.size())
          to.add(from, i + lane);
    }
    to.fill_up();
  }

  void test_eight(const PointCube& points, const std::array<int, 3>& first, float* distances) const {
    const D d;
    alignas(64) std::array<float, 8> x, y, z, squared;
    for (std::size_t i = 0; i < 8; ++i) {
      x[i] = points.lowest[0] + static_cast<float>(first[0] + (i & 1)) * points.spacing;
      y[i] = points.lowest[1] + static_cast<float>(first[1] + (i >> 1 & 1)) * points.spacing;
      z[i] = points.lowest[2] + static_cast<float>(first[2] + (i >> 2)) * points.spacing;
    }
    for (std::size_t i = 0; i < 8; i += hn::Lanes(d)) {
      const Vector point{hn::LoadU(d, &x[i]), hn::LoadU(d, &y[i]), hn::LoadU(d, &z[i])};
      Number least = hn::Set(d, most_ * most_);
      for (std::size_t c = 0; c < of_eight_.size(); ++c)
        least = hn::Min(
            least, squared_distance(point, all_.triangles()[static_cast<std::size_t>(of_eight_.index(c))]));
      hn::StoreU(hn::Min(hn::Sqrt(least), hn::Set(d, most_)), d, &squared[i]);
    }
    for (std::size_t i = 0; i < 8; ++i)
      distances[((first[2] + (i >> 2)) * 8 + first[1] + (i >> 1 & 1)) * 8 + first[0] + (i & 1)] = squared[i];
  }

  struct Waiting {
    std::uint32_t node;
    float squared;
  };
  const NearTriangles& all_;
  float most_;
  Bound bound_{};
  std::vector<Waiting> waiting_;
  std::vector<float> ways_;
  Candidates of_whole_, of_part_, of_eight_;
};

void FindDistances(const NearTriangles& triangles, const PointCube& points, float most, float* distances) {
  CubeSearch(triangles, most).find(points, distances);
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
