#include "core/contact/adaptive/volume_check.h"

#include "core/base/parallel.h"
#include "core/contact/adaptive/doubled_tiles.h"
#include "core/contact/clock.h"
#include "core/contact/ldi/ldi.h"
#include "core/contact/ldi/region/region_stages.h"
#include "core/settings/setting_scope.h"

#include <algorithm>

namespace lamina::adaptive {

namespace {

/// One direction has the tiles of three.
constexpr int directions = 3;

} // namespace

void VolumeCheck::prepare(const DetectionInput& input, bool between) {
  const std::span<const Surface* const> surfaces = input.shapes.surfaces;
  if (between) {
    own_bounds_.find(surfaces, input.pairs, AxesChoice::smallest, ldi::vector_region_stages, input.threads);
    sides_.update(surfaces, input.pairs, input.threads);
  }
  with_themselves_.resize(std::max(with_themselves_.size(), surfaces.size()));
  for (const BodyPair& pair : input.pairs)
    if (pair.with_itself() && !with_themselves_[pair.a])
      with_themselves_[pair.a] = std::make_unique<SelfVolume>();
}

std::optional<VolumeError> VolumeCheck::error_with_itself(double volume, const Surface& surface,
                                                          const Region& region,
                                                          const AdaptiveSettings& settings,
                                                          SelfVolume& itself) {
  // What overlaps at rest is left out of pixels.
  if (surface.self_offset)
    return std::nullopt;
  itself.begin(surface);
  double_tiles(
      volume, itself.found(), SelfVolume::tiles_at_first, directions * settings.tile_budget, settings, region,
      [&](int tiles, double tolerance) { itself.refine(static_cast<std::size_t>(tiles), tolerance); });
  return error_beside(volume, itself.found());
}

void VolumeCheck::find(const DetectionInput& input, std::vector<PairContacts>& found,
                       MethodTimings& timings) {
  const bool between = input.settings.method == "ldi",
             within = between || input.settings.method == "adaptive";
  if (!within || !input.settings.ldi.error_bar || looks_for_vertices(input.settings))
    return;
  Clock clock;
  prepare(input, between);
  const std::span<const Surface* const> surfaces = input.shapes.surfaces;
  parallel_for(input.pairs.size(), input.threads, [&](std::size_t i) {
    const BodyPair& pair = input.pairs[i];
    auto* images = found[i].evidence.find<ImageEvidence>();
    const Surface &a = *surfaces[pair.a], &b = *surfaces[pair.b];
    if (images && pair.with_itself())
      images->error = error_with_itself(images->volume, a, found[i].region, input.settings.adaptive,
                                        *with_themselves_[pair.a]);
    else if (images && between)
      images->error = pool_.borrow()->error_of(images->volume, {a, sides_.of(pair.a)}, {b, sides_.of(pair.b)},
                                               own_bounds_.of(pair), input);
  });
  timings[volume_phase] += clock.lap();
}

} // namespace lamina::adaptive
