#include "core/contact/adaptive/volume_check.h"

#include "core/base/parallel.h"
#include "core/contact/adaptive/doubled_tiles.h"
#include "core/contact/clock.h"
#include "core/contact/ldi/ldi.h"
#include "core/contact/ldi/region/region_stages.h"

#include <algorithm>

namespace lamina::adaptive {

namespace {

/// One direction has the tiles of three.
constexpr int directions = 3;

bool is_checked(const BodyPair& pair, const DetectionInput& input) {
  return input.settings.method == "ldi" || (input.settings.method == "adaptive" && pair.with_itself());
}

} // namespace

void VolumeCheck::find(const DetectionInput& input, std::vector<PairContacts>& found,
                       MethodTimings& timings) {
  const std::span<const BodyPair> pairs = input.pairs;
  const bool any =
      std::any_of(pairs.begin(), pairs.end(), [&](const BodyPair& pair) { return is_checked(pair, input); });
  if (!any || !input.settings.ldi.error_bar)
    return;
  Clock clock;
  const AdaptiveSettings& settings = input.settings.adaptive;
  const std::span<const Surface* const> surfaces = input.shapes.surfaces;
  own_bounds_.find(surfaces, pairs, AxesChoice::smallest, ldi::vector_region_stages, input.threads);
  sides_.update(surfaces, pairs, input.threads);
  with_themselves_.resize(std::max(with_themselves_.size(), surfaces.size()));
  for (const BodyPair& pair : pairs)
    if (pair.with_itself() && !with_themselves_[pair.a])
      with_themselves_[pair.a] = std::make_unique<SelfVolume>();
  parallel_for(pairs.size(), input.threads, [&](std::size_t i) {
    const BodyPair& pair = pairs[i];
    auto* images = found[i].evidence.find<ImageEvidence>();
    if (!images || !is_checked(pair, input))
      return;
    const Surface& a = *surfaces[pair.a];
    if (!pair.with_itself()) {
      images->error =
          pool_.borrow()->error_of(images->volume, {a, sides_.of(pair.a)},
                                   {*surfaces[pair.b], sides_.of(pair.b)}, own_bounds_.of(pair), input);
    } else if (!a.self_offset) {
      SelfVolume& itself = *with_themselves_[pair.a];
      itself.begin(a);
      double_tiles(
          images->volume, itself.found(), SelfVolume::tiles_at_first, directions * settings.tile_budget,
          settings, found[i].region,
          [&](int tiles, double tolerance) { itself.refine(static_cast<std::size_t>(tiles), tolerance); });
      images->error = error_beside(images->volume, itself.found());
    }
  });
  timings[volume_phase] += clock.lap();
}

} // namespace lamina::adaptive
