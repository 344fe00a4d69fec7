#include "core/contact/ldi/region/own_bounds.h"

#include "core/base/parallel.h"
#include "core/contact/ldi/region/region.h"
#include "core/contact/ldi/region/region_stages.h"

#include <algorithm>

namespace lamina::ldi {

void OwnBounds::find(std::span<const Surface* const> surfaces, std::span<const BodyPair> pairs,
                     AxesChoice axes, const RegionStages& stages, int threads) {
  bounds_.assign(surfaces.size(), Box{});
  rotated_.clear();
  if (axes == AxesChoice::world)
    return;
  for (const BodyPair& pair : pairs)
    for (const std::uint32_t body : {pair.a, pair.b})
      if (surfaces[body]->axes && *surfaces[body]->axes != Mat3::Identity())
        rotated_.push_back(body);
  std::sort(rotated_.begin(), rotated_.end());
  rotated_.erase(std::unique(rotated_.begin(), rotated_.end()), rotated_.end());
  parallel_for(rotated_.size(), threads, [&](std::size_t i) {
    const Surface& surface = *surfaces[rotated_[i]];
    bounds_[rotated_[i]] = bounds_along(surface, *surface.axes, stages);
  });
}

} // namespace lamina::ldi
