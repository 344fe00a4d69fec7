#include "core/compare/compare.h"
#include "app/commands/commands.h"
#include "app/options/scene_options.h"
#include "app/terminal/interrupt.h"
#include "app/terminal/message.h"
#include "app/terminal/progress_line.h"
#include "core/base/atomic_file.h"
#include "core/base/time_text.h"
#include "core/base/writable.h"

#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace lamina {

namespace {

struct CompareOptions {
  SceneOptions scene;
  compare::Plan plan;
  /// Which are compared where the plan names none; null if it does.
  std::vector<std::string> (*methods)(const Scene&) = nullptr;
  std::string output;
};

int compare_command(const CompareOptions& options) {
  catch_interrupts();
  if (!options.output.empty())
    refuse_unwritable_output(options.output);
  Settings trial;
  options.scene.settings.apply(trial);
  compare::Plan plan = options.plan;
  if (options.methods)
    plan.methods = options.methods({});
  compare::cases_of(plan, trial); // a bad plan is refused before time is spent on loading

  const Scene scene = options.scene.open();
  if (options.methods)
    plan.methods = options.methods(scene);
  const compare::Comparison comparison = compare::compare_methods(scene, plan, progress_on_terminal());
  wipe_progress_line();
  std::cout << compare::comparison_text(comparison);
  if (!options.output.empty()) {
    write_whole_file(options.output, compare::comparison_page(comparison, date_and_time()));
    std::cout << "\nreport in " << options.output << "\n";
  }
  return exit_done;
}

} // namespace

void add_compare(CLI::App& program, Action& action) {
  CLI::App* command = add_command(
      program, "compare", "Run a scene under several contact methods and put the results side by side");
  const auto options = std::make_shared<CompareOptions>();
  options->scene.add_to(*command, true);
  const CLI::Option* methods =
      command
          ->add_option("--methods", options->plan.methods,
                       "contact methods, joined by commas, or all that fit the scene: all (default: "
                       "ldi,raytraced,proximity, and tetdistance,hashing where a body has tetrahedra)")
          ->delimiter(',')
          ->option_text("NAME,…");
  command
      ->add_option("--resolutions", options->plan.resolutions,
                   "pixels across a region, joined by commas: ldi is run with each (default: as the scene "
                   "says)")
      ->delimiter(',')
      ->check(CLI::Range(1, 1024).description(""))
      ->option_text("N,…");
  CLI::Option* steps = command->add_option("--steps", options->plan.steps, "how many steps of each run");
  steps->check(CLI::Range(1, 1'000'000).description(""))->option_text("N");
  command->add_option("--seconds", options->plan.seconds, "simulated time of each run (default: 3)")
      ->check(finite_positive())
      ->option_text("S")
      ->excludes(steps);
  command->add_flag(
      "--largest-step", options->plan.largest_step,
      "also look for the largest time step at which each still serves, up to 0.5 s; takes about "
      "as long again");
  command
      ->add_option("--output", options->output,
                   "also write a page with tables and plots; it needs nothing but itself")
      ->option_text("FILE.html");
  command->footer(
      "Runs are made one after the other from the same start, with the scene's settings but for method and\n"
      "resolution. Overlap is measured for all of them by one reference_overlap, the intersection volume.");
  command->callback([options, methods, &action] {
    if (methods->count() == 0)
      options->methods = compare::usual_methods;
    else if (options->plan.methods == std::vector<std::string>{"all"})
      options->methods = compare::fitting_methods;
    action = [options] { return compare_command(*options); };
  });
}

} // namespace lamina
