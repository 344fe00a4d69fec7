#include "core/contact/ldi/ldi.h"

#include "core/base/parallel.h"
#include "core/contact/clock.h"
#include "core/contact/ldi/device/device_method.h"
#include "core/contact/ldi/device/host_device.h"
#include "core/contact/ldi/pair_sizes.h"
#include "core/contact/ldi/pair_work.h"
#include "core/contact/ldi/region/own_bounds.h"
#include "core/contact/ldi/region/region_stages.h"
#include "core/contact/ldi/scratch_pool.h"
#include "core/contact/ldi/self_work.h"
#include "core/contact/ldi/simd/vector_stages.h"
#include "core/contact/ldi/vertices/vertex_method.h"
#include "core/contact/point_evidence.h"
#include "core/settings/setting_scope.h"

namespace lamina {

namespace {

using namespace ldi;

/// Contact pixels are written over one by one: those of the last step need not be emptied first.
PairResult begin_pair(PairContacts& result, std::uint32_t a, std::uint32_t b) {
  std::vector<ContactPixelPair> pixels;
  if (auto* last = result.evidence.find<ImageEvidence>())
    pixels.swap(last->pixels);
  result.begin<ImageEvidence>({a, b});
  ImageEvidence& images = result.evidence.add<ImageEvidence>();
  pixels.swap(images.pixels);
  return {result, images};
}

class LdiCpu : public ContactMethod {
public:
  MethodTimings detect(const DetectionInput& input, std::vector<PairContacts>& results) override;
  bool finds_details_again(const ContactSettings& settings) const override {
    return ldi_finds_details_again(settings);
  }

private:
  OwnBounds own_bounds_;
  std::vector<std::size_t> large_, small_; ///< indices of pairs
  std::vector<PairSeconds> seconds_;       ///< per pair
  ScratchPool<PairWork> pool_{[] { return std::make_unique<PairWork>(); }};
  ScratchPool<SelfWork> self_pool_{[] { return std::make_unique<SelfWork>(); }};
  VertexMethod vertices_{vector_layer_stages};
};

MethodTimings LdiCpu::detect(const DetectionInput& input, std::vector<PairContacts>& results) {
  if (looks_for_vertices(input.settings))
    return vertices_.detect(input, results);
  const std::span<const Surface* const> surfaces = input.shapes.surfaces;
  const std::span<const BodyPair> pairs = input.pairs;
  MethodTimings timings{};
  Clock clock;
  results.resize(pairs.size());
  seconds_.assign(pairs.size(), {});
  own_bounds_.find(surfaces, pairs, input.settings.ldi.axes, vector_region_stages, input.threads);
  sort_by_size(surfaces, pairs, input.threads, large_, small_);
  timings[upload_phase] += clock.lap();

  const auto detect_pair = [&](std::size_t i, int threads) {
    const std::uint32_t a = pairs[i].a, b = pairs[i].b;
    const PairResult result = begin_pair(results[i], a, b);
    if (a == b) {
      seconds_[i] = self_pool_.borrow()->detect(*surfaces[a], own_bounds_.of(a), input, threads, result);
      return;
    }
    seconds_[i] = pool_.borrow()->detect(*surfaces[a], *surfaces[b], own_bounds_.of(pairs[i]), input,
                                         pairs[i], threads, result);
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

} // namespace

MethodTraits ldi_traits() {
  static const MethodTraits of_vertices = {
      .measure = MeasureKind::depth,
      .evidence = {evidence_type<PointEvidence>(), evidence_type<VertexEvidence>()},
      .needs = {.pieces = true}};
  return {
      .phases =
          {{"upload", "upload", "Surfaces are made ready for detection, and regions are chosen."},
           {"ldi", "LDI", "Surfaces are drawn into layered depth images: where columns cross them."},
           {"volume", "volume",
            "Intervals of intersection, their volumes and gradients, and error bars if wanted; or vertices "
            "within the layers."}},
      .measure = MeasureKind::volume,
      .evidence = {evidence_type<ImageEvidence>()},
      .needs = {.pieces = true},
      .good_for = "closed bodies of every kind, deep overlaps",
      .of_settings = [](const ContactSettings& settings) {
        return looks_for_vertices(settings) ? &of_vertices : nullptr;
      }};
}

bool ldi_finds_details_again(const ContactSettings& settings) {
  return settings.ldi.resolution_mode == ResolutionMode::pixels_across;
}

std::unique_ptr<ContactMethod> make_ldi_cpu() {
  if (!simd::has_vectors())
    return make_ldi_reference();
  return std::make_unique<LdiCpu>();
}

std::unique_ptr<ContactMethod> make_ldi_reference() {
  return make_device_method(make_host_device(), scalar_region_stages);
}

std::string ldi_vectors() {
  return simd::target_name();
}

} // namespace lamina
