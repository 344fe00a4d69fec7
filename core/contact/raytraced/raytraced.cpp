#include "core/contact/raytraced/raytraced.h"

#include "core/base/parallel.h"
#include "core/contact/clock.h"
#include "core/contact/double_surfaces.h"
#include "core/contact/pair_regions.h"
#include "core/contact/raytraced/pair_rays.h"
#include "core/contact/tree_box.h"

#include <algorithm>
#include <memory>

namespace lamina {

namespace {

/// In the order of raytraced_traits().
enum RaytracedPhase : std::size_t { ray_trees_phase, rays_phase };

using namespace raytraced;

class Raytraced : public ContactMethod {
public:
  MethodTimings detect(const DetectionInput& input, std::vector<PairContacts>& results) override;
  void tree_boxes(std::uint32_t surface, int level, std::vector<Box>& boxes) const override;
  std::shared_ptr<const SurfaceTree> surface_tree(std::uint32_t surface) override;

private:
  void update_surfaces(std::span<const Surface* const> surfaces, std::span<const BodyPair> pairs,
                       const RaytracedSettings& settings, int threads);
  void cut_into_shares(std::size_t pairs);

  /// Rays [begin, end) of one pair.
  struct Share {
    std::size_t pair, begin, end;
  };
  std::shared_ptr<const bvh::EmbreeDevice> device_; ///< once it is wanted
  DoubleSurfaces in_double_;
  std::vector<std::unique_ptr<CastSurface>> surfaces_; ///< made for those that occurred in a pair
  std::vector<std::uint32_t> wanted_;                  ///< surfaces of this step's pairs
  std::vector<PairRays> rays_;                         ///< per pair; more than pairs after busier steps
  std::vector<Share> shares_;
};

void Raytraced::update_surfaces(std::span<const Surface* const> surfaces, std::span<const BodyPair> pairs,
                                const RaytracedSettings& settings, int threads) {
  list_bodies(pairs, wanted_);
  if (settings.tree == RayTree::embree && !device_)
    device_ = std::make_shared<const bvh::EmbreeDevice>();
  surfaces_.resize(surfaces.size());
  for (const std::uint32_t surface : wanted_)
    if (!surfaces_[surface])
      surfaces_[surface] = std::make_unique<CastSurface>();
  parallel_for(wanted_.size(), threads, [&](std::size_t i) {
    surfaces_[wanted_[i]]->update(*surfaces[wanted_[i]], settings, device_);
  });
}

/// Few pairs are cut as well as many, so that all threads have something to do.
void Raytraced::cut_into_shares(std::size_t pairs) {
  shares_.clear();
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const std::size_t count = rays_[pair].count();
    for (std::size_t begin = 0; begin < count; begin += PairRays::most_at_a_time)
      shares_.push_back({pair, begin, std::min(count, begin + PairRays::most_at_a_time)});
  }
}

MethodTimings Raytraced::detect(const DetectionInput& input, std::vector<PairContacts>& results) {
  const std::span<const BodyPair> pairs = input.pairs;
  const RaytracedSettings& settings = input.settings.raytraced;
  MethodTimings timings{};
  Clock clock;
  results.resize(pairs.size());
  const std::span<const Surface* const> surfaces = in_double_.of(input.shapes.surfaces);
  update_surfaces(surfaces, pairs, settings, input.threads);
  timings[ray_trees_phase] = clock.lap();

  rays_.resize(std::max(rays_.size(), pairs.size()));
  parallel_for(pairs.size(), input.threads, [&](std::size_t i) {
    const std::uint32_t a = pairs[i].a, b = pairs[i].b;
    rays_[i].begin(*surfaces_[a], *surfaces_[b], a == b, settings.force);
  });
  cut_into_shares(pairs.size());
  parallel_for(shares_.size(), input.threads,
               [&](std::size_t i) { rays_[shares_[i].pair].cast(shares_[i].begin, shares_[i].end); });
  parallel_for(pairs.size(), input.threads, [&](std::size_t i) {
    results[i].begin<PointEvidence, RayEvidence>({pairs[i].a, pairs[i].b});
    rays_[i].finish(pairs[i].pixels, results[i]);
  });
  timings[rays_phase] = clock.lap();
  return timings;
}

void Raytraced::tree_boxes(std::uint32_t surface, int level, std::vector<Box>& boxes) const {
  if (std::binary_search(wanted_.begin(), wanted_.end(), surface))
    surfaces_[surface]->add_boxes(level, boxes);
}

std::shared_ptr<const SurfaceTree> Raytraced::surface_tree(std::uint32_t surface) {
  return surface < surfaces_.size() && surfaces_[surface] ? surfaces_[surface]->share() : nullptr;
}

} // namespace

MethodTraits raytraced_traits() {
  return {
      .phases = {{"bvh", "trees", "Trees over the triangles of surfaces are made or refitted."},
                 {"cast", "rays", "Rays are cast from the vertices, and contacts made of them."}},
      .measure = MeasureKind::depth,
      .evidence = {evidence_type<PointEvidence>(), evidence_type<RayEvidence>(), evidence_type<TreeBox>()},
      .needs = {.pieces = true},
      .good_for = "speed, where overlaps are not too deep"};
}

std::unique_ptr<ContactMethod> make_raytraced() {
  return std::make_unique<Raytraced>();
}

} // namespace lamina
