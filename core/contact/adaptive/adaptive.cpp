#include "core/contact/adaptive/adaptive.h"

#include "core/base/parallel.h"
#include "core/contact/adaptive/pair_sides.h"
#include "core/contact/adaptive/pair_tiles.h"
#include "core/contact/adaptive/tile_stages.h"
#include "core/contact/clock.h"
#include "core/contact/ldi/ldi.h"
#include "core/contact/ldi/region/own_bounds.h"
#include "core/contact/ldi/region/region_stages.h"
#include "core/contact/ldi/scratch_pool.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lamina {

namespace {

using namespace adaptive;

/// The phases of a detection, in the order of adaptive_traits().
enum TilePhase : std::size_t { region_phase, tiles_phase, contacts_phase };

/// What is written twice, in scalar code and for vectors.
struct Stages {
  const TileStages& tiles;
  const ldi::RegionStages& region;
};

class Adaptive : public ContactMethod {
public:
  /// `of_themselves`: for bodies that meet themselves.
  Adaptive(const Stages& stages, std::unique_ptr<ContactMethod> of_themselves)
      : stages_(stages), ldi_(std::move(of_themselves)) {}

  MethodTimings detect(const DetectionInput& input, std::vector<PairContacts>& results) override;
  void save_memory(std::vector<double>& memory) const override;
  void restore_memory(std::span<const double> memory) override;

private:
  const KeptPair* last_of(const BodyPair& pair) const;
  void remember();
  void detect_with_themselves(const DetectionInput& input, std::vector<PairContacts>& results,
                              MethodTimings& timings);

  Stages stages_;
  ldi::OwnBounds own_bounds_;
  PairSides sides_;
  std::vector<KeptPair> last_, kept_; ///< of the last step, by bodies; of this step, by pairs
  std::vector<ldi::PairSeconds> seconds_;
  ldi::ScratchPool<PairTiles> pool_{
      [this] { return std::make_unique<PairTiles>(stages_.tiles, stages_.region); }};

  std::unique_ptr<ContactMethod> ldi_;
  std::vector<BodyPair> with_themselves_;
  std::vector<PairContacts> found_with_themselves_; ///< memory of pairs that were found
};

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

/// Bodies meet themselves on images of `ldi`.
void Adaptive::detect_with_themselves(const DetectionInput& input, std::vector<PairContacts>& results,
                                      MethodTimings& timings) {
  with_themselves_.clear();
  std::copy_if(input.pairs.begin(), input.pairs.end(), std::back_inserter(with_themselves_),
               [](const BodyPair& pair) { return pair.with_itself(); });
  if (with_themselves_.empty())
    return;
  DetectionInput of_themselves = input;
  of_themselves.pairs = with_themselves_;
  const MethodTimings taken = ldi_->detect(of_themselves, found_with_themselves_);
  timings[region_phase] += taken[upload_phase];
  timings[tiles_phase] += taken[images_phase];
  timings[contacts_phase] += taken[volume_phase];
  for (std::size_t i = 0, next = 0; i < input.pairs.size(); ++i)
    if (input.pairs[i].with_itself())
      std::swap(results[i], found_with_themselves_[next++]);
}

MethodTimings Adaptive::detect(const DetectionInput& input, std::vector<PairContacts>& results) {
  const std::span<const Surface* const> surfaces = input.shapes.surfaces;
  const std::span<const BodyPair> pairs = input.pairs;
  MethodTimings timings{};
  Clock clock;
  results.resize(pairs.size());
  seconds_.assign(pairs.size(), {});
  kept_.resize(pairs.size());
  own_bounds_.find(surfaces, pairs, AxesChoice::smallest, stages_.region, input.threads);
  sides_.update(surfaces, pairs, input.threads);
  timings[region_phase] = clock.lap();

  const auto detect_pair = [&](std::size_t i, int threads) {
    const BodyPair& pair = pairs[i];
    kept_[i] = {};
    if (pair.with_itself())
      return;
    PairContacts& result = results[i];
    result.begin<ImageEvidence>({pair.a, pair.b});
    seconds_[i] = pool_.borrow()->detect(
        {*surfaces[pair.a], sides_.of(pair.a)}, {*surfaces[pair.b], sides_.of(pair.b)}, own_bounds_.of(pair),
        input, pair, threads, last_of(pair), kept_[i], {result, result.evidence.add<ImageEvidence>()});
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
  detect_with_themselves(input, results, timings);
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
          .evidence = {evidence_type<ImageEvidence>()},
          .needs = {.pieces = true},
          .good_for = "small features, with a bound of the error"};
}

std::unique_ptr<ContactMethod> make_adaptive() {
  return std::make_unique<Adaptive>(Stages{vector_tile_stages, ldi::vector_region_stages}, make_ldi_cpu());
}

std::unique_ptr<ContactMethod> make_adaptive_reference() {
  return std::make_unique<Adaptive>(Stages{scalar_tile_stages, ldi::scalar_region_stages},
                                    make_ldi_reference());
}

} // namespace lamina
