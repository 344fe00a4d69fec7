#include "core/bench/bench.h"

#include "core/base/error.h"
#include "core/bench/exact_volume.h"

#include <algorithm>
#include <cmath>

namespace lamina::bench {

namespace {

/// Something that takes its turn in each repetition: once untimed, because the others have put what it keeps
/// out of the caches, where it would be in a run of its own, and once timed.
class Contender {
public:
  virtual ~Contender() = default;
  /// `counts` is false while warming up. `exact_volume` is that of the pair as moved for this repetition.
  virtual void take_turn(MovedPair& pair, int repetition, double exact_volume, bool counts) = 0;
  virtual void report(BenchResult& result) const = 0;
};

class CaseContender : public Contender {
public:
  explicit CaseContender(const DetectionCase& wanted) : run_(wanted) {}

  void take_turn(MovedPair& pair, int repetition, double exact_volume, bool counts) override {
    pair.move(repetition - 1);
    run_.detect(pair);
    pair.move(repetition);
    const auto phases = run_.detect(pair);
    take_worse(worst_, run_.findings(exact_volume));
    for (std::size_t k = 0; counts && k < phases.size(); ++k)
      milliseconds_[k].push_back(phases[k]);
  }

  void report(BenchResult& result) const override {
    CaseResult& row = result.cases.emplace_back();
    row.wanted = run_.wanted();
    row.worst = worst_;
    row.fragments = run_.fragments();
    row.refused = refusal(worst_, row.wanted.resolution);
    for (std::size_t k = 0; row.refused.empty() && k < milliseconds_.size(); ++k)
      row.milliseconds[k] = spread_of(milliseconds_[k]);
  }

private:
  DetectionRun run_;
  Findings worst_;
  std::array<std::vector<double>, phase_names.size()> milliseconds_;
};

class PeerContender : public Contender {
public:
  PeerContender(PeerSource& source, const PeerDescription& peer, PairPose pose, int resolution)
      : source_(source), peer_(peer), pose_(pose), resolution_(resolution) {}

  void take_turn(MovedPair&, int repetition, double exact_volume, bool counts) override {
    if (!problem_.empty())
      return;
    try {
      source_.measure(peer_.name, pose_, resolution_, repetition - 1);
      const PeerSample sample = source_.measure(peer_.name, pose_, resolution_, repetition);
      if (peer_.result == "volume")
        check_volume(sample.result, exact_volume);
      if (counts) {
        milliseconds_.push_back(sample.milliseconds);
        results_.push_back(sample.result);
      }
    } catch (const Cancelled&) {
      throw;
    } catch (const std::exception& error) {
      problem_ = error.what();
    }
  }

  void report(BenchResult& result) const override {
    PeerResult& row = result.peers.emplace_back();
    row.peer = peer_.name;
    row.pose = pose_;
    row.resolution = resolution_;
    row.volume_error = volume_error_;
    row.refused = problem_;
    if (problem_.empty()) {
      row.milliseconds = spread_of(milliseconds_);
      row.result = spread_of(results_);
    }
  }

private:
  void check_volume(double volume, double exact) {
    const double error = std::abs(volume - exact) / exact;
    volume_error_ = std::max(volume_error_, error);
    if (!(error <= peer_volume_error_bound))
      problem_ = "its volume is not the exact one";
  }

  PeerSource& source_;
  PeerDescription peer_;
  PairPose pose_;
  int resolution_;
  double volume_error_ = 0;
  std::string problem_;
  std::vector<double> milliseconds_, results_;
};

std::vector<std::unique_ptr<Contender>> contenders_of(const BenchPlan& plan, PairPose pose,
                                                      PeerSource* peers) {
  std::vector<std::unique_ptr<Contender>> all;
  for (const int resolution : plan.resolutions)
    for (const bool as_f08 : {true, false})
      for (const std::string& backend : plan.backends)
        for (const int threads : plan.threads)
          all.push_back(
              std::make_unique<CaseContender>(DetectionCase{pose, resolution, as_f08, backend, threads}));
  if (!peers)
    return all;
  for (const PeerDescription& peer : peers->peers()) {
    if (peer.version.empty())
      continue;
    for (const int resolution : peer.sampled ? plan.resolutions : std::vector<int>{0})
      all.push_back(std::make_unique<PeerContender>(*peers, peer, pose, resolution));
  }
  return all;
}

} // namespace

BenchResult run_bench(const BenchPlan& plan, PeerSource* peers, const Progress& progress) {
  struct Stand {
    MovedPair pair;
    std::vector<std::unique_ptr<Contender>> contenders;
  };
  std::vector<std::unique_ptr<Stand>> stands;
  for (const PairPose pose : pair_poses)
    stands.push_back(std::unique_ptr<Stand>(new Stand{MovedPair(pose), contenders_of(plan, pose, peers)}));

  const int turns = plan.warm_up + plan.repetitions;
  for (int turn = 0; turn < turns; ++turn)
    for (const auto& stand : stands) {
      stand->pair.move(turn);
      const double exact = exact_shared_volume(stand->pair.bunny(), stand->pair.cube());
      const std::size_t count = stand->contenders.size();
      for (std::size_t k = 0; k < count; ++k) {
        if (progress && !progress(static_cast<double>(turn) / turns,
                                  "repetition " + std::to_string(turn + 1) + " of " + std::to_string(turns)))
          throw Cancelled();
        const std::size_t next = (k + static_cast<std::size_t>(turn)) % count;
        stand->contenders[next]->take_turn(stand->pair, turn, exact, turn >= plan.warm_up);
      }
    }

  BenchResult result;
  for (const auto& stand : stands)
    for (const auto& contender : stand->contenders)
      contender->report(result);
  return result;
}

} // namespace lamina::bench
