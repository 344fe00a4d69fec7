#include "core/bench/bench.h"
#include "app/bench/bench_text.h"
#include "app/bench/peer_process.h"
#include "app/commands/commands.h"
#include "app/terminal/interrupt.h"
#include "app/terminal/message.h"
#include "app/terminal/progress_line.h"
#include "core/base/error.h"
#include "core/edit/atomic_file.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <iostream>
#include <memory>

#include <unistd.h>

namespace lamina {

namespace {

struct BenchOptions {
  bench::BenchPlan plan;
  bool peers = false, json = false;
  std::string csv;
};

/// Before minutes are spent. Throws InputError.
void check_writable_folder(const std::filesystem::path& file) {
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  if (::access(folder.c_str(), W_OK) != 0)
    throw InputError(file.string(), 0, "cannot write into " + folder.string());
}

int run_bench_command(const BenchOptions& options) {
  catch_interrupts();
  if (!options.csv.empty())
    check_writable_folder(options.csv);
  BenchReport report;
  report.machine = bench_machine();
  report.plan = options.plan;
  std::unique_ptr<PeerProcess> peers;
  if (options.peers) {
    peers = std::make_unique<PeerProcess>();
    report.peers = peers->peers();
  }
  report.result = bench::run_bench(options.plan, peers.get(), progress_on_terminal());
  wipe_progress_line();

  if (!options.csv.empty())
    write_whole_file(options.csv, bench_csv(report));
  if (options.json)
    print_json(bench_json(report));
  else
    std::cout << bench_text(report);
  if (!report.refused())
    return exit_done;
  print_error("lamina: some results are wrong; no speed is stated for them");
  return exit_failed;
}

} // namespace

void add_bench(CLI::App& program, Action& action) {
  CLI::App* command = add_command(
      program, "bench", "Time contact detection, from moved vertices to volume and gradient, and check it");
  const auto options = std::make_shared<BenchOptions>();
  bench::BenchPlan& plan = options->plan;
  command
      ->add_option("--resolution", plan.resolutions,
                   "pixels across the region, several joined by commas (default: 16,128)")
      ->delimiter(',')
      ->check(CLI::Range(16, 1024))
      ->option_text("N,…");
  command->add_option("--backend", plan.backends, "cpu, plain or both (default: cpu,plain)")
      ->delimiter(',')
      ->check(CLI::IsMember({"cpu", "plain"}))
      ->option_text("NAME,…");
  command->add_option("--threads", plan.threads, "threads, several joined by commas (default: 1,2)")
      ->delimiter(',')
      ->check(CLI::Range(1, 256))
      ->option_text("N,…");
  command->add_option("--repetitions", plan.repetitions, "how often each is timed (default: 30)")
      ->check(CLI::Range(1, 100000))
      ->option_text("N");
  command->add_option("--warm-up", plan.warm_up, "repetitions before those, not counted (default: 3)")
      ->check(CLI::Range(0, 1000))
      ->option_text("N");
  command->add_flag(
      "--peers", options->peers,
      "compare with other libraries, in turns with ours; needs lamina-peers, built from source");
  command->add_option("--csv", options->csv, "also write every phase as a row of this file")
      ->option_text("FILE");
  command->add_flag("--json", options->json, "print the result as JSON");
  command->footer("The bunny scan is looked for in $LAMINA_MODELS and ../shared/models; without it a bumpy "
                  "sphere of as many\n"
                  "triangles takes its place. A wrong result has no speed, and exit code 1.");
  command->callback([options, &action] { action = [options] { return run_bench_command(*options); }; });
}

} // namespace lamina
