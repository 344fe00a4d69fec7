#include "core/contact/adaptive/pair_sides.h"

#include "core/base/parallel.h"

#include <algorithm>

namespace lamina::adaptive {

void PairSides::update(std::span<const Surface* const> surfaces, std::span<const BodyPair> pairs,
                       int threads) {
  wanted_.clear();
  for (const BodyPair& pair : pairs)
    if (!pair.with_itself())
      wanted_.insert(wanted_.end(), {pair.a, pair.b});
  std::sort(wanted_.begin(), wanted_.end());
  wanted_.erase(std::unique(wanted_.begin(), wanted_.end()), wanted_.end());
  sides_.resize(surfaces.size());
  parallel_for(wanted_.size(), threads,
               [&](std::size_t i) { sides_[wanted_[i]].update(*surfaces[wanted_[i]]); });
}

} // namespace lamina::adaptive
