#include "core/contact/adaptive/volume_check.h"

#include "core/base/parallel.h"
#include "core/contact/clock.h"
#include "core/contact/ldi/ldi.h"
#include "core/contact/ldi/region/region_stages.h"

namespace lamina::adaptive {

void VolumeCheck::find(const DetectionInput& input, std::vector<PairContacts>& found,
                       MethodTimings& timings) {
  if (input.settings.method != "ldi" || !input.settings.ldi.error_bar)
    return;
  Clock clock;
  const std::span<const Surface* const> surfaces = input.shapes.surfaces;
  own_bounds_.find(surfaces, input.pairs, AxesChoice::smallest, ldi::vector_region_stages, input.threads);
  sides_.update(surfaces, input.pairs, input.threads);
  parallel_for(input.pairs.size(), input.threads, [&](std::size_t i) {
    const BodyPair& pair = input.pairs[i];
    auto* images = found[i].evidence.find<ImageEvidence>();
    if (!images || pair.with_itself())
      return;
    images->error =
        pool_.borrow()->error_of(images->volume, {*surfaces[pair.a], sides_.of(pair.a)},
                                 {*surfaces[pair.b], sides_.of(pair.b)}, own_bounds_.of(pair), input);
  });
  timings[volume_phase] += clock.lap();
}

} // namespace lamina::adaptive
