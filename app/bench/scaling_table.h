#pragma once

#include "core/bench/csv_fields.h"
#include "core/bench/scaling.h"

#include <nlohmann/json_fwd.hpp>

namespace lamina {

/// All that `lamina bench --scaling` has to say.
struct ScalingReport {
  bench::MachineWords machine;
  bench::ScalingPlan plan;
  std::vector<bench::ScalingRow> rows;

  bool refused() const; ///< whether a row has no speed because its result was wrong
};

/// One row a phase, after lines with # for the machine. What was refused has no times.
std::string scaling_csv(const ScalingReport& report);
nlohmann::ordered_json scaling_json(const ScalingReport& report);
/// For people: a line a measurement, and the slopes.
std::string scaling_text(const ScalingReport& report);

} // namespace lamina
