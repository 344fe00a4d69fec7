#include "core/contact/raytraced/box_builder.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace lamina::raytraced {

namespace {

constexpr std::size_t children = BoxesOfTriangles::children;
constexpr int bins = 16;
/// From here on sets are halved: 2³¹ triangles then take 11 levels at most.
constexpr std::size_t first_halved_level = most_box_levels - 11;

double half_area(const Box& box) {
  const Vec3 s = box.size();
  return s.x() * s.y() + s.y() * s.z() + s.z() * s.x();
}

struct Item {
  Box box;
  Vec3 centre;
  std::uint32_t triangle;
};

/// Triangles that are to be under one child.
struct Part {
  std::span<Item> items;
  double area = 0; ///< of the box around them

  explicit Part(std::span<Item> of = {}) : items(of) {
    Box box;
    for (const Item& item : items)
      box.include(item.box);
    area = items.empty() ? 0 : half_area(box);
  }
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
Cut best_cut(std::span<const Item> items, const Box& centres, int axis) {
  Cut best;
  if (!(centres.size()[axis] > 0))
    return best;
  const Bins bin(centres, axis);
  std::array<Box, bins> boxes;
  std::array<std::size_t, bins> counts{};
  for (const Item& item : items) {
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

class Builder {
public:
  explicit Builder(std::vector<BoxesOfTriangles::Node>& nodes) : nodes_(nodes) {}

  std::uint32_t add_node(std::span<Item> items, std::size_t level) {
    std::array<Part, children> parts;
    std::size_t count = 1;
    parts[0] = Part(items);
    if (items.size() <= children) {
      count = items.size();
      for (std::size_t i = 0; i < count; ++i)
        parts[i] = Part(items.subspan(i, 1));
    }
    const bool halved = level >= first_halved_level;
    while (count < children) {
      const auto end = parts.begin() + static_cast<std::ptrdiff_t>(count);
      const auto part = std::max_element(parts.begin(), end, [halved](const Part& p, const Part& q) {
        return weight(p, halved) < weight(q, halved);
      });
      if (part->items.size() <= children)
        break;
      const std::size_t first = cut(part->items, halved);
      parts[count++] = Part(part->items.subspan(first));
      *part = Part(part->items.first(first));
    }
    return add_node(std::span(parts).first(count), level);
  }

private:
  /// What is cut next: what most rays meet, or what has most triangles. Nothing is cut that a node holds.
  static double weight(const Part& part, bool halved) {
    if (part.items.size() <= children)
      return -1;
    return halved ? static_cast<double>(part.items.size()) : part.area;
  }

  std::uint32_t add_node(std::span<const Part> parts, std::size_t level) {
    using Node = BoxesOfTriangles::Node;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
    for (std::size_t slot = 0; slot < children; ++slot) {
      std::uint32_t child = Node::nothing;
      if (slot < parts.size())
        child = parts[slot].items.size() == 1 ? Node::leaf | parts[slot].items[0].triangle
                                              : add_node(parts[slot].items, level + 1);
      nodes_[index].child[slot] = child;
      nodes_[index].put(static_cast<int>(slot),
                        {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}});
    }
    return index;
  }

  /// Brings what goes to the one side to the front and says how much that is.
  static std::size_t cut(std::span<Item> items, bool halved) {
    Box centres;
    for (const Item& item : items)
      centres.include(item.centre);
    Cut best;
    for (int axis = 0; axis < 3 && !halved; ++axis) {
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

  static std::size_t halve(std::span<Item> items, const Box& centres) {
    int axis = 0;
    centres.size().maxCoeff(&axis);
    const std::size_t half = (items.size() + 1) / 2;
    std::nth_element(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(half), items.end(),
                     [axis](const Item& p, const Item& q) {
                       return p.centre[axis] != q.centre[axis] ? p.centre[axis] < q.centre[axis]
                                                               : p.triangle < q.triangle;
                     });
    return half;
  }

  std::vector<BoxesOfTriangles::Node>& nodes_;
};

} // namespace

void build_boxes(std::span<const Triangle> triangles, std::span<const Vec3> positions,
                 std::vector<BoxesOfTriangles::Node>& nodes) {
  nodes.clear();
  std::vector<Item> items;
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
    Builder(nodes).add_node(items, 0);
}

} // namespace lamina::raytraced
