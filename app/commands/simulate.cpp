#include "app/commands/commands.h"
#include "app/commands/simulation_report.h"
#include "app/commands/step_loop.h"
#include "app/options/scene_options.h"
#include "app/terminal/interrupt.h"
#include "app/terminal/message.h"
#include "core/record/recorder.h"
#include "core/reference_overlap/method_limits.h"
#include "core/simulation/simulation.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>

namespace lamina {

namespace {

struct SimulateOptions {
  SceneOptions scene;
  std::int64_t steps = 500;
  std::string record;
  bool frames = false, json = false;
};

/// A recording that a full disk ends, with a message, while the simulation goes on.
class Recording {
public:
  /// Throws as Recorder does, so that no time is spent on a run that leaves nothing.
  Recording(const std::string& folder, bool frames, const Simulation& simulation) : frames_(frames) {
    if (folder.empty())
      return;
    recorder_ = std::make_unique<Recorder>(folder, simulation.scene(), simulation.settings());
    if (frames_)
      recorder_->frame(*simulation.recorded_snapshot(), simulation.body_states());
  }

  void step(const Simulation& simulation) {
    if (!recorder_)
      return;
    attempt([&] {
      const auto snapshot = simulation.recorded_snapshot();
      recorder_->step(simulation.statistics(), *snapshot);
      if (frames_)
        recorder_->frame(*snapshot, simulation.body_states());
      // Nobody sends any: these are what the simulation had to change by itself.
      for (; events_ < simulation.events().size(); ++events_)
        recorder_->event(simulation.events()[events_].step, simulation.events()[events_].event);
    });
  }

  void finish() {
    if (recorder_)
      attempt([&] { recorder_->finish(); });
  }

  bool failed() const { return failed_; }
  std::string folder() const { return recorder_ ? recorder_->folder().string() : std::string(); }

private:
  template <class Work>
  void attempt(const Work& work) {
    try {
      work();
    } catch (const std::exception& error) {
      print_error(std::string("lamina: recording stopped: ") + error.what());
      recorder_.reset();
      failed_ = true;
    }
  }

  std::unique_ptr<Recorder> recorder_;
  std::size_t events_ = 0;
  bool frames_, failed_ = false;
};

MethodLimits limits_now(const Simulation& simulation) {
  return method_limits(simulation.scene(), simulation.settings(), simulation.body_states());
}

int simulate(const SimulateOptions& options) {
  catch_interrupts();
  if (!options.record.empty())
    refuse_run_folder(options.record);
  const auto scene = std::make_shared<const Scene>(options.scene.open());
  options.scene.settings.mention_idle(scene->settings);
  Simulation simulation(scene);
  MethodLimits limits = limits_now(simulation);
  const std::vector<std::string> first_limits = limits.lines();
  for (const std::string& limit : first_limits)
    print_error("lamina: " + limit);
  Recording recording(options.record, options.frames, simulation);

  const auto start = std::chrono::steady_clock::now();
  const bool finished =
      run_steps(simulation, options.steps, [&](const Simulation& now) { recording.step(now); });
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  recording.finish();

  const std::shared_ptr<Snapshot> last = simulation.snapshot();
  limits.add_later(limits_now(simulation));
  last->method_limits = limits.lines();
  if (options.json)
    print_json(simulation_json(*last, wall.count(), recording.folder()));
  else
    print_simulation(std::cout, scene->title, *last, wall.count(), recording.folder());

  for (const std::string& limit : last->method_limits)
    if (std::find(first_limits.begin(), first_limits.end(), limit) == first_limits.end())
      print_error("lamina: in the end, " + limit);
  if (!simulation.notice().empty())
    print_error("lamina: " + simulation.notice());
  for (const RunNotice& notice : simulation.notices())
    print_error("lamina: " + notice.text);
  if (!simulation.problem().empty()) {
    print_error("lamina: the simulation stopped: " + simulation.problem());
    return exit_failed;
  }
  if (!finished) {
    print_error("lamina: interrupted after " + std::to_string(last->statistics.step) + " steps");
    return exit_interrupted;
  }
  return recording.failed() ? exit_failed : exit_done;
}

} // namespace

void add_simulate(CLI::App& program, Action& action) {
  CLI::App* command = add_command(program, "simulate", "Simulate a scene without a window");
  const auto options = std::make_shared<SimulateOptions>();
  options->scene.add_to(*command, true);
  command->add_option("--steps", options->steps, "how many steps (default: 500)")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}).description(""))
      ->option_text("N");
  CLI::Option* record = command
                            ->add_option("--record", options->record,
                                         "leave a run folder here: settings, scene, inputs, steps, bodies")
                            ->option_text("DIR");
  command
      ->add_flag("--frames", options->frames,
                 "record the whole state after each step too, so that all can be shown without simulating")
      ->needs(record);
  command->add_flag("--json", options->json, "print the final state as JSON");
  command->footer(
      "Ctrl+C ends the run cleanly, with everything recorded so far and exit code 130.\n"
      "A folder that cannot be recorded to is refused at once. A recording that fails later, as on a full\n"
      "disk, stops with a message; the simulation goes on and ends with 1.");
  command->callback([options, &action] { action = [options] { return simulate(*options); }; });
}

} // namespace lamina
