#include "app/commands/simulation_report.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <ostream>

namespace lamina {

namespace {

using Json = nlohmann::ordered_json;

Json vector_json(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

Json body_json(const BodyInfo& info, const BodyState& state) {
  const Quat& q = state.pose.orientation;
  return {{"name", info.name},
          {"position", vector_json(state.pose.position)},
          {"orientation", {q.w(), q.x(), q.y(), q.z()}},
          {"velocity", vector_json(state.velocity)},
          {"spin", vector_json(state.spin)}};
}

} // namespace

std::string hash_text(std::uint64_t hash) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

Json simulation_json(const Snapshot& last, double wall_s, const std::string& record_folder) {
  const StepStatistics& s = last.statistics;
  Json json{{"steps", s.step},
            {"time_s", s.time_s},
            {"wall_s", wall_s},
            {"kinetic_J", s.kinetic_J},
            {"potential_J", s.potential_J},
            {"elastic_J", s.elastic_J},
            {"contact_J", s.contact_J},
            {"momentum_kg_m_s", vector_json(s.momentum)},
            {"pairs", s.pairs},
            {"contacts", s.contacts},
            {"contact_pixels", s.contact_pixels},
            {"dropped_columns", s.dropped_columns},
            {"volume_m3", s.volume_m3},
            {"state_hash", hash_text(s.state_hash)},
            {"cg_residual", s.cg_residual},
            {"method_limits", last.method_limits},
            {"notices", Json::array()}};
  for (const RunNotice& notice : last.notices)
    json["notices"].push_back({{"kind", name_of(notice.kind)},
                               {"step", notice.step},
                               {"bodies", notice.bodies},
                               {"text", notice.text}});
  if (!record_folder.empty())
    json["record"] = record_folder;
  json["bodies"] = Json::array();
  for (std::size_t i = 0; i < last.bodies.size(); ++i)
    json["bodies"].push_back(body_json((*last.infos)[i], last.bodies[i]));
  return json;
}

void print_simulation(std::ostream& out, const std::string& title, const Snapshot& last, double wall_s,
                      const std::string& record_folder) {
  const StepStatistics& s = last.statistics;
  char line[256];
  const auto print = [&](const char* format, auto... values) {
    std::snprintf(line, sizeof line, format, values...);
    out << line << '\n';
  };
  out << title << '\n';
  print("steps       %llu, %.6g s simulated in %.3g s (real time x%.3g)",
        static_cast<unsigned long long>(s.step), s.time_s, wall_s, wall_s > 0 ? s.time_s / wall_s : 0.0);
  print("bodies      %zu", last.bodies.size());
  print("contact     %llu pairs, %llu contacts, %llu contact pixels, %llu dropped columns",
        static_cast<unsigned long long>(s.pairs), static_cast<unsigned long long>(s.contacts),
        static_cast<unsigned long long>(s.contact_pixels),
        static_cast<unsigned long long>(s.dropped_columns));
  print("overlap     %.6g m³", s.volume_m3);
  print("energy      kinetic %.6g J, potential %.6g J, elastic %.6g J, contact %.6g J", s.kinetic_J,
        s.potential_J, s.elastic_J, s.contact_J);
  out << "state hash  " << hash_text(s.state_hash) << '\n';
  if (!record_folder.empty())
    out << "recorded in " << record_folder << '\n';
}

} // namespace lamina
