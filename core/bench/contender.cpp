#include "core/bench/contender.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/contact/clock.h"
#include "core/contact/method.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <utility>

namespace lamina::bench {

namespace {

/// A turn begins with moved repetitions that are not timed, until so much time has passed: a processor that
/// slept while others had their turn is slow for about ten milliseconds.
constexpr double warm_up_ms = 20;
constexpr int warm_up_repetitions = 1000; ///< at most

/// Calls warm_up(repetition) for repetitions before this one, the last of which comes just before it.
template <class WarmUp>
void warm_up_before(int repetition, const WarmUp& warm_up) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double, std::milli>(warm_up_ms);
  for (int before = warm_up_repetitions; before > 1 && Clock::now() < end; --before)
    warm_up(repetition - before);
  warm_up(repetition - 1);
}

/// What the phases of a contender took in its turns; the last is all of them together.
template <std::size_t count>
class PhaseTimes {
public:
  void add(int turn, const std::array<double, count>& milliseconds) {
    for (std::size_t k = 0; k < count; ++k)
      phases_[k].add(turn, milliseconds[k]);
  }
  template <class Row>
  void report(Row& row) const {
    for (std::size_t k = 0; k < count; ++k)
      row.milliseconds[k] = phases_[k].spread();
    row.totals = phases_.back();
  }

private:
  std::array<TurnTimes, count> phases_;
};

class CaseContender : public Contender {
public:
  CaseContender(const DetectionCase& wanted, double leeway)
      : run_(wanted), volume_bound_(leeway * volume_error_bound(wanted.resolution)) {}

  void take_turn(MovedBodies& bodies, int repetition, double exact_volume, bool counts) override {
    warm_up_before(repetition, [&](int before) {
      bodies.move(before);
      run_.detect(bodies);
    });
    bodies.move(repetition);
    const auto phases = run_.detect(bodies);
    take_worse(worst_, run_.findings(exact_volume));
    triangles_ = bodies.triangles();
    bodies_ = bodies.surfaces().size();
    if (counts)
      times_.add(repetition, phases);
  }

  void report(BenchResult& result) const override {
    CaseResult& row = result.cases.emplace_back();
    row.wanted = run_.wanted();
    row.triangles = triangles_;
    row.bodies = bodies_;
    row.pairs = run_.pairs();
    row.worst = worst_;
    row.fragments = run_.fragments();
    row.refused = refusal(worst_, volume_bound_);
    if (row.refused.empty())
      times_.report(row);
  }

private:
  DetectionRun run_;
  double volume_bound_;
  Findings worst_;
  std::size_t triangles_ = 0, bodies_ = 0;
  PhaseTimes<phase_names.size()> times_;
};

class MethodContender : public Contender {
public:
  explicit MethodContender(const MethodCase& wanted) : run_(wanted) {}

  void take_turn(MovedBodies& bodies, int repetition, double, bool counts) override {
    warm_up_before(repetition, [&](int before) {
      bodies.move(before);
      run_.detect(bodies);
    });
    bodies.move(repetition);
    const auto phases = run_.detect(bodies);
    if (problem_.empty())
      problem_ = run_.problem(bodies);
    triangles_ = bodies.triangles();
    bodies_ = bodies.surfaces().size();
    if (counts)
      times_.add(repetition, phases);
  }

  void report(BenchResult& result) const override {
    MethodResult& row = result.methods.emplace_back();
    row.wanted = run_.wanted();
    row.triangles = triangles_;
    row.bodies = bodies_;
    row.contacts = run_.contacts();
    row.rays = run_.rays();
    row.refused = problem_;
    if (row.refused.empty())
      times_.report(row);
  }

private:
  MethodRun run_;
  std::string problem_;
  std::size_t triangles_ = 0, bodies_ = 0;
  PhaseTimes<method_phases.size()> times_;
};

/// A part of the work that shares nothing: some fifteen microseconds of arithmetic, each on the last.
double some_arithmetic(std::size_t part) {
  double x = 0.1 + 1e-3 * static_cast<double>(part);
  for (int i = 0; i < 4000; ++i)
    x = 3.9 * x * (1 - x);
  return x;
}

class SharingContender : public Contender {
public:
  SharingContender(PairPose pose, int threads) : pose_(pose), threads_(threads) {}

  void take_turn(MovedBodies& bodies, int repetition, double, bool counts) override {
    warm_up_before(repetition, [&](int before) {
      bodies.move(before);
      work();
    });
    bodies.move(repetition);
    Clock clock;
    work();
    if (counts)
      times_.add(repetition, 1e3 * clock.lap());
  }

  void report(BenchResult& result) const override { result.sharing.push_back({pose_, threads_, times_}); }

private:
  void work() {
    parallel_for(found_.size(), threads_, [this](std::size_t part) { found_[part] = some_arithmetic(part); });
  }

  PairPose pose_;
  int threads_;
  std::array<double, 64> found_{};
  TurnTimes times_;
};

/// A case whose backend cannot be used here.
class AbsentContender : public Contender {
public:
  AbsentContender(const DetectionCase& wanted, std::string why) : wanted_(wanted), why_(std::move(why)) {}
  void take_turn(MovedBodies& bodies, int, double, bool) override { triangles_ = bodies.triangles(); }
  void report(BenchResult& result) const override {
    CaseResult& row = result.cases.emplace_back();
    row.wanted = wanted_;
    row.triangles = triangles_;
    row.absent = why_;
  }

private:
  DetectionCase wanted_;
  std::string why_;
  std::size_t triangles_ = 0;
};

class PeerContender : public Contender {
public:
  PeerContender(PeerSource& source, const PeerDescription& peer, const PeerTask& task)
      : source_(source), peer_(peer), task_(task) {}

  void take_turn(MovedBodies&, int repetition, double exact_volume, bool counts) override {
    const bool first = counts && times_.empty();
    if (!problem_.empty() || (repetition % every_ != 0 && !first))
      return;
    try {
      PeerTask task = task_;
      warm_up_before(repetition, [&](int before) {
        task.repetition = before;
        source_.measure(peer_.name, task);
      });
      task.repetition = repetition;
      const PeerSample sample = source_.measure(peer_.name, task);
      if (peer_.result == "volume")
        check_volume(sample.result, exact_volume);
      every_ = std::clamp(static_cast<int>(sample.milliseconds / slow), 1, fewest);
      if (counts) {
        times_.add(repetition, sample.milliseconds);
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
    row.pose = task_.pose;
    row.subdivisions = task_.subdivisions;
    row.resolution = task_.resolution;
    row.tori = task_.tori;
    row.volume_error = volume_error_;
    row.refused = problem_;
    if (problem_.empty()) {
      row.times = times_;
      row.result = spread_of(results_);
    }
  }

private:
  static constexpr double slow = 100; ///< ms
  static constexpr int fewest = 8;    ///< one turn of so many

  void check_volume(double volume, double exact) {
    const double error = std::abs(volume - exact) / exact;
    volume_error_ = std::max(volume_error_, error);
    if (!(error <= (peer_.sampled ? volume_error_bound(task_.resolution) : peer_volume_error_bound)))
      problem_ = "its volume is wrong by " + short_number(error) + " of itself";
  }

  PeerSource& source_;
  PeerDescription peer_;
  PeerTask task_;
  int every_ = 1;
  double volume_error_ = 0;
  std::string problem_;
  TurnTimes times_;
  std::vector<double> results_;
};

} // namespace

std::unique_ptr<Contender> case_contender(const DetectionCase& wanted, double leeway) {
  try {
    return std::make_unique<CaseContender>(wanted, leeway);
  } catch (const InputError& error) {
    const auto& known = contact_methods();
    if (std::none_of(known.begin(), known.end(),
                     [&](const MethodRegistration& method) { return method.backend == wanted.backend; }))
      throw;
    return std::make_unique<AbsentContender>(wanted, error.what());
  }
}

std::unique_ptr<Contender> sharing_contender(PairPose pose, int threads) {
  return std::make_unique<SharingContender>(pose, threads);
}

std::unique_ptr<Contender> method_contender(const MethodCase& wanted) {
  return std::make_unique<MethodContender>(wanted);
}

std::unique_ptr<Contender> peer_contender(PeerSource& source, const PeerDescription& peer,
                                          const PeerTask& task) {
  return std::make_unique<PeerContender>(source, peer, task);
}

void take_turns(const std::vector<Stand>& stands, int warm_up, int repetitions,
                const TurnProgress& progress) {
  const int turns = warm_up + repetitions;
  for (int turn = 0; turn < turns; ++turn)
    for (const Stand& stand : stands) {
      stand.bodies->move(turn);
      const double exact = stand.bodies->exact_volume();
      const std::size_t count = stand.contenders.size();
      for (std::size_t k = 0; k < count; ++k) {
        const double share = progress.begin + (progress.end - progress.begin) * turn / turns;
        if (progress.progress &&
            !progress.progress(share, progress.what + "repetition " + std::to_string(turn + 1) + " of " +
                                          std::to_string(turns)))
          throw Cancelled();
        const std::size_t next = (k + static_cast<std::size_t>(turn)) % count;
        stand.contenders[next]->take_turn(*stand.bodies, turn, exact, turn >= warm_up);
      }
    }
}

void report_all(const std::vector<Stand>& stands, BenchResult& result) {
  for (const Stand& stand : stands)
    for (const auto& contender : stand.contenders)
      contender->report(result);
}

} // namespace lamina::bench
