#include "core/bench/bench.h"
#include "app/bench/bench_text.h"
#include "app/bench/find_engines.h"
#include "app/bench/peer_process.h"
#include "app/bench/scaling_table.h"
#include "app/commands/commands.h"
#include "app/options/scene_options.h"
#include "app/terminal/interrupt.h"
#include "app/terminal/message.h"
#include "app/terminal/progress_line.h"
#include "core/base/atomic_file.h"
#include "core/base/writable.h"
#include "core/bench/engines/engine_bench.h"
#include "core/bench/scene_bench.h"
#include "core/contact/method.h"
#include "core/record/recorder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>

namespace lamina {

namespace {

struct BenchOptions {
  bench::BenchPlan plan;
  std::optional<int> repetitions, warm_up;
  bool peers = false, json = false, scaling = false, machine = false;
  std::size_t most_triangles = 4'460'000;
  int finest = 1024, most_bodies = 500;
  std::string csv, record;
  std::optional<std::vector<std::string>> engines; ///< scenes and engines by name; empty: all
  SceneOptions scene;
  int steps = bench::SceneBenchPlan{}.steps;
};

int end_of(bool refused) {
  if (!refused)
    return exit_done;
  print_error("lamina: some results are wrong; no speed is stated for them");
  return exit_failed;
}

int run_pair(const BenchOptions& options) {
  BenchReport report;
  report.machine = bench::bench_machine();
  const bench::Disturbance disturbance;
  report.plan = options.plan;
  report.plan.repetitions = options.repetitions.value_or(report.plan.repetitions);
  report.plan.warm_up = options.warm_up.value_or(report.plan.warm_up);
  std::unique_ptr<PeerProcess> peers;
  if (options.peers) {
    peers = std::make_unique<PeerProcess>();
    report.peers = peers->peers();
  }
  report.result = bench::run_bench(report.plan, peers.get(), progress_on_terminal());
  wipe_progress_line();
  peers.reset(); // what it used is ours
  bench::add_disturbance(report.machine, disturbance);

  if (!options.csv.empty())
    write_whole_file(options.csv, bench_csv(report));
  if (options.json)
    print_json(bench_json(report));
  else
    std::cout << bench_text(report);
  return end_of(report.refused());
}

/// Leaves out what is larger than wanted.
template <class Number>
void cut(std::vector<Number>& values, Number most) {
  std::erase_if(values, [most](Number value) { return value > most; });
}

int run_scaling_series(const BenchOptions& options) {
  ScalingReport report;
  report.machine = bench::bench_machine();
  const bench::Disturbance disturbance;
  report.plan.repetitions = options.repetitions.value_or(report.plan.repetitions);
  report.plan.warm_up = options.warm_up.value_or(report.plan.warm_up);
  report.plan.threads = bench::thread_counts();
  cut(report.plan.triangles, options.most_triangles);
  cut(report.plan.resolutions, options.finest);
  cut(report.plan.bodies, options.most_bodies);
  report.rows = bench::run_scaling(report.plan, progress_on_terminal());
  wipe_progress_line();
  bench::add_disturbance(report.machine, disturbance);

  if (!options.csv.empty())
    write_whole_file(options.csv, scaling_csv(report));
  if (options.json)
    print_json(scaling_json(report));
  else
    std::cout << scaling_text(report);
  return end_of(report.refused());
}

int run_scene(const BenchOptions& options) {
  bench::SceneBenchPlan plan;
  plan.steps = options.steps;
  plan.repetitions = options.repetitions.value_or(plan.repetitions);
  plan.warm_up = options.warm_up.value_or(plan.warm_up);
  const auto scene = std::make_shared<const Scene>(options.scene.open());
  const bench::SceneBenchResult result =
      bench::bench_scene(scene, plan, options.record, progress_on_terminal());
  wipe_progress_line();

  if (!options.csv.empty())
    write_whole_file(options.csv, bench::scene_bench_csv(result));
  if (options.json)
    print_json(bench::scene_bench_json(result));
  else
    std::cout << bench::scene_bench_text(result);
  return end_of(!result.refused.empty());
}

int run_engines(const BenchOptions& options) {
  catch_interrupts();
  const auto engines = find_engines();
  const bench::EngineReport report =
      bench::run_engine_bench(*options.engines, *engines, progress_on_terminal());
  wipe_progress_line();
  if (!options.csv.empty())
    write_whole_file(options.csv, bench::engine_csv(report));
  if (options.json)
    print_json(bench::engine_json(report));
  else
    std::cout << bench::engine_text(report);
  if (!report.refused())
    return exit_done;
  print_error("lamina: some engines broke down; nothing is stated for them");
  return exit_failed;
}

int run_bench_command(const BenchOptions& options) {
  if (options.machine) {
    print_json(bench::machine_json(bench::bench_machine()));
    return exit_done;
  }
  if (!options.csv.empty())
    refuse_unwritable_output(options.csv);
  if (options.engines)
    return run_engines(options);
  if (!options.record.empty()) {
    refuse_run_folder(options.record);
    catch_interrupts();
  } else {
    end_at_interrupts();
  }
  if (!options.scene.files.empty())
    return run_scene(options);
  return options.scaling ? run_scaling_series(options) : run_pair(options);
}

void add_pair_options(CLI::App& command, BenchOptions& options) {
  bench::BenchPlan& plan = options.plan;
  command
      .add_option("--resolution", plan.resolutions,
                  "pixels across the region, several joined by commas (default: 16,128)")
      ->delimiter(',')
      ->check(CLI::Range(16, 1024))
      ->option_text("N,…");
  std::vector<std::string> backends;
  for (const MethodRegistration& known : contact_methods())
    if (known.method == Settings().contact.method)
      backends.push_back(known.backend);
  command
      .add_option("--backend", plan.backends,
                  "what to detect on, several joined by commas (default: cpu,reference)")
      ->delimiter(',')
      ->check(CLI::IsMember(backends))
      ->option_text("NAME,…");
  command.add_option("--threads", plan.threads, "threads, several joined by commas (default: 1,2)")
      ->delimiter(',')
      ->check(CLI::Range(1, 256))
      ->option_text("N,…");
  command
      .add_option("--large", plan.large_repetitions,
                  "how often the pair of 4.46 million triangles is timed; 0 leaves it out (default: 7)")
      ->check(CLI::Range(0, 1000))
      ->option_text("N");
  command.add_flag("--peers", options.peers,
                   "compare with other libraries, in turns with ours; needs lamina-peers, built from source");
}

/// Options that only whole scenes take, after those that only the pair and the series take.
void add_scene_options(CLI::App& command, BenchOptions& options) {
  CLI::Option* file =
      command.add_option("FILE", options.scene.files,
                         "time the steps of a scene (file, or name of one that comes with the "
                         "program) or of mesh files instead");
  file->option_text(" ");
  for (const char* other : {"--resolution", "--backend", "--threads", "--large", "--peers", "--scaling"})
    file->excludes(other);
  command.add_option("--steps", options.steps, "how many steps of the scene (default: 200)")
      ->check(CLI::Range(1, 1'000'000))
      ->option_text("N")
      ->needs(file);
  command
      .add_option("--set", options.scene.settings.assignments,
                  "change a setting of the scene; may be repeated (lamina settings lists them)")
      ->allow_extra_args(false)
      ->option_text("NAME=VALUE")
      ->needs(file);
  command
      .add_option("--record", options.record,
                  "leave a run folder here: the last run of the scene, benchmark.csv and benchmark.json")
      ->option_text("DIR")
      ->needs(file);
}

void add_scaling_options(CLI::App& command, BenchOptions& options) {
  CLI::Option* scaling = command.add_flag(
      "--scaling", options.scaling, "time how detection grows with triangles, pixels, bodies and threads");
  for (const char* other : {"--resolution", "--backend", "--threads", "--large", "--peers"})
    scaling->excludes(other);
  command.add_option("--most-triangles", options.most_triangles, "the largest mesh of it (default: 4460000)")
      ->check(CLI::Range(1000, 4'460'000))
      ->option_text("N")
      ->needs(scaling);
  command.add_option("--finest", options.finest, "the finest images of it, pixels across (default: 1024)")
      ->check(CLI::Range(8, 1024))
      ->option_text("N")
      ->needs(scaling);
  command.add_option("--most-bodies", options.most_bodies, "its greatest number of bodies (default: 500)")
      ->check(CLI::Range(2, 5000))
      ->option_text("N")
      ->needs(scaling);
}

void add_engine_options(CLI::App& command, BenchOptions& options) {
  const auto take = [&options](const std::vector<std::string>& names) {
    options.engines.emplace();
    std::copy_if(names.begin(), names.end(), std::back_inserter(*options.engines),
                 [](const std::string& name) { return !name.empty(); });
  };
  CLI::Option* engines = command
                             .add_option_function<std::vector<std::string>>(
                                 "--engines", take,
                                 "run rigid bodies here and in other engines, in turns: what stands, drifts, "
                                 "sinks and bounces, and "
                                 "ms a step; of the scenes and engines named, or of all (benchmarks/engines "
                                 "says where engines come from)")
                             ->delimiter(',')
                             ->expected(0, 64)
                             ->option_text("[NAME,…]");
  for (const char* other : {"FILE", "--resolution", "--backend", "--threads", "--large", "--peers",
                            "--scaling", "--repetitions", "--warm-up"})
    engines->excludes(other);
}

} // namespace

void add_bench(CLI::App& program, Action& action) {
  CLI::App* command = add_command(
      program, "bench", "Time contact detection, from moved vertices to volume and gradient, and check it");
  const auto options = std::make_shared<BenchOptions>();
  add_pair_options(*command, *options);
  add_scaling_options(*command, *options);
  add_scene_options(*command, *options);
  command
      ->add_option("--repetitions", options->repetitions,
                   "how often each is timed (default: 30; scaling: 9; runs of a scene: 3)")
      ->check(CLI::Range(1, 100000))
      ->option_text("N");
  command
      ->add_option("--warm-up", options->warm_up,
                   "repetitions before those, not counted (default: 3; scaling: 2; steps of a scene: 20)")
      ->check(CLI::Range(0, 1000))
      ->option_text("N");
  add_engine_options(*command, *options);
  command->add_option("--csv", options->csv, "also write every phase as a row of this file")
      ->option_text("FILE");
  command->add_flag("--json", options->json, "print the result as JSON");
  command->add_flag("--machine", options->machine, "print what this machine is as JSON, and time nothing");
  command->footer("The bunny scan is looked for in $LAMINA_MODELS and ../shared/models; without it a bumpy "
                  "sphere of as many\n"
                  "triangles takes its place. A wrong result has no speed, and exit code 1.");
  command->callback([options, &action] { action = [options] { return run_bench_command(*options); }; });
}

} // namespace lamina
