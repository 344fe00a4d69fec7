#include "core/contact/ldi/vertices/vertex_method.h"

#include "core/base/parallel.h"
#include "core/contact/clock.h"
#include "core/contact/ldi/ldi.h"
#include "core/contact/ldi/pair_sizes.h"
#include "core/contact/pair_regions.h"
#include "core/contact/point_evidence.h"

namespace lamina::ldi {

void VertexMethod::update_surfaces(const DetectionInput& input) {
  const std::span<const Surface* const> surfaces = in_double_.of(input.shapes.surfaces);
  list_bodies(input.pairs, wanted_);
  surfaces_.resize(surfaces.size());
  for (const std::uint32_t surface : wanted_)
    if (!surfaces_[surface])
      surfaces_[surface] = std::make_unique<VertexSurface>();
  parallel_for(wanted_.size(), input.threads,
               [&](std::size_t i) { surfaces_[wanted_[i]]->update(*surfaces[wanted_[i]]); });
  own_bounds_.find(surfaces, input.pairs, input.settings.ldi.axes, stages_.region, input.threads);
}

MethodTimings VertexMethod::detect(const DetectionInput& input, std::vector<PairContacts>& results) {
  const std::span<const BodyPair> pairs = input.pairs;
  MethodTimings timings{};
  Clock clock;
  results.resize(pairs.size());
  seconds_.assign(pairs.size(), {});
  update_surfaces(input);
  sort_by_size(input.shapes.surfaces, pairs, input.threads, large_, small_);
  timings[upload_phase] = clock.lap();

  const auto detect_pair = [&](std::size_t i, int threads) {
    const std::uint32_t a = pairs[i].a, b = pairs[i].b;
    results[i].begin<PointEvidence, VertexEvidence>({a, b});
    if (!pairs[i].with_itself())
      seconds_[i] = pool_.borrow()->detect(*surfaces_[a], *surfaces_[b], own_bounds_.of(pairs[i]), input,
                                           stages_, threads, results[i]);
  };
  for (const std::size_t i : large_)
    detect_pair(i, input.threads);
  parallel_for(small_.size(), input.threads, [&](std::size_t k) { detect_pair(small_[k], 1); });

  const PairSeconds wall = split_wall(seconds_, clock.lap());
  timings[upload_phase] += wall.upload;
  timings[images_phase] += wall.ldi;
  timings[volume_phase] += wall.volume;
  return timings;
}

} // namespace lamina::ldi
