#include "core/bench/engines/engine_bench.h"
#include "core/bench/print_text.h"

#include <nlohmann/json.hpp>

#include <sstream>
#include <stdexcept>

namespace lamina::bench {

namespace {

using Json = nlohmann::ordered_json;

std::string digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

const char* unit_of(EngineQuestion question) {
  switch (question) {
  case EngineQuestion::acceleration:
    return " m/s²";
  case EngineQuestion::distance:
    return " m";
  case EngineQuestion::speed:
    return " m/s";
  case EngineQuestion::upright:
  case EngineQuestion::falls:
    return " s";
  default:
    return "";
  }
}

std::string verdict(const EngineScene& scene, const EngineMeasures& measures) {
  if (!measures.holds)
    return measures.value ? digits(*measures.value) + unit_of(scene.question) : "DOES NOT";
  if (scene.question == EngineQuestion::stands)
    return *measures.holds ? "stands" : "FALLS";
  return *measures.holds ? "rests" : "MOVES";
}

std::string asked(const EngineScene& scene) {
  switch (scene.question) {
  case EngineQuestion::stands:
    return "stands: no centre is displaced by more than " + digits(scene.threshold) + " m";
  case EngineQuestion::rests:
    return "rests: no centre is displaced by more than " + digits(scene.threshold) + " m in the last third";
  case EngineQuestion::resting:
    return "bodies of " + digits(*scene.theory) + " whose centre is displaced by at most " +
           digits(scene.threshold) + " m in the last third";
  case EngineQuestion::acceleration:
    return "acceleration, theory " + digits(*scene.theory) + " m/s²";
  case EngineQuestion::distance:
    return "distance, theory " + digits(*scene.theory) + " m";
  case EngineQuestion::bounce:
    return "height of the first bounce over that of the fall, theory " + digits(*scene.theory);
  case EngineQuestion::speed:
    return "speed that is left at the end, ideally 0";
  case EngineQuestion::upright:
    return "seconds until it lies flat, of " + digits(scene.seconds);
  case EngineQuestion::falls:
    return "seconds until its centre is " + digits(scene.threshold) + " m lower, theory " +
           digits(*scene.theory);
  }
  return "";
}

const EngineScene& scene_of(const EngineReport& report, const EngineResult& row) {
  for (const EngineScene& scene : report.scenes)
    if (scene.name == row.scene)
      return scene;
  throw std::logic_error("a row of no scene");
}

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json row_json(const EngineResult& row) {
  Json json{{"scene", row.scene}, {"engine", row.engine}, {"refused", row.refused}, {"cannot", row.cannot}};
  if (!row.measured())
    return json;
  const EngineMeasures& m = row.measures;
  json["holds"] = or_null(m.holds);
  json["value"] = or_null(m.value);
  json["displacement_m"] = m.displacement;
  json["drift_m"] = m.drift;
  json["penetration_m"] = m.penetration ? Json(m.penetration->deepest) : Json(nullptr);
  json["last_penetration_m"] = m.penetration ? Json(m.penetration->last) : Json(nullptr);
  json["step"] = times_json(m.milliseconds);
  return json;
}

void add_row(std::string& text, const EngineScene& scene, const EngineResult& row) {
  if (!row.refused.empty()) {
    add(text, "  %-15s broke down: %s\n", row.engine.c_str(), row.refused.c_str());
    return;
  }
  if (!row.cannot.empty()) {
    add(text, "  %-15s cannot: %s\n", row.engine.c_str(), row.cannot.c_str());
    return;
  }
  const EngineMeasures& m = row.measures;
  const std::string word = verdict(scene, m);
  const int width = 16 + (word.find("²") != std::string::npos); // which has two bytes
  const std::string deepest = m.penetration ? digits(m.penetration->deepest) : "-";
  const std::string last = m.penetration ? digits(m.penetration->last) : "-";
  add(text, "  %-15s %-*s %12.3g %12.3g %12s %12s %10.3f\n", row.engine.c_str(), width, word.c_str(),
      m.displacement, m.drift, deepest.c_str(), last.c_str(), m.milliseconds.median);
}

} // namespace

std::string engine_csv(const EngineReport& report) {
  std::ostringstream csv;
  csv.precision(9);
  add_machine_lines(csv, report.machine);
  for (const EngineDescription& engine : report.engines)
    csv << "# engine: " << engine.name << ' '
        << (engine.version.empty() ? "absent, " + engine.absence
                                   : engine.version + ", " + engine.how + "; " + engine.settings)
        << '\n';
  csv << "scene,engine,question,holds,value,theory,displacement_m,drift_m,penetration_m,last_penetration_m,"
      << time_columns << ",refused,cannot\n";
  for (const EngineResult& row : report.results) {
    const EngineScene& scene = scene_of(report, row);
    const EngineMeasures& m = row.measures;
    csv << row.scene << ',' << row.engine << ',' << name_of(scene.question) << ','
        << (m.holds ? *m.holds ? "yes" : "no" : "") << ',';
    if (m.value)
      csv << *m.value;
    csv << ',';
    if (scene.theory)
      csv << *scene.theory;
    if (row.measured())
      csv << ',' << m.displacement << ',' << m.drift;
    else
      csv << ",,";
    if (m.penetration)
      csv << ',' << m.penetration->deepest << ',' << m.penetration->last;
    else
      csv << ",,";
    add_times(csv, m.milliseconds);
    csv << ',' << csv_field(row.refused) << ',' << csv_field(row.cannot) << '\n';
  }
  return csv.str();
}

nlohmann::ordered_json engine_json(const EngineReport& report) {
  Json scenes = Json::array(), engines = Json::array(), results = Json::array();
  for (const EngineScene& scene : report.scenes)
    scenes.push_back({{"name", scene.name},
                      {"about", scene.about},
                      {"bodies", scene.bodies.size()},
                      {"time_step_s", scene.time_step},
                      {"seconds", scene.seconds},
                      {"question", name_of(scene.question)},
                      {"asked", asked(scene)},
                      {"theory", or_null(scene.theory)}});
  for (const EngineDescription& engine : report.engines)
    engines.push_back({{"name", engine.name},
                       {"version", engine.version.empty() ? Json(nullptr) : Json(engine.version)},
                       {"how", engine.how},
                       {"settings", engine.settings},
                       {"absence", engine.absence}});
  for (const EngineResult& row : report.results)
    results.push_back(row_json(row));
  return {{"machine", machine_json(report.machine)},
          {"scenes", scenes},
          {"engines", engines},
          {"results", results}};
}

std::string engine_text(const EngineReport& report) {
  std::string text;
  for (const auto& [name, value] : report.machine)
    add(text, "%-9s %s\n", name.c_str(), value.c_str());
  text += "\nEngines, one thread each, in turns; none may put bodies to sleep\n";
  for (const EngineDescription& engine : report.engines)
    if (engine.version.empty())
      add(text, "  %-15s absent, %s\n", engine.name.c_str(), engine.absence.c_str());
    else
      add(text, "  %-15s %s, %s; %s\n", engine.name.c_str(), engine.version.c_str(), engine.how.c_str(),
          engine.settings.c_str());
  for (const EngineScene& scene : report.scenes) {
    add(text, "\n%s: %s, %g s in steps of %g s\n  %s\n", scene.name.c_str(), scene.about.c_str(),
        scene.seconds, scene.time_step, asked(scene).c_str());
    add(text, "  %-15s %-16s %12s %12s %12s %12s %10s\n", "engine", "", "displaced, m", "drift, m",
        "deepest, m", "at end, m", "ms a step");
    for (const EngineResult& row : report.results)
      if (row.scene == scene.name)
        add_row(text, scene, row);
  }
  text +=
      "\nDrift is that of the last third. Depths are measured on the bodies themselves, not on margins.\n";
  return text;
}

} // namespace lamina::bench
