#include "core/bvh/sah_builder.h"

#include "core/bvh/build_nodes.h"

#include <algorithm>
#include <array>
#include <limits>

namespace lamina::bvh {

namespace {

constexpr int children = BoxesOfTriangles::children;
constexpr int bins = 16;
/// From here on sets are halved: 2³¹ triangles then take 11 levels at most.
constexpr std::size_t first_halved_level = most_box_levels - 11;

double half_area(const Box& box) {
  const Vec3 s = box.size();
  return s.x() * s.y() + s.y() * s.z() + s.z() * s.x();
}

struct BoxedItem {
  Box box;
  Vec3 centre;
  std::uint32_t number; ///< of a triangle
};

/// A way to cut a set in two: after a bin along an axis.
struct Cut {
  double cost = std::numeric_limits<double>::infinity();
  int axis = -1, bin = 0;
};

/// Sorts centres into bins of equal length along an axis.
struct Bins {
  double begin, per_length;
  Bins(const Box& centres, int axis)
      : begin(centres.min[axis]), per_length(bins / (centres.max[axis] - centres.min[axis])) {}
  int of(double centre) const { return std::min(bins - 1, static_cast<int>((centre - begin) * per_length)); }
};

/// The cheapest cut along one axis.
Cut best_cut(std::span<const BoxedItem> items, const Box& centres, int axis) {
  Cut best;
  if (!(centres.size()[axis] > 0))
    return best;
  const Bins bin(centres, axis);
  std::array<Box, bins> boxes;
  std::array<std::size_t, bins> counts{};
  for (const BoxedItem& item : items) {
    const auto i = static_cast<std::size_t>(bin.of(item.centre[axis]));
    boxes[i].include(item.box);
    ++counts[i];
  }
  std::array<double, bins> above{}; // cost of what lies above each bin
  Box around;
  std::size_t count = 0;
  for (std::size_t i = bins - 1; i > 0; --i) {
    if (counts[i] > 0)
      around.include(boxes[i]);
    count += counts[i];
    above[i - 1] = count > 0 ? half_area(around) * static_cast<double>(count) : 0;
  }
  around = Box();
  count = 0;
  for (std::size_t i = 0; i + 1 < bins; ++i) {
    if (counts[i] > 0)
      around.include(boxes[i]);
    count += counts[i];
    if (count == 0 || count == items.size())
      continue;
    const double cost = half_area(around) * static_cast<double>(count) + above[i];
    if (cost < best.cost)
      best = {cost, axis, static_cast<int>(i)};
  }
  return best;
}

/// The part that most rays meet is cut next, where it costs them least; far down the largest is halved.
struct SahCutting {
  using Item = BoxedItem;
  static constexpr std::size_t singles = children;

  static double weight(std::span<const Item> items, std::size_t level) {
    if (level >= first_halved_level)
      return static_cast<double>(items.size());
    Box box;
    for (const Item& item : items)
      box.include(item.box);
    return half_area(box);
  }

  static std::size_t cut(std::span<Item> items, std::size_t level) {
    const Box centres = centre_bounds<Item>(items);
    Cut best;
    for (int axis = 0; axis < 3 && level < first_halved_level; ++axis) {
      const Cut along = best_cut(items, centres, axis);
      if (along.cost < best.cost)
        best = along;
    }
    if (best.axis < 0)
      return halve(items, centres);
    const Bins bin(centres, best.axis);
    const auto middle = std::partition(items.begin(), items.end(), [&](const Item& item) {
      return bin.of(item.centre[best.axis]) <= best.bin;
    });
    return static_cast<std::size_t>(middle - items.begin());
  }
};

} // namespace

void build_by_area(std::span<const Triangle> triangles, std::span<const Vec3> positions,
                   std::vector<BoxesOfTriangles::Node>& nodes) {
  nodes.clear();
  std::vector<BoxedItem> items;
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    const auto& [a, b, c] = triangles[t];
    Box box;
    for (const std::uint32_t corner : {a, b, c})
      box.include(positions[corner]);
    if (!(positions[a] + positions[b] + positions[c]).allFinite() || !(box.size().allFinite()))
      box = Box{Vec3::Zero(), Vec3::Zero()};
    items.push_back({box, box.centre(), t});
  }
  if (!items.empty())
    build_nodes<children, SahCutting>(items, 0, nodes);
}

} // namespace lamina::bvh
