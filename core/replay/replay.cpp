#include "core/replay/replay.h"

#include "core/base/error.h"
#include "core/record/line_reader.h"
#include "core/record/read_steps.h"
#include "core/record/recorder.h"
#include "core/record/run_tables.h"
#include "core/scene/scene_file.h"

#include <algorithm>
#include <array>

namespace lamina {

namespace {

std::vector<DifferingValue> compare_steps(const RecordedRun& run, const StepStatistics& recorded,
                                          const StepStatistics& replayed) {
  std::vector<DifferingValue> differing;
  for (const StepQuantity& quantity : step_quantities()) {
    const bool known = std::find(run.columns.begin(), run.columns.end(), quantity.name) != run.columns.end();
    const std::string then = quantity.text(recorded), now = quantity.text(replayed);
    if (known && then != now)
      differing.push_back({quantity.name, then, now});
  }
  return differing;
}

/// The recorded lines of bodies.csv for a step, in the order of the bodies. A file that is missing or
/// malformed has none.
std::vector<std::vector<std::string>> recorded_bodies(const RecordedRun& run, std::uint64_t step) {
  std::vector<std::vector<std::string>> rows;
  try {
    LineReader lines(run.folder / "bodies.csv");
    const std::string number = std::to_string(step) + ",";
    for (std::string text; lines.next(text);) {
      if (text.compare(0, number.size(), number) == 0)
        rows.push_back(csv_fields(text));
      else if (!rows.empty())
        break;
    }
  } catch (const InputError&) {
    rows.clear();
  }
  return rows;
}

std::vector<std::vector<std::string>> replayed_bodies(const Simulation& simulation) {
  std::vector<std::vector<std::string>> rows;
  const std::string text = bodies_lines(simulation.statistics().step, *simulation.recorded_snapshot());
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    rows.push_back(csv_fields(std::string_view(text).substr(begin, end - begin)));
    begin = end + 1;
  }
  return rows;
}

/// Finds the first body whose line differs.
void compare_bodies(const RecordedRun& run, const Simulation& simulation, Difference& difference) {
  const auto recorded = recorded_bodies(run, difference.step), replayed = replayed_bodies(simulation);
  const std::vector<std::string> columns = csv_fields(bodies_header().substr(0, bodies_header().size() - 1));
  if (recorded.size() != replayed.size())
    return;
  for (std::size_t b = 0; b < recorded.size(); ++b) {
    if (recorded[b] == replayed[b] || recorded[b].size() != columns.size())
      continue;
    difference.body = replayed[b][1];
    for (std::size_t i = 2; i < columns.size(); ++i)
      if (recorded[b][i] != replayed[b][i])
        difference.body_values.push_back({columns[i], recorded[b][i], replayed[b][i]});
    return;
  }
}

/// Compares the step that was just done with the recording, if that has it.
void compare(const RecordedRun& run, const Simulation& simulation, ReplayResult& result) {
  const StepStatistics& now = simulation.statistics();
  if (now.step < run.steps.front().step)
    return;
  ++result.compared;
  if (result.difference)
    return;
  const StepStatistics& recorded = run.steps[now.step - run.steps.front().step];
  auto quantities = compare_steps(run, recorded, now);
  if (quantities.empty())
    return;
  result.difference = Difference{now.step, std::move(quantities), "", {}, ""};
  compare_bodies(run, simulation, *result.difference);
}

} // namespace

RunScene open_run_scene(const RecordedRun& run, const Progress& progress) {
  OpenOptions options;
  options.progress = progress;
  const std::array<std::filesystem::path, 1> file{run.folder / "scene.json"};
  auto scene = std::make_shared<Scene>(open_scene(file, options));
  const bool agrees = scene_hash(*scene) == run.scene_hash;
  scene->settings = run.settings;
  return {std::move(scene), agrees};
}

std::vector<Simulation::LoggedEvent> logged_events(const RecordedRun& run) {
  std::vector<Simulation::LoggedEvent> events;
  events.reserve(run.events.size());
  for (const RecordedEvent& recorded : run.events)
    events.push_back({recorded.step, recorded.event});
  return events;
}

void apply_inputs(const RecordedRun& run, std::optional<int> threads, std::size_t& next,
                  Simulation& simulation) {
  for (; next < run.events.size() && run.events[next].step <= simulation.statistics().step; ++next) {
    const Event& event = run.events[next].event;
    const auto* set = std::get_if<SetSetting>(&event);
    if (threads && set && set->name == "threads")
      continue;
    try {
      simulation.apply(event);
    } catch (const InputError& error) {
      throw InputError((run.folder / "events.jsonl").string(), next + 1, error.what());
    }
  }
}

ReplayResult replay(const RecordedRun& run, std::shared_ptr<const Scene> scene,
                    const ReplayOptions& options) {
  if (options.threads) {
    auto changed = std::make_shared<Scene>(*scene);
    changed->settings.simulation.threads = *options.threads;
    scene = std::move(changed);
  }
  Simulation simulation(scene);
  if (options.after_step)
    options.after_step(simulation);
  ReplayResult result;
  const std::uint64_t last = run.steps.empty() ? 0 : run.steps.back().step;
  std::size_t next = 0;
  while (result.steps < last && (options.to_the_end || !result.difference)) {
    if (options.progress &&
        !options.progress(static_cast<double>(result.steps) / static_cast<double>(last),
                          "step " + std::to_string(result.steps) + " of " + std::to_string(last)))
      throw Cancelled();
    apply_inputs(run, options.threads, next, simulation);
    if (!simulation.step()) {
      if (!result.difference)
        result.difference = Difference{result.steps + 1, {}, "", {}, simulation.problem()};
      break;
    }
    ++result.steps;
    compare(run, simulation, result);
    if (options.after_step)
      options.after_step(simulation);
  }
  return result;
}

} // namespace lamina
