#pragma once

#include "core/contact/contact.h"
#include "core/contact/detection_request.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// Lists the bodies that occur in pairs, each once, ascending.
inline void list_bodies(std::span<const BodyPair> pairs, std::vector<std::uint32_t>& bodies) {
  bodies.clear();
  for (const BodyPair& pair : pairs)
    bodies.insert(bodies.end(), {pair.a, pair.b});
  std::sort(bodies.begin(), bodies.end());
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
}

/// The region of a pair whose method makes no images: where the bounds of both overlap, along the axes of the
/// world; one without size where they do not, or have no end.
inline Region region_of(const Box& overlap) {
  Region region;
  if (!overlap.empty() && overlap.min.allFinite() && overlap.max.allFinite()) {
    region.minimum = overlap.min;
    region.size = overlap.size();
  }
  return region;
}

} // namespace lamina
