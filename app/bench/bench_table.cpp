#include "app/bench/bench_table.h"

#include "core/bench/models.h"
#include "core/bench/targets.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

namespace lamina {

namespace {

using namespace bench;
using Json = nlohmann::ordered_json;

Json case_json(const CaseResult& row) {
  const DetectionCase& w = row.wanted;
  return {{"pose", name_of(w.pose)},
          {"triangles", row.triangles},
          {"resolution", w.resolution},
          {"sampling", sampling_name(w)},
          {"backend", w.backend},
          {"threads", w.threads},
          {"phases", phases_json(row)},
          {"volume_m3", row.worst.volume},
          {"exact_volume_m3", row.worst.exact},
          {"volume_error", row.worst.volume_error},
          {"imbalance", row.worst.imbalance},
          {"dropped_columns", row.worst.dropped},
          {"lateral_force", row.worst.lateral_force},
          {"fragments", row.fragments},
          {"refused", row.refused},
          {"not_measured", row.absent}};
}

/// Of the bunny alone, as it is named; the cube's twelve come on top.
std::size_t bunny_triangles(int subdivisions) {
  return bunny().triangles.size() << (2 * subdivisions);
}

Json peer_json(const PeerResult& row) {
  return {{"peer", row.peer},
          {"pose", row.bodies()},
          {"bunny_triangles", row.tori ? Json(nullptr) : Json(bunny_triangles(row.subdivisions))},
          {"resolution", row.resolution == 0 ? Json(nullptr) : Json(row.resolution)},
          {"time", times_json(row.times.spread())},
          {"result", row.result.median},
          {"refused", row.refused}};
}

Json method_json(const MethodResult& row) {
  Json phases;
  for (std::size_t k = 0; k < method_phases.size(); ++k)
    phases[method_phases[k]] = times_json(row.milliseconds[k]);
  return {{"bodies", name_of(row.wanted.scene)},
          {"triangles", row.triangles},
          {"count", row.bodies},
          {"method", row.wanted.method},
          {"threads", row.wanted.threads},
          {"phases", phases},
          {"contacts", row.contacts},
          {"rays", row.rays},
          {"refused", row.refused}};
}

Json memory_json(const MemoryUse& use) {
  const auto bytes = [](const std::optional<std::int64_t>& value) {
    return value ? Json(*value) : Json(nullptr);
  };
  return {{"pose", name_of(use.wanted.pose)},
          {"triangles", use.triangles},
          {"resolution", use.wanted.resolution},
          {"kept_bytes", bytes(use.kept)},
          {"blocks_bytes", bytes(use.meshlets)},
          {"peak_bytes", bytes(use.peak)},
          {"allowed_bytes", memory_bound(use.triangles)}};
}

Json ratio_json(const Ratio& ratio) {
  Json json{{"what", ratio.what},
            {"pose", ratio.bodies()},
            {"bunny_triangles", ratio.on.empty() ? Json(bunny_triangles(ratio.subdivisions)) : Json(nullptr)},
            {"resolution", ratio.resolution > 0 ? Json(ratio.resolution) : Json(nullptr)},
            {"ratio", ratio.value.median}};
  if (ratio.value.count > 1) {
    json["lower"] = ratio.value.lower;
    json["upper"] = ratio.value.upper;
  }
  if (ratio.at_least > 0)
    json["at_least"] = ratio.at_least;
  if (ratio.at_most > 0)
    json["at_most"] = ratio.at_most;
  if (ratio.stretch > 0)
    json["stretch"] = ratio.stretch;
  if (ratio.has_target())
    json["reached"] = ratio.reached();
  return json;
}

template <class Rows, class Make>
Json list(const Rows& rows, Make make) {
  Json all = Json::array();
  for (const auto& row : rows)
    all.push_back(make(row));
  return all;
}

Json description_json(const PeerDescription& peer) {
  return {{"name", peer.name},
          {"version", peer.version.empty() ? Json(nullptr) : Json(peer.version)},
          {"yields", peer.yields},
          {"lacks", peer.lacks}};
}

} // namespace

bool BenchReport::refused() const {
  const auto wrong = [](const auto& row) { return !row.refused.empty(); };
  return std::any_of(result.cases.begin(), result.cases.end(), wrong) ||
         std::any_of(result.methods.begin(), result.methods.end(), wrong) ||
         std::any_of(result.peers.begin(), result.peers.end(), wrong);
}

std::string bench_csv(const BenchReport& report) {
  std::ostringstream csv;
  csv.precision(9);
  add_machine_lines(csv, report.machine);
  csv << "# mesh: " << bunny().name << ", " << bunny().triangles.size() << " triangles\n"
      << "pose,triangles,resolution,sampling,by,threads,phase," << time_columns << ',' << findings_columns
      << '\n';
  for (const CaseResult& row : report.result.cases)
    for (std::size_t k = 0; k < phase_names.size(); ++k) {
      const DetectionCase& w = row.wanted;
      csv << name_of(w.pose) << ',' << row.triangles << ',' << w.resolution << ',' << sampling_name(w) << ','
          << w.backend << ',' << w.threads << ',' << phase_names[k];
      add_times(csv, row.milliseconds[k]);
      add_findings(csv, row);
      if (!row.absent.empty())
        csv << csv_field("not measured: " + row.absent);
      csv << '\n';
    }
  for (const MethodResult& row : report.result.methods)
    for (std::size_t k = 0; k < method_phases.size(); ++k) {
      csv << name_of(row.wanted.scene) << ',' << row.triangles << ",,," << row.wanted.method << ','
          << row.wanted.threads << ',' << method_phases[k];
      add_times(csv, row.milliseconds[k]);
      csv << ",,,,," << csv_field(row.refused) << '\n';
    }
  constexpr std::size_t cube_triangles = 12;
  for (const PeerResult& row : report.result.peers) {
    csv << row.bodies() << ',';
    if (!row.tori)
      csv << bunny_triangles(row.subdivisions) + cube_triangles;
    csv << ',' << (row.resolution > 0 ? std::to_string(row.resolution) : "") << ",," << row.peer
        << ",1,total";
    add_times(csv, row.times.spread());
    csv << ",,,,," << csv_field(row.refused) << '\n';
  }
  return csv.str();
}

Json bench_json(const BenchReport& report) {
  return {{"machine", machine_json(report.machine)},
          {"mesh", {{"name", bunny().name}, {"triangles", bunny().triangles.size()}}},
          {"warm_up", report.plan.warm_up},
          {"repetitions", report.plan.repetitions},
          {"cases", list(report.result.cases, case_json)},
          {"methods", list(report.result.methods, method_json)},
          {"peers", list(report.peers, description_json)},
          {"peer_times", list(report.result.peers, peer_json)},
          {"memory", list(report.result.memory, memory_json)},
          {"ratios", list(ratios_of(report.result, bunny_is_scan()), ratio_json)}};
}

} // namespace lamina
