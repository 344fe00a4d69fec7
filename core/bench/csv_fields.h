#pragma once

#include "core/bench/bench.h"
#include "core/bench/disturbance.h"

#include <nlohmann/json_fwd.hpp>

#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace lamina::bench {

/// What a benchmark ran on, as words.
using MachineWords = std::vector<std::pair<std::string, std::string>>;

/// Describes the machine and the program that runs on it.
MachineWords bench_machine();
/// Adds how much other programs ran in the meantime.
void add_disturbance(MachineWords& machine, const Disturbance& disturbance);
/// One line each that begins with #.
void add_machine_lines(std::ostream& csv, const MachineWords& machine);
nlohmann::ordered_json machine_json(const MachineWords& machine);

/// Quoted if it has to be (RFC 4180).
std::string csv_field(const std::string& text);

/// Four columns, each after a comma: repetitions, median and quartiles in ms; empty where there are no times.
constexpr const char* time_columns = "repetitions,median_ms,lower_quartile_ms,upper_quartile_ms";
void add_times(std::ostream& csv, const Spread& spread);
/// Null where there are no times.
nlohmann::ordered_json times_json(const Spread& spread);
/// By phase.
nlohmann::ordered_json phases_json(const CaseResult& row);

/// The worst of a case's findings, each after a comma, then why it was refused.
constexpr const char* findings_columns = "volume_error,imbalance,dropped_columns,lateral_force,refused";
void add_findings(std::ostream& csv, const CaseResult& row);

} // namespace lamina::bench
