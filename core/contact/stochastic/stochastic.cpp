#include "core/contact/stochastic/stochastic.h"

#include "core/base/parallel.h"
#include "core/contact/clock.h"
#include "core/contact/double_surfaces.h"
#include "core/contact/pair_regions.h"
#include "core/contact/point_evidence.h"
#include "core/contact/stochastic/stochastic_evidence.h"
#include "core/contact/stochastic/touch_contacts.h"

#include <algorithm>

namespace lamina {

namespace {

/// In the order of stochastic_traits().
enum StochasticPhase : std::size_t { pairs_phase };

using namespace stochastic;

/// In what is saved: of two bodies, and of a pair.
constexpr std::size_t numbers_of_bodies = 4, numbers_of_a_pair = 3;

class Stochastic : public ContactMethod {
public:
  MethodTimings detect(const DetectionInput& input, std::vector<PairContacts>& results) override;
  void save_memory(std::vector<double>& memory) const override;
  void restore_memory(std::span<const double> memory) override;

private:
  /// Work for a pair of bodies, kept from step to step for its memory.
  struct PairWork {
    PairSearch search;
    TouchContacts contacts;
    PairMemory memory;
  };
  void update_surfaces(const DetectionInput& input);
  void recall(std::span<const BodyPair> pairs);
  void detect_pair(const BodyPair& pair, const StochasticSettings& settings, std::size_t pairs,
                   PairWork& work, PairContacts& result);
  void remember(std::size_t pairs);

  DoubleSurfaces in_double_;
  /// A surface, and its tree where boxes are searched.
  struct Searched {
    SearchedSurface surface;
    TriangleTree tree;
  };
  std::vector<std::unique_ptr<Searched>> surfaces_; ///< made for those that occurred in a pair
  std::vector<std::uint32_t> wanted_;               ///< surfaces of this step's pairs
  std::vector<PairWork> work_;                      ///< by pair; more than that after busier steps
  std::vector<PairMemory> memories_;                ///< of the last step, sorted by bodies
};

bool comes_first(const PairMemory& p, const PairMemory& q) {
  return p.body < q.body;
}

void Stochastic::update_surfaces(const DetectionInput& input) {
  const std::span<const Surface* const> surfaces = in_double_.of(input.shapes.surfaces);
  list_bodies(input.pairs, wanted_);
  surfaces_.resize(surfaces.size());
  for (const std::uint32_t s : wanted_)
    if (!surfaces_[s])
      surfaces_[s] = std::make_unique<Searched>();
  parallel_for(wanted_.size(), input.threads, [&](std::size_t i) {
    Searched& searched = *surfaces_[wanted_[i]];
    searched.surface.update(*surfaces[wanted_[i]]);
    if (input.settings.stochastic.search == RandomSearch::tree && searched.surface.usable())
      searched.tree.make(searched.surface);
  });
}

/// Gives each pair what is remembered of it.
void Stochastic::recall(std::span<const BodyPair> pairs) {
  if (work_.size() < pairs.size())
    work_.resize(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    PairMemory& memory = work_[i].memory;
    memory.body = {pairs[i].a, pairs[i].b};
    const auto found = std::lower_bound(memories_.begin(), memories_.end(), memory, comes_first);
    if (found != memories_.end() && found->body == memory.body) {
      memory = *found;
    } else {
      memory.drawn = 0;
      memory.tracked.clear();
    }
  }
}

void Stochastic::remember(std::size_t pairs) {
  memories_.resize(pairs);
  for (std::size_t i = 0; i < pairs; ++i)
    memories_[i] = work_[i].memory;
  std::sort(memories_.begin(), memories_.end(), comes_first);
}

void Stochastic::detect_pair(const BodyPair& pair, const StochasticSettings& settings, std::size_t pairs,
                             PairWork& work, PairContacts& result) {
  result.begin<PointEvidence, StochasticEvidence>({pair.a, pair.b});
  const SearchedSurface &a = surfaces_[pair.a]->surface, &b = surfaces_[pair.b]->surface;
  if (pair.with_itself() || !a.usable() || !b.usable())
    return;
  result.region = region_of(a.bounds().intersection(b.bounds()));
  // All pairs get the same part of a step's time.
  const std::chrono::duration<double, std::milli> time(settings.milliseconds / static_cast<double>(pairs));
  const Budget budget = settings.milliseconds > 0
                            ? Budget(std::chrono::duration_cast<std::chrono::nanoseconds>(time))
                            : Budget(static_cast<std::uint64_t>(settings.evaluations));
  if (settings.search == RandomSearch::tree)
    work.search.run_trees(a, b, surfaces_[pair.a]->tree, surfaces_[pair.b]->tree, budget);
  else
    work.search.run(a, b, static_cast<std::size_t>(settings.pairs), budget, work.memory);
  work.contacts.add_to(work.search, result);

  auto& evidence = result.evidence.add<StochasticEvidence>();
  const SearchCounts& counts = work.search.counts();
  evidence.followed = counts.followed;
  evidence.drawn = counts.drawn;
  evidence.duplicates = counts.duplicates;
  evidence.far = counts.far;
  evidence.kept = work.search.pairs().size();
  evidence.evaluations = counts.evaluations;
  evidence.out_of_budget = counts.out_of_budget;
  if (pair.pixels)
    for (const FoundPair& found : work.search.pairs())
      evidence.pairs.push_back(
          {work.search.surface(found.pair.side).position(found.pair.vertex), found.at.foot.position});
}

MethodTimings Stochastic::detect(const DetectionInput& input, std::vector<PairContacts>& results) {
  MethodTimings timings{};
  Clock clock;
  const std::span<const BodyPair> pairs = input.pairs;
  results.resize(pairs.size());
  update_surfaces(input);
  recall(pairs);
  parallel_for(pairs.size(), input.threads, [&](std::size_t i) {
    detect_pair(pairs[i], input.settings.stochastic, pairs.size(), work_[i], results[i]);
  });
  remember(pairs.size());
  timings[pairs_phase] = clock.lap();
  return timings;
}

void Stochastic::save_memory(std::vector<double>& memory) const {
  for (const PairMemory& of : memories_) {
    memory.insert(memory.end(), of.body.begin(), of.body.end());
    memory.push_back(static_cast<double>(of.drawn));
    memory.push_back(static_cast<double>(of.tracked.size()));
    for (const TrackedPair& pair : of.tracked)
      memory.insert(memory.end(), {double(pair.side), double(pair.vertex), double(pair.triangle)});
  }
}

void Stochastic::restore_memory(std::span<const double> memory) {
  memories_.clear();
  const auto whole = [](double number) { return static_cast<std::uint32_t>(number); };
  while (!memory.empty()) {
    PairMemory& of = memories_.emplace_back();
    of.body = {whole(memory[0]), whole(memory[1])};
    of.drawn = static_cast<std::uint64_t>(memory[2]);
    const auto count = static_cast<std::size_t>(memory[3]);
    memory = memory.subspan(numbers_of_bodies);
    for (std::size_t i = 0; i < count; ++i, memory = memory.subspan(numbers_of_a_pair))
      of.tracked.push_back({static_cast<std::uint8_t>(memory[0]), whole(memory[1]), whole(memory[2])});
  }
}

} // namespace

MethodTraits stochastic_traits() {
  return {.phases = {{"cast", "pairs",
                      "Pairs of vertices are followed, drawn and spread, and contacts made of them."}},
          .measure = MeasureKind::depth,
          .evidence = {evidence_type<PointEvidence>(), evidence_type<StochasticEvidence>()},
          .needs = {.pieces = true},
          .good_for = "a fixed budget, roughly right"};
}

std::unique_ptr<ContactMethod> make_stochastic() {
  return std::make_unique<Stochastic>();
}

} // namespace lamina
