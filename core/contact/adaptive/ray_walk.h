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

/// Walks a ray from below: sorts its hits by their depth z, and finds what lies within both bodies and the
/// limits. A hit changes the winding number of its body by `turns`; `winding` is at z = −∞. Notes bodies that
/// the ray is within twice.
template <class Hit>
RayWalk walk_ray(std::vector<Hit>& hits, std::array<int, 2> winding, const DepthRange& limits,
                 std::array<bool, 2>& seen_twice) {
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return a.z < b.z; });
  RayWalk found;
  double lower = 0;
  bool was = false;
  for (const Hit& hit : hits) {
    winding[hit.body] += hit.turns;
    seen_twice[hit.body] = seen_twice[hit.body] || winding[hit.body] > 1;
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
  return found;
}

} // namespace lamina::adaptive
