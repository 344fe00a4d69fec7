#include "app/bench/bench_table.h"

#include "core/base/version.h"
#include "core/bench/models.h"
#include "core/bench/targets.h"
#include "core/contact/ldi/ldi.h"
#include "core/record/arithmetic.h"
#include "core/record/machine.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

namespace lamina {

namespace {

using namespace bench;
using Json = nlohmann::ordered_json;

/// Quoted if it has to be (RFC 4180).
std::string field(const std::string& text) {
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

Json case_json(const CaseResult& row) {
  Json phases;
  for (std::size_t k = 0; k < phase_names.size(); ++k)
    phases[phase_names[k]] = times_json(row.milliseconds[k]);
  const DetectionCase& w = row.wanted;
  return {{"pose", name_of(w.pose)},
          {"resolution", w.resolution},
          {"sampling", sampling_name(w)},
          {"backend", w.backend},
          {"threads", w.threads},
          {"phases", phases},
          {"volume_m3", row.worst.volume},
          {"exact_volume_m3", row.worst.exact},
          {"volume_error", row.worst.volume_error},
          {"imbalance", row.worst.imbalance},
          {"dropped_columns", row.worst.dropped},
          {"lateral_force", row.worst.lateral_force},
          {"fragments", row.fragments},
          {"refused", row.refused}};
}

Json peer_json(const PeerResult& row) {
  return {{"peer", row.peer},
          {"pose", name_of(row.pose)},
          {"resolution", row.resolution == 0 ? Json(nullptr) : Json(row.resolution)},
          {"time", times_json(row.milliseconds)},
          {"result", row.result.median},
          {"refused", row.refused}};
}

Json ratio_json(const Ratio& ratio) {
  Json json{{"what", ratio.what},
            {"pose", name_of(ratio.pose)},
            {"resolution", ratio.resolution},
            {"ratio", ratio.value}};
  if (ratio.at_least > 0)
    json["at_least"] = ratio.at_least;
  if (ratio.at_most > 0)
    json["at_most"] = ratio.at_most;
  if (ratio.has_target())
    json["reached"] = ratio.reached();
  return json;
}

} // namespace

bool BenchReport::refused() const {
  const auto wrong = [](const auto& row) { return !row.refused.empty(); };
  return std::any_of(result.cases.begin(), result.cases.end(), wrong) ||
         std::any_of(result.peers.begin(), result.peers.end(), wrong);
}

std::vector<std::pair<std::string, std::string>> bench_machine() {
  const Machine machine = this_machine();
  const Arithmetic arithmetic = this_arithmetic();
  return {{"program", "lamina " LAMINA_VERSION ", " + arithmetic.build},
          {"cpu", machine.cpu},
          {"cores", std::to_string(machine.cores)},
          {"vectors", ldi_vectors()},
          {"compiler", arithmetic.compiler},
          {"system", machine.system}};
}

std::string bench_csv(const BenchReport& report) {
  std::ostringstream csv;
  csv.precision(9);
  for (const auto& [name, value] : report.machine)
    csv << "# " << name << ": " << value << '\n';
  csv << "# mesh: " << bunny().name << ", " << bunny().triangles.size() << " triangles\n"
      << "pose,resolution,sampling,by,threads,phase,repetitions,median_ms,lower_quartile_ms,upper_quartile_"
         "ms,"
         "volume_error,imbalance,dropped_columns,lateral_force,refused\n";
  for (const CaseResult& row : report.result.cases)
    for (std::size_t k = 0; k < phase_names.size(); ++k) {
      const DetectionCase& w = row.wanted;
      csv << name_of(w.pose) << ',' << w.resolution << ',' << sampling_name(w) << ',' << w.backend << ','
          << w.threads << ',' << phase_names[k];
      add_times(csv, row.milliseconds[k]);
      csv << ',' << row.worst.volume_error << ',' << row.worst.imbalance << ',' << row.worst.dropped << ','
          << row.worst.lateral_force << ',' << field(row.refused) << '\n';
    }
  for (const PeerResult& row : report.result.peers) {
    csv << name_of(row.pose) << ',' << (row.resolution > 0 ? std::to_string(row.resolution) : "") << ",,"
        << row.peer << ",1,total";
    add_times(csv, row.milliseconds);
    csv << ",,,,," << field(row.refused) << '\n';
  }
  return csv.str();
}

Json bench_json(const BenchReport& report) {
  Json machine = Json::object(), cases = Json::array(), peers = Json::array(), times = Json::array(),
       ratios = Json::array();
  for (const auto& [name, value] : report.machine)
    machine[name] = value;
  for (const CaseResult& row : report.result.cases)
    cases.push_back(case_json(row));
  for (const PeerDescription& peer : report.peers)
    peers.push_back({{"name", peer.name},
                     {"version", peer.version.empty() ? Json(nullptr) : Json(peer.version)},
                     {"yields", peer.yields},
                     {"lacks", peer.lacks}});
  for (const PeerResult& row : report.result.peers)
    times.push_back(peer_json(row));
  for (const Ratio& ratio : ratios_of(report.result, bunny_is_scan()))
    ratios.push_back(ratio_json(ratio));
  return {{"machine", machine},
          {"mesh", {{"name", bunny().name}, {"triangles", bunny().triangles.size()}}},
          {"warm_up", report.plan.warm_up},
          {"repetitions", report.plan.repetitions},
          {"cases", cases},
          {"peers", peers},
          {"peer_times", times},
          {"ratios", ratios}};
}

} // namespace lamina
