#include "core/field/octree_field.h"

#include <algorithm>
#include <cmath>

namespace lamina::field {

/// Counts the groups below a cell of this side, which is a leaf, `outside`, `inside` or divided.
bool OctreeField::reach(std::int32_t number, int side, std::size_t& groups) const {
  if (number > first_children)
    return std::int64_t{number} < static_cast<std::int64_t>(values_.size());
  const std::size_t first = blocks_ + 8 * static_cast<std::size_t>(first_children - number);
  if (side == 1 || first + 8 > trees_.size() || 8 * ++groups > trees_.size() - blocks_)
    return false;
  return std::all_of(trees_.begin() + static_cast<std::ptrdiff_t>(first),
                     trees_.begin() + static_cast<std::ptrdiff_t>(first + 8),
                     [&](std::int32_t child) { return reach(child, side / 2, groups); });
}

bool OctreeField::is_consistent() const {
  std::size_t blocks = 1, groups = 0;
  for (const int count : block_counts_)
    blocks *= static_cast<std::size_t>(count);
  return blocks == blocks_ && blocks_ <= trees_.size() && (trees_.size() - blocks_) % 8 == 0 &&
         std::all_of(trees_.begin(), trees_.begin() + static_cast<std::ptrdiff_t>(blocks_),
                     [&](std::int32_t root) { return reach(root, DistanceField::block_side, groups); }) &&
         8 * groups == trees_.size() - blocks_;
}

/// The leaf that holds a cell of the grid, which lies within the blocks.
OctreeField::Leaf OctreeField::leaf_of(const std::array<int, 3>& cell) const {
  constexpr int block_side = DistanceField::block_side;
  std::size_t block = 0;
  for (std::size_t k = 3; k-- > 0;)
    block =
        block * static_cast<std::size_t>(block_counts_[k]) + static_cast<std::size_t>(cell[k] / block_side);
  std::int32_t number = trees_[block];
  int side = block_side;
  while (number <= first_children) {
    side /= 2;
    std::size_t child = 0;
    for (std::size_t k = 0; k < 3; ++k)
      child |= (cell[k] & side) != 0 ? std::size_t{1} << k : 0;
    number = trees_[blocks_ + 8 * static_cast<std::size_t>(first_children - number) + child];
  }
  Leaf leaf{cell, side, number};
  for (int& at : leaf.lowest)
    at &= -side;
  return leaf;
}

/// Trilinear, at a place from 0 to 1 along each axis, and its slope over that place.
double OctreeField::between(const Corners& corners, const Vec3& t, Vec3* slope) {
  const auto mix = [](double a, double b, double s) { return a + s * (b - a); };
  std::array<double, 4> along_x, slope_x;
  for (std::size_t i = 0; i < 4; ++i) {
    const double a = static_cast<double>(corners[2 * i]), b = static_cast<double>(corners[2 * i + 1]);
    along_x[i] = mix(a, b, t.x());
    slope_x[i] = b - a;
  }
  const double low = mix(along_x[0], along_x[1], t.y()), high = mix(along_x[2], along_x[3], t.y());
  if (slope)
    *slope = {mix(mix(slope_x[0], slope_x[1], t.y()), mix(slope_x[2], slope_x[3], t.y()), t.z()),
              mix(along_x[1] - along_x[0], along_x[3] - along_x[2], t.z()), high - low};
  return mix(low, high, t.z());
}

FieldValue OctreeField::at(const Vec3& point) const {
  FieldValue value;
  value.distance = band_;
  const Vec3 local = (point - origin_) / cell_;
  std::array<int, 3> cell;
  for (std::size_t k = 0; k < 3; ++k) {
    const double at = local[static_cast<int>(k)];
    // Written so that what is no number is outside, too.
    if (!(at >= 0 && at < block_counts_[k] * DistanceField::block_side))
      return value;
    cell[k] = static_cast<int>(at);
  }
  const Leaf leaf = leaf_of(cell);
  if (leaf.number < 0) {
    value.distance = leaf.number == inside ? -band_ : band_;
    return value;
  }
  const Vec3 t = (local - Vec3(leaf.lowest[0], leaf.lowest[1], leaf.lowest[2])) / leaf.side;
  Vec3 slope;
  value.distance = cell_ * between(values_[static_cast<std::size_t>(leaf.number)], t, &slope);
  value.known = std::abs(value.distance) < band_;
  if (value.known)
    value.gradient = slope / leaf.side;
  else
    value.distance = value.distance < 0 ? -band_ : band_;
  return value;
}

std::size_t OctreeField::bytes() const {
  return values_.size() * sizeof(Corners) + trees_.size() * sizeof(std::int32_t);
}

} // namespace lamina::field
