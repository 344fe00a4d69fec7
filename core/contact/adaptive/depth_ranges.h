#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lamina::adaptive {

struct DepthRange {
  double low, high; ///< m
};

/// Where a body may be along the depth of a tile: everywhere in the ranges of its faces, and in the gaps
/// between them wherever its winding number, that of the tile's ray, is positive.
///
///     ──────┤ faces ├────── gap: inside ──────┤ faces ├──── gap: outside ────►  z
class DepthRanges {
public:
  struct Crossing {
    double z;
    int turns; ///< what the winding number changes by
  };

  void clear() { merged_.clear(); }
  void add(const DepthRange& face);
  /// Once all are there. `winding`: at z = −∞. `crossings`: of the ray, in any order. What lies outside
  /// `limits` is left out.
  void finish(int winding, std::span<const Crossing> crossings, const DepthRange& limits);

  /// Ascending: where the body may be, and where it is for sure.
  std::span<const DepthRange> possible() const { return possible_; }
  std::span<const DepthRange> certain() const { return certain_; }
  /// Ascending: ranges of faces, those that meet as one; and how the winding number changes over each.
  std::span<const DepthRange> of_faces() const { return merged_; }
  std::span<const int> turns() const { return turns_; }
  /// Whether such a range may be one with the one before it: of faces that share an edge, which rounding
  /// parts.
  bool is_beside_last(std::size_t range) const;
  /// Whether it may be somewhere between two depths, and whether it is everywhere between them.
  bool meets(double low, double high) const;
  bool holds(double low, double high) const;

private:
  static void add_within(const DepthRange& limits, double low, double high, std::vector<DepthRange>& ranges);

  std::vector<DepthRange> merged_, possible_, certain_;
  std::vector<int> turns_; ///< of each merged range
};

/// The length that two lists of ranges have in common, m.
double common_length(std::span<const DepthRange> a, std::span<const DepthRange> b);

} // namespace lamina::adaptive
