#pragma once

#include "core/contact/adaptive/depth_ranges.h"

#include <algorithm>
#include <array>
#include <vector>

namespace lamina::adaptive {

/// What of a ray lies within both bodies.
struct RayWalk {
  double length = 0;  ///< m
  int upper_ends = 0; ///< intervals that body 0 ends above, less those that it ends below
};

/// Notes bodies that a ray is within twice: over more than a point, and between the depths of a region.
/// Beyond these faces may be left out, so that winding numbers there say nothing.
class OverlapNotes {
public:
  /// `winding`: of both bodies where the ray begins, at z = −∞. Keeps the reference.
  OverlapNotes(const std::array<int, 2>& winding, const DepthRange& limits, std::array<bool, 2>& seen_twice)
      : limits_(limits), seen_twice_(seen_twice) {
    for (std::size_t body = 0; body < 2; ++body)
      spans_[body] = {limits.low, winding[body] > 1};
  }

  /// Where the ray crosses a surface, in ascending order: its winding number is `winding` from there on.
  void cross(std::size_t body, double z, int winding) {
    const double at = std::clamp(z, limits_.low, limits_.high);
    note(body, at);
    spans_[body] = {at, winding > 1};
  }
  /// Once all are crossed.
  void finish() {
    for (std::size_t body = 0; body < 2; ++body)
      note(body, limits_.high);
  }

private:
  struct Span {
    double from;
    bool twice;
  };
  void note(std::size_t body, double to) {
    seen_twice_[body] = seen_twice_[body] || (spans_[body].twice && spans_[body].from < to);
  }

  DepthRange limits_;
  std::array<bool, 2>& seen_twice_;
  std::array<Span, 2> spans_{};
};

/// Walks a ray from below: sorts its hits by their depth z, and finds what lies within both bodies and the
/// limits. A hit changes the winding number of its body by `turns`; `winding` is at z = −∞. Notes bodies that
/// the ray is within twice.
template <class Hit>
RayWalk walk_ray(std::vector<Hit>& hits, std::array<int, 2> winding, const DepthRange& limits,
                 std::array<bool, 2>& seen_twice) {
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return a.z < b.z; });
  OverlapNotes overlaps(winding, limits, seen_twice);
  RayWalk found;
  double lower = 0;
  bool was = false;
  for (const Hit& hit : hits) {
    winding[hit.body] += hit.turns;
    overlaps.cross(hit.body, hit.z, winding[hit.body]);
    const bool is = winding[0] > 0 && winding[1] > 0;
    const double z = std::clamp(hit.z, limits.low, limits.high);
    if (is && !was)
      lower = z;
    else if (was && !is)
      found.length += z - lower;
    if (is != was && hit.body == 0)
      found.upper_ends += was ? 1 : -1;
    was = is;
  }
  overlaps.finish();
  return found;
}

} // namespace lamina::adaptive
