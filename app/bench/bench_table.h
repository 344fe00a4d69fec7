#pragma once

#include "core/bench/bench.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <utility>
#include <vector>

namespace lamina {

/// All that a run of `lamina bench` has to say.
struct BenchReport {
  std::vector<std::pair<std::string, std::string>> machine; ///< what it ran on, as words
  bench::BenchPlan plan;
  std::vector<bench::PeerDescription> peers; ///< empty if none were asked for
  bench::BenchResult result;

  /// Whether a case or a peer that is there has no speed because its result was wrong.
  bool refused() const;
};

/// Describes the machine and the program that runs on it.
std::vector<std::pair<std::string, std::string>> bench_machine();

/// One row a phase. Lines that begin with # come first: machine and mesh. What was refused has no times.
std::string bench_csv(const BenchReport& report);

nlohmann::ordered_json bench_json(const BenchReport& report);

} // namespace lamina
