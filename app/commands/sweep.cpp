#include "app/commands/commands.h"
#include "app/options/scene_options.h"
#include "app/sweep/child_jobs.h"
#include "app/sweep/sweep_folder.h"
#include "app/terminal/interrupt.h"
#include "app/terminal/message.h"
#include "app/terminal/progress_line.h"
#include "core/record/recorder.h"
#include "core/settings/assignments.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <memory>
#include <thread>

namespace lamina {

namespace {

struct SweepOptions {
  SceneOptions scene;
  std::int64_t steps = 500;
  std::string output;
  unsigned jobs = 0;
  bool list = false; ///< only names the cells
  std::string cell;  ///< only makes this one
};

/// The threads of each run; one is best where there are more cells than processors.
int threads_of(const SweepOptions& options) {
  return options.scene.settings.threads.value_or(1);
}

unsigned jobs_of(const SweepOptions& options) {
  if (options.jobs > 0)
    return options.jobs;
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  return std::max(1u, cores / static_cast<unsigned>(std::max(threads_of(options), 1)));
}

/// The scene with what is the same in all cells. Throws InputError for what simulate would refuse.
Scene open_base(const SweepOptions& options) {
  OpenOptions open = options.scene.open_options();
  open.assignments.clear();
  Scene scene = open_scene(options.scene.paths(), open);
  for (const std::string& note : scene.notes)
    print_error("note: " + note);
  return scene;
}

/// Says which axes have no effect in any cell, where it is for the same reason. Throws InputError if the
/// settings of a cell refuse a value.
void mention_idle(const Settings& base, const std::vector<SweepAxis>& axes,
                  const std::vector<SweepResult>& results) {
  std::vector<std::string> idle_in_all;
  for (std::size_t k = 0; k < results.size(); ++k) {
    const std::vector<std::string> assignments = results[k].cell.assignments(axes);
    Settings settings = base;
    assign_settings(settings, assignments);
    const std::vector<std::string> idle = idle_assignments(assignments, settings);
    if (k == 0)
      idle_in_all = idle;
    std::erase_if(idle_in_all, [&idle](const std::string& sentence) {
      return std::find(idle.begin(), idle.end(), sentence) == idle.end();
    });
  }
  for (const std::string& sentence : idle_in_all)
    print_error("note: " + sentence);
}

/// The command line of a cell, as one would type it.
ChildJob job_of(const SweepOptions& options, const SweepFolder& folder,
                const std::vector<std::string>& assignments, const std::string& cell) {
  ChildJob job{{"simulate", "--steps", std::to_string(options.steps), "--record", folder.part(cell).string(),
                "--set", "threads=" + std::to_string(threads_of(options))},
               folder.words(cell)};
  for (const std::string& assignment : assignments)
    job.arguments.insert(job.arguments.end(), {"--set", assignment});
  const std::vector<std::string> scene = options.scene.arguments();
  job.arguments.insert(job.arguments.end(), scene.begin(), scene.end());
  return job;
}

/// Why a cell did not end well: the last line of what it said.
std::string problem_of(const ChildEnd& end, const std::filesystem::path& words) {
  if (end.signal != 0)
    return "ended by signal " + std::to_string(end.signal);
  std::ifstream stream(words, std::ios::binary);
  std::string last;
  for (std::string line; std::getline(stream, line) && line.size() < 4096;)
    last = line.empty() ? last : line;
  return last.empty() ? "ended with exit code " + std::to_string(end.exit_code) : last;
}

/// Runs the cells that are not finished yet. Returns false if Ctrl+C ended it early.
bool run_cells(const SweepOptions& options, const std::vector<SweepAxis>& axes, SweepFolder& folder,
               std::vector<SweepResult>& results) {
  std::vector<std::size_t> open;
  std::vector<ChildJob> jobs;
  for (std::size_t k = 0; k < results.size(); ++k) {
    if (folder.finished(results[k].name)) {
      results[k].run = folder.run(results[k].name);
      continue;
    }
    open.push_back(k);
    jobs.push_back(job_of(options, folder, results[k].cell.assignments(axes), results[k].name));
  }
  if (open.size() < results.size())
    print_error("note: " + std::to_string(results.size() - open.size()) + " of " +
                std::to_string(results.size()) + " runs were finished before and are kept");

  std::size_t running = 0, done = results.size() - open.size();
  const Progress progress = progress_on_terminal();
  const auto go_on = [&] {
    const std::string what = std::to_string(done) + " of " + std::to_string(results.size()) + " runs done, " +
                             std::to_string(running) + " running";
    return progress(static_cast<double>(done) / static_cast<double>(results.size()), what);
  };
  const auto ended = [&](std::size_t job, const ChildEnd& end) {
    SweepResult& result = results[open[job]];
    --running;
    if (end.exit_code != exit_done) {
      result.problem = problem_of(end, folder.words(result.name));
      return;
    }
    folder.finish(result.name);
    result.run = folder.run(result.name);
    ++done;
  };
  const bool all = run_child_jobs(
      jobs, jobs_of(options), [&](std::size_t) { ++running; }, ended, go_on);
  wipe_progress_line();
  return all;
}

/// The cells of the grid, or the one that was asked for. Throws InputError if the grid does not have it.
std::vector<SweepResult> wanted_cells(const SweepOptions& options, const std::vector<SweepAxis>& axes) {
  std::vector<SweepResult> results;
  for (SweepCell& cell : sweep_cells(axes)) {
    const std::string name = cell.name(axes);
    if (options.cell.empty() || name == options.cell)
      results.push_back({std::move(cell), name, {}, {}});
  }
  if (results.empty())
    throw InputError("--cell: the grid has no cell " + options.cell + "; --list names them");
  return results;
}

int sweep(const SweepOptions& options) {
  catch_interrupts();
  const std::vector<SweepAxis> axes = parse_sweep_axes(options.scene.settings.assignments);
  if (options.scene.settings.threads)
    for (const SweepAxis& axis : axes)
      if (axis.setting == "threads")
        throw InputError("--threads and --set threads exclude each other");
  std::vector<SweepResult> results = wanted_cells(options, axes);
  if (options.list) {
    for (const SweepResult& result : results)
      std::cout << result.name << "\n";
    return exit_done;
  }
  const bool one = !options.cell.empty();
  const Scene scene = open_base(options);
  mention_idle(scene.settings, axes, results);
  SweepFolder folder(options.output, {scene.title, scene_hash(scene), options.steps},
                     one ? SweepHold::one_cell : SweepHold::all_cells);
  const bool all = run_cells(options, axes, folder, results);
  const auto done =
      std::count_if(results.begin(), results.end(), [](const SweepResult& r) { return !r.run.empty(); });
  const std::string count = std::to_string(done) + " of " + std::to_string(results.size()) + " runs";
  if (!all) {
    print_error("lamina: interrupted after " + count + "; the same command goes on from there");
    return exit_interrupted;
  }

  if (one) {
    if (!results.front().problem.empty())
      print_error("lamina: " + results.front().name + ": " + results.front().problem);
    return done == 1 ? exit_done : exit_failed;
  }
  const SweepTable table(axes, results);
  const std::filesystem::path file = folder.write_table(table);
  std::cout << table.text() << "\n"
            << count << " in " << options.output << ", table in " << file.string() << "\n";
  if (static_cast<std::size_t>(done) == results.size())
    return exit_done;
  print_error("lamina: " + std::to_string(results.size() - static_cast<std::size_t>(done)) +
              " runs did not end well; the table says why, and the same command tries them again");
  return exit_failed;
}

} // namespace

void add_sweep(CLI::App& program, Action& action) {
  CLI::App* command =
      add_command(program, "sweep", "Simulate a scene with every combination of some settings");
  const auto options = std::make_shared<SweepOptions>();
  options->scene.add_to(*command, true);
  command->get_option("--set")
      ->description("a setting and the values to try; may be repeated: every combination is run")
      ->option_text("NAME=VALUE,VALUE…");
  command->get_option("--threads")->description("threads of each run (default: 1)");
  command->add_option("--steps", options->steps, "how many steps (default: 500)")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}).description(""))
      ->option_text("N");
  command
      ->add_option("--output", options->output,
                   "folder for the runs and the table; goes on with what is there")
      ->required()
      ->option_text("DIR");
  command->add_option("--jobs", options->jobs, "runs at the same time (default: one a processor)")
      ->check(CLI::Range(1, 4096).description(""))
      ->option_text("N");
  CLI::Option* list = command->add_flag("--list", options->list, "only print the names of the runs");
  command
      ->add_option("--cell", options->cell,
                   "make only the run of this name, for systems that start one job a run; sweep without it "
                   "makes the table")
      ->option_text("NAME")
      ->excludes(list);
  command->footer(
      "Each run lies in DIR/cells, is the same bit for bit as a run of simulate with those settings, and can "
      "be given to report.\nCtrl+C ends the sweep with exit code 130; the same command goes on where it "
      "was.");
  command->callback([options, &action] { action = [options] { return sweep(*options); }; });
}

} // namespace lamina
