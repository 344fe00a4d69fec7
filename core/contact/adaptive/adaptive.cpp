#include "core/contact/adaptive/adaptive.h"

#include "core/base/parallel.h"
#include "core/contact/adaptive/pair_tiles.h"
#include "core/contact/clock.h"
#include "core/contact/ldi/region/own_bounds.h"
#include "core/contact/ldi/region/region_stages.h"
#include "core/contact/ldi/scratch_pool.h"

#include <algorithm>

namespace lamina {

namespace {

using namespace adaptive;

/// The phases of a detection, in the order of adaptive_traits().
enum TilePhase : std::size_t { region_phase, tiles_phase, contacts_phase };

class Adaptive : public ContactMethod {
public:
  MethodTimings detect(const DetectionInput& input, std::vector<PairContacts>& results) override;
  void save_memory(std::vector<double>& memory) const override;
  void restore_memory(std::span<const double> memory) override;

private:
  void update_sides(std::span<const Surface* const> surfaces, std::span<const BodyPair> pairs, int threads);
  const KeptPair* last_of(const BodyPair& pair) const;
  void remember();

  ldi::OwnBounds own_bounds_;
  std::vector<std::uint32_t> wanted_; ///< surfaces of this step's pairs
  std::vector<SurfaceSides> sides_;   ///< per surface; of those that occurred in a pair
  std::vector<KeptPair> last_, kept_; ///< of the last step, by bodies; of this step, by pairs
  std::vector<ldi::PairSeconds> seconds_;
  ldi::ScratchPool<PairTiles> pool_{[] { return std::make_unique<PairTiles>(); }};
};

void Adaptive::update_sides(std::span<const Surface* const> surfaces, std::span<const BodyPair> pairs,
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

const KeptPair* Adaptive::last_of(const BodyPair& pair) const {
  const std::array<std::uint32_t, 2> bodies{pair.a, pair.b};
  const auto found =
      std::lower_bound(last_.begin(), last_.end(), bodies,
                       [](const KeptPair& kept, const auto& other) { return kept.body < other; });
  return found != last_.end() && found->body == bodies ? &*found : nullptr;
}

/// What says nothing is forgotten at once, as it would be when a state is restored.
void Adaptive::remember() {
  kept_.erase(
      std::remove_if(kept_.begin(), kept_.end(), [](const KeptPair& pair) { return !pair.says_anything(); }),
      kept_.end());
  std::stable_sort(kept_.begin(), kept_.end(),
                   [](const KeptPair& a, const KeptPair& b) { return a.body < b.body; });
  last_.swap(kept_);
}

MethodTimings Adaptive::detect(const DetectionInput& input, std::vector<PairContacts>& results) {
  const std::span<const Surface* const> surfaces = input.shapes.surfaces;
  const std::span<const BodyPair> pairs = input.pairs;
  MethodTimings timings{};
  Clock clock;
  results.resize(pairs.size());
  seconds_.assign(pairs.size(), {});
  kept_.resize(pairs.size());
  own_bounds_.find(surfaces, pairs, AxesChoice::smallest, ldi::vector_region_stages, input.threads);
  update_sides(surfaces, pairs, input.threads);
  timings[region_phase] = clock.lap();

  const auto detect_pair = [&](std::size_t i, int threads) {
    const BodyPair& pair = pairs[i];
    PairContacts& result = results[i];
    result.begin<ImageEvidence>({pair.a, pair.b});
    kept_[i] = {};
    if (pair.with_itself())
      return;
    seconds_[i] = pool_.borrow()->detect(
        {*surfaces[pair.a], sides_[pair.a]}, {*surfaces[pair.b], sides_[pair.b]}, own_bounds_.of(pair), input,
        pair, threads, last_of(pair), kept_[i], {result, result.evidence.add<ImageEvidence>()});
  };
  // Too few to go round share out their directions.
  if (pairs.size() < static_cast<std::size_t>(thread_count(input.threads)))
    for (std::size_t i = 0; i < pairs.size(); ++i)
      detect_pair(i, input.threads);
  else
    parallel_for(pairs.size(), input.threads, [&](std::size_t i) { detect_pair(i, 1); });
  remember();

  const ldi::PairSeconds wall = ldi::split_wall(seconds_, clock.lap());
  timings[region_phase] += wall.upload;
  timings[tiles_phase] = wall.ldi;
  timings[contacts_phase] = wall.volume;
  return timings;
}

void Adaptive::save_memory(std::vector<double>& memory) const {
  for (const KeptPair& pair : last_)
    pair.save(memory);
}

void Adaptive::restore_memory(std::span<const double> memory) {
  last_.clear();
  while (!memory.empty())
    memory = last_.emplace_back().restore(memory);
}

} // namespace

double tolerated_error(const AdaptiveSettings& settings, double volume, const Region& region) {
  return std::max({settings.volume_tolerance * volume, settings.volume_tolerance_m3,
                   adaptive::least_share_of_region * region.size.prod()});
}

MethodTraits adaptive_traits() {
  return {.phases = {{"upload", "regions", "Regions are chosen, and the triangles over them are listed."},
                     {"ldi", "tiles", "Tiles are split until their bounds are within the tolerance."},
                     {"volume", "contacts", "Contacts, areas and gradients of the tiles' intervals."}},
          .measure = MeasureKind::volume,
          .evidence = {evidence_type<ImageEvidence>()}};
}

std::unique_ptr<ContactMethod> make_adaptive() {
  return std::make_unique<Adaptive>();
}

} // namespace lamina
