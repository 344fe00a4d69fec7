#include "core/bench/print_text.h"
#include "core/bench/scene_bench.h"

#include <nlohmann/json.hpp>

#include <sstream>

namespace lamina::bench {

using Json = nlohmann::ordered_json;

std::string scene_bench_csv(const SceneBenchResult& result) {
  std::ostringstream csv;
  csv.precision(9);
  add_machine_lines(csv, result.machine);
  csv << "# scene: " << result.title << ", " << result.bodies << " bodies, " << result.triangles
      << " triangles\n"
      << "resolution,threads,phase," << time_columns << ",refused\n";
  for (std::size_t k = 0; k < scene_phase_names.size(); ++k) {
    csv << result.resolution << ',' << result.threads << ',' << scene_phase_names[k];
    add_times(csv, result.milliseconds[k]);
    csv << ',' << csv_field(result.refused) << '\n';
  }
  return csv.str();
}

Json scene_bench_json(const SceneBenchResult& result) {
  Json phases;
  for (std::size_t k = 0; k < scene_phase_names.size(); ++k)
    phases[scene_phase_names[k]] = times_json(result.milliseconds[k]);
  char hash[20];
  std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(result.state_hash));
  return {{"machine", machine_json(result.machine)},
          {"scene", result.title},
          {"bodies", result.bodies},
          {"triangles", result.triangles},
          {"resolution", result.resolution},
          {"threads", result.threads},
          {"time_step_s", result.time_step},
          {"steps", result.plan.steps},
          {"warm_up", result.plan.warm_up},
          {"repetitions", result.plan.repetitions},
          {"phases", phases},
          {"real_time_factor", result.real_time_factor},
          {"most_pairs", result.most_pairs},
          {"most_contact_pixels", result.most_contact_pixels},
          {"most_dropped_columns", result.most_dropped_columns},
          {"state_hash", hash},
          {"refused", result.refused}};
}

std::string scene_bench_text(const SceneBenchResult& result) {
  std::string text;
  for (const auto& [name, value] : result.machine)
    add(text, "%-9s %s\n", name.c_str(), value.c_str());
  add(text, "%-9s %s: %zu bodies, %zu triangles, %d², h = %g s, %d threads\n", "scene", result.title.c_str(),
      result.bodies, result.triangles, result.resolution, result.time_step, result.threads);
  add(text, "%-9s %d runs of %d steps, of which %d to warm up; medians of the runs, then of the steps\n\n",
      "repeated", result.plan.repetitions, result.plan.steps, result.plan.warm_up);
  if (!result.refused.empty()) {
    text += "no speed: " + result.refused + "\n";
    return text;
  }
  text += "milliseconds a step (quartiles)\n";
  for (std::size_t k = 0; k < scene_phase_names.size(); ++k) {
    const Spread& s = result.milliseconds[k];
    add(text, "  %-11s %9.3f  (%.3f–%.3f)\n", scene_phase_names[k], s.median, s.lower, s.upper);
  }
  add(text, "real time × %.3g; at most %llu pairs, %llu contact pixels, %llu dropped columns in a step\n",
      result.real_time_factor, static_cast<unsigned long long>(result.most_pairs),
      static_cast<unsigned long long>(result.most_contact_pixels),
      static_cast<unsigned long long>(result.most_dropped_columns));
  add(text, "all runs ended in the state %016llx\n", static_cast<unsigned long long>(result.state_hash));
  return text;
}

} // namespace lamina::bench
