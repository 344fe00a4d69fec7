#pragma once

#include "core/bench/csv_fields.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace lamina {

/// All that a run of `lamina bench` has to say.
struct BenchReport {
  bench::MachineWords machine;
  bench::BenchPlan plan;
  std::vector<bench::PeerDescription> peers; ///< empty if none were asked for
  bench::BenchResult result;

  /// Whether a case or a peer that is there has no speed because its result was wrong.
  bool refused() const;
};

/// One row a phase. Lines that begin with # come first: machine and mesh. What was refused has no times.
std::string bench_csv(const BenchReport& report);

nlohmann::ordered_json bench_json(const BenchReport& report);

} // namespace lamina
