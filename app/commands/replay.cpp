#include "core/replay/replay.h"
#include "app/commands/commands.h"
#include "app/commands/replay_outputs.h"
#include "app/commands/replay_report.h"
#include "app/terminal/interrupt.h"
#include "app/terminal/message.h"
#include "app/terminal/progress_line.h"
#include "core/base/error.h"
#include "core/replay/frame_recorder.h"
#include "core/replay/run_player.h"
#include "core/settings/setting_list.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <iostream>
#include <memory>

namespace lamina {

namespace {

struct ReplayCommand {
  std::string run;
  std::optional<int> threads;
  bool frames = false, stored = false, json = false;
  std::string at, bodies, surfaces, pixels;

  ReplayOutputs outputs() const {
    ReplayOutputs outputs;
    outputs.bodies = bodies;
    outputs.surfaces = surfaces;
    outputs.pixels = pixels;
    outputs.at = StepChoice(at);
    if (outputs.at.empty() && (!surfaces.empty() || !pixels.empty()))
      throw InputError("--surfaces and --pixels need --at, which names the steps");
    return outputs;
  }
};

/// Simulates again, compares, and writes on the way what was asked for.
int compare_with_record(const ReplayCommand& command) {
  const ReplayOutputs outputs = command.outputs();
  const RecordedRun run = read_run(command.run);
  std::error_code error;
  if (std::filesystem::equivalent(outputs.bodies, run.folder / "bodies.csv", error))
    throw InputError(command.bodies, 0, "is part of the recording, which is never written over");
  ReplayReport report;
  report.run = &run;
  for (const std::string& note : run.notes)
    print_error("note: " + note);
  const RunScene opened = open_run_scene(run, progress_on_terminal());
  report.scene_agrees = opened.agrees;

  ReplayWriter writer(outputs);
  std::optional<FrameRecorder> frames;
  if (command.frames)
    frames.emplace(run.folder, run.scene_hash);
  ReplayOptions options;
  options.threads = command.threads;
  options.progress = progress_on_terminal();
  options.to_the_end = command.frames || outputs.wants_bodies() || !outputs.at.empty();
  options.after_step = [&](const Simulation& now) {
    const std::uint64_t step = now.statistics().step;
    if (frames)
      frames->add(now);
    if (outputs.wants_bodies())
      writer.bodies(*now.recorded_snapshot());
    if (outputs.wants_surfaces(step))
      writer.surfaces(*now.snapshot());
    if (outputs.wants_pixels(step))
      writer.pixels(*now.snapshot({.pixels = true}));
  };
  report.result = replay(run, opened.scene, options);
  writer.close();
  if (frames)
    frames->finish();

  report.arithmetic = this_arithmetic();
  report.files = writer.files();
  report.frames = command.frames;
  if (command.json)
    print_json(replay_json(report));
  else
    print_replay(std::cout, report);
  return report.agrees() ? exit_done : exit_failed;
}

/// Takes states from the frame stream instead of simulating.
int play(const ReplayCommand& command) {
  const ReplayOutputs outputs = command.outputs();
  if (command.frames)
    throw InputError("--stored takes the frames that --frames would write; give one of them");
  const Progress progress = progress_on_terminal();
  RunPlayer player(command.run, progress);
  if (command.threads)
    player.set_threads(*command.threads);
  for (const std::string& note : player.run().notes)
    print_error("note: " + note);
  ReplayWriter writer(outputs);
  const std::uint64_t first = player.first_step(), last = player.last_step();
  for (std::uint64_t step = first; step <= last; ++step) {
    if (!progress(static_cast<double>(step - first) / static_cast<double>(last - first + 1),
                  "frame " + std::to_string(step) + " of " + std::to_string(last)))
      throw Cancelled();
    if (outputs.wants_bodies() || outputs.wants_surfaces(step)) {
      const auto snapshot = player.show(step);
      writer.bodies(*snapshot);
      if (outputs.wants_surfaces(step))
        writer.surfaces(*snapshot);
    }
    if (outputs.wants_pixels(step))
      writer.pixels(*player.show(step, {.pixels = true}));
  }
  writer.close();
  if (command.json)
    print_json({{"first_step", first}, {"last_step", last}, {"files", writer.files()}});
  else
    std::cout << "frames " << first << " to " << last << " are stored; " << writer.files()
              << " files exported\n";
  return exit_done;
}

} // namespace

void add_replay(CLI::App& program, Action& action) {
  CLI::App* command = add_command(program, "replay", "Repeat a recorded run and compare every step with it");
  const auto options = std::make_shared<ReplayCommand>();
  command->add_option("RUN", options->run, "a run folder")->required()->option_text(" ");
  command
      ->add_option("--threads", options->threads,
                   "threads to use, instead of the recording's; 0 for one a processor")
      ->check(CLI::Range(0, static_cast<int>(find_setting("threads").maximum)).description(""))
      ->option_text("N");
  command->add_flag("--frames", options->frames,
                    "write the state after every step into the run folder, so that any of them can be shown "
                    "and gone on from at once");
  command->add_flag("--stored", options->stored,
                    "export from these states instead of simulating; nothing is compared");
  command->add_option("--bodies", options->bodies, "write poses, velocities and forces of all steps")
      ->option_text("FILE.csv");
  command->add_option("--surfaces", options->surfaces, "write all surfaces at the steps of --at (PLY)")
      ->option_text("DIR");
  command
      ->add_option(
          "--pixels", options->pixels,
          "write contact pixels, or points of methods with depths, at the steps of --at (PLY and CSV)")
      ->option_text("DIR");
  command->add_option("--at", options->at, "steps to export: 120, or 0,50,100, or 0:500:50 (from, to, every)")
      ->option_text("STEPS");
  command->add_flag("--json", options->json, "print the result as JSON");
  command->footer("Exit code 0: every recorded number came out again, bit for bit; 1: one did not, and the "
                  "first step and\n"
                  "quantity that differ are named; 2: the folder cannot be read as a run.");
  command->callback([options, &action] {
    action = [options] {
      catch_interrupts();
      return options->stored ? play(*options) : compare_with_record(*options);
    };
  });
}

} // namespace lamina
