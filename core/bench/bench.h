#pragma once

#include "core/base/progress.h"
#include "core/bench/detection_case.h"
#include "core/bench/memory.h"
#include "core/bench/method_case.h"
#include "core/bench/peer.h"
#include "core/bench/spread.h"

namespace lamina::bench {

/// The bunny divided so often, and seen at so many pixels, is the large pair: 4.46 million triangles.
constexpr int large_subdivisions = 3, large_resolution = 128;

/// What to time.
struct BenchPlan {
  std::vector<int> resolutions{16, 128};
  std::vector<std::string> backends{"cpu", "reference"};
  std::vector<int> threads{1, 2};
  int repetitions = 30, warm_up = 3; ///< of every case and peer; those to warm up are not counted
  int large_repetitions = 7;         ///< of the large pair, sampled as in F08 on backend cpu; 0: none
};

/// One case: how long its phases took, unless its results are refused.
struct CaseResult {
  DetectionCase wanted;
  std::size_t triangles = 0, bodies = 0, pairs = 0;
  std::array<Spread, phase_names.size()> milliseconds; ///< as phase_names
  TurnTimes totals;                                    ///< what the last of them is the spread of
  Findings worst;                                      ///< of all repetitions
  std::uint64_t fragments = 0;                         ///< of the last one
  std::string refused;                                 ///< why no speed is stated; "" if all gates hold
  std::string absent; ///< why it was not measured: its backend cannot be used here; "" if it was
};

/// One peer in one pose.
struct PeerResult {
  std::string peer;
  PairPose pose = PairPose::shallow;
  int subdivisions = 0; ///< of the bunny
  int resolution = 0;   ///< 0 if its work does not depend on it
  bool tori = false;    ///< on ten tori instead of the pair
  const char* bodies() const { return tori ? "tori" : name_of(pose); }
  TurnTimes times;
  Spread result;           ///< see PeerDescription
  double volume_error = 0; ///< worst, of itself, where the result is a volume
  std::string refused;     ///< why no speed is stated; "" if there is one
};

/// Work of about a millisecond in parts that share nothing, after a pair was moved. It shows what the machine
/// lets several threads gain in work as short as a detection. One that puts threads to sleep and is slow to
/// wake them, or keeps them on one processor for a while, gives little.
struct SharingResult {
  PairPose pose = PairPose::shallow; ///< of the pair that was moved
  int threads = 1;
  TurnTimes times;
};

struct BenchResult {
  std::vector<CaseResult> cases;
  std::vector<PeerResult> peers;
  std::vector<MethodResult> methods; ///< those that are not `ldi`
  std::vector<SharingResult> sharing;
  std::vector<MemoryUse> memory; ///< at 128 pixels across, as in F08
};

/// Times all cases of a plan, the other methods and all peers in turns (see take_turns), then the large pair,
/// and measures memory. `peers` may be null. Throws InputError for a plan that cannot be followed, Cancelled
/// if the progress asks to stop.
BenchResult run_bench(const BenchPlan& plan, PeerSource* peers, const Progress& progress);

} // namespace lamina::bench
