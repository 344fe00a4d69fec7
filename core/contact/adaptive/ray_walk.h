#pragma once

#include "core/contact/adaptive/depth_ranges.h"

#include <algorithm>
#include <array>
#include <vector>

namespace lamina::adaptive {

/// Walks a ray from below: sorts its hits by their depth z, and returns the length that lies within both
/// bodies and the limits, m. A hit changes the winding number of its body by `turns`; `winding` is at z = −∞.
/// Notes bodies that the ray is within twice.
template <class Hit>
double walk_ray(std::vector<Hit>& hits, std::array<int, 2> winding, const DepthRange& limits,
                std::array<bool, 2>& seen_twice) {
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return a.z < b.z; });
  double length = 0, lower = 0;
  bool was = false;
  for (const Hit& hit : hits) {
    winding[hit.body] += hit.turns;
    seen_twice[hit.body] = seen_twice[hit.body] || winding[hit.body] > 1;
    const bool is = winding[0] > 0 && winding[1] > 0;
    const double z = std::clamp(hit.z, limits.low, limits.high);
    if (is && !was)
      lower = z;
    else if (was && !is)
      length += z - lower;
    was = is;
  }
  return length;
}

} // namespace lamina::adaptive
