#pragma once

#include "core/simulation/snapshot.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lamina {

/// The fields of a line of CSV, unquoted. An unmatched quote ends with the line.
std::vector<std::string> csv_fields(std::string_view line);

/// steps.csv as it was read.
struct StepsTable {
  std::vector<std::string> columns;
  std::vector<StepStatistics> steps;
};

/// Reads steps.csv; columns may stand in any order and unknown ones are passed over, but "step", "time_s" and
/// "state_hash" must be there. Throws InputError (file, line) for malformed numbers and for steps that do not
/// follow each other.
StepsTable read_steps(const std::filesystem::path& file);

/// A quantity of a step that the same run always has the same, bit for bit.
struct StepQuantity {
  const char* name;                           ///< its column
  std::string (*text)(const StepStatistics&); ///< with all digits that count
};

/// All of them, in the order in which a step comes to them. First what was found in the state before it, then
/// what the response made of that, then the state that it led to.
const std::vector<StepQuantity>& step_quantities();

} // namespace lamina
