#pragma once

#include "core/base/progress.h"
#include "core/bench/bench.h"

#include <memory>

namespace lamina::bench {

/// Something that takes its turn in each repetition: some milliseconds untimed, then once timed. The untimed
/// part brings back into the caches what the others have put out, as in a run of its own. It also wakes the
/// processor, which may have waited for another process and is slow at first.
class Contender {
public:
  virtual ~Contender() = default;
  /// `counts` is false while warming up. `exact_volume` is that of the bodies as moved for this repetition.
  virtual void take_turn(MovedBodies& bodies, int repetition, double exact_volume, bool counts) = 0;
  virtual void report(BenchResult& result) const = 0;
};

/// Some bodies and all that is timed on them.
struct Stand {
  std::unique_ptr<MovedBodies> bodies;
  std::vector<std::unique_ptr<Contender>> contenders;
};

/// Our own detection. `leeway` is how many times the bound of the volume's error is accepted, which is meant
/// for the bunny.
std::unique_ptr<Contender> case_contender(const DetectionCase& wanted, double leeway = 1);

/// Another of our methods.
std::unique_ptr<Contender> method_contender(const MethodCase& wanted);

/// Work that shares nothing (SharingResult).
std::unique_ptr<Contender> sharing_contender(PairPose pose, int threads);

/// A peer with one task, whose repetition is the turn's. One that takes longer than a tenth of a second is
/// called in some turns only, at least in one of eight.
std::unique_ptr<Contender> peer_contender(PeerSource& source, const PeerDescription& peer,
                                          const PeerTask& task);

/// Whom to tell how far the turns are, as a share that goes from `begin` to `end`.
struct TurnProgress {
  const Progress& progress;
  double begin = 0, end = 1;
  std::string what; ///< goes before the count of repetitions
};

/// Each repetition takes every contender of every stand once, beginning with another one each time, so that
/// what disturbs the machine disturbs all alike. Throws Cancelled if the progress asks to stop.
void take_turns(const std::vector<Stand>& stands, int warm_up, int repetitions, const TurnProgress& progress);

/// Adds what all contenders found.
void report_all(const std::vector<Stand>& stands, BenchResult& result);

} // namespace lamina::bench
