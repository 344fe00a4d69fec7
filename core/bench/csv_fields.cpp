#include "core/bench/csv_fields.h"

#include "core/base/version.h"
#include "core/contact/ldi/ldi.h"
#include "core/record/arithmetic.h"
#include "core/record/machine.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace lamina::bench {

using Json = nlohmann::ordered_json;

MachineWords bench_machine() {
  const Machine machine = this_machine();
  const Arithmetic arithmetic = this_arithmetic();
  return {{"program", "lamina " LAMINA_VERSION ", " + arithmetic.build},
          {"cpu", machine.cpu},
          {"cores", std::to_string(machine.cores)},
          {"vectors", ldi_vectors()},
          {"compiler", arithmetic.compiler},
          {"system", machine.system}};
}

void add_disturbance(MachineWords& machine, const Disturbance& disturbance) {
  const auto others = disturbance.others();
  char words[96] = "unknown";
  if (others)
    std::snprintf(words, sizeof words, "other programs kept %.2f processors busy meanwhile", *others);
  machine.emplace_back("others", words);
}

void add_machine_lines(std::ostream& csv, const MachineWords& machine) {
  for (const auto& [name, value] : machine)
    csv << "# " << name << ": " << value << '\n';
}

Json machine_json(const MachineWords& machine) {
  Json json = Json::object();
  for (const auto& [name, value] : machine)
    json[name] = value;
  return json;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos)
    return text;
  std::string quoted = "\"";
  for (const char c : text)
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

void add_times(std::ostream& csv, const Spread& spread) {
  csv << ',' << spread.count << ',';
  if (spread.count > 0)
    csv << spread.median << ',' << spread.lower << ',' << spread.upper;
  else
    csv << ",,";
}

Json times_json(const Spread& spread) {
  if (spread.count == 0)
    return nullptr;
  return {{"repetitions", spread.count},
          {"median_ms", spread.median},
          {"lower_quartile_ms", spread.lower},
          {"upper_quartile_ms", spread.upper}};
}

Json phases_json(const CaseResult& row) {
  Json phases;
  for (std::size_t k = 0; k < phase_names.size(); ++k)
    phases[phase_names[k]] = times_json(row.milliseconds[k]);
  return phases;
}

void add_findings(std::ostream& csv, const CaseResult& row) {
  csv << ',' << row.worst.volume_error << ',' << row.worst.imbalance << ',' << row.worst.dropped << ','
      << row.worst.lateral_force << ',' << csv_field(row.refused);
}

} // namespace lamina::bench
