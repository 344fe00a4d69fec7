#include "core/compare/compare.h"
#include "app/commands/commands.h"
#include "app/commands/report_pictures.h"
#include "app/options/scene_options.h"
#include "app/terminal/interrupt.h"
#include "app/terminal/message.h"
#include "app/terminal/progress_line.h"
#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/time_text.h"
#include "core/base/writable.h"
#include "core/compare/summary.h"
#include "core/scene/scene_file_name.h"

#include <algorithm>
#include <filesystem>
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

/// Those that are compared in a scene, as far as the plan leaves that open. Where all that fit are,
/// resolutions and budgets are for those that have such.
compare::Plan plan_for(const CompareOptions& options, const Scene& scene) {
  compare::Plan plan = options.plan;
  if (options.methods)
    plan.methods = options.methods(scene);
  if (options.methods == compare::fitting_methods)
    compare::leave_out_unused_grades(plan);
  return plan;
}

void write_page(const std::filesystem::path& file, const compare::Comparison& comparison,
                const CameraView& camera) {
  ReportExtras extras;
  extras.made = date_and_time();
  add_pictures(extras, comparison, camera);
  write_whole_file(file, compare::comparison_page(comparison, extras));
}

int compare_scene(const CompareOptions& options) {
  if (!options.output.empty())
    refuse_unwritable_output(options.output);
  const Scene scene = options.scene.open();
  const compare::Comparison comparison =
      compare::compare_methods(scene, plan_for(options, scene), progress_on_terminal());
  wipe_progress_line();
  std::cout << compare::comparison_text(comparison);
  if (!options.output.empty()) {
    write_page(options.output, comparison, scene.camera);
    std::cout << "\nreport in " << options.output << "\n";
  }
  return exit_done;
}

/// Names for the pages of scenes: those of their files, with a number where two are alike.
std::vector<std::string> page_names(const std::vector<std::filesystem::path>& files) {
  std::vector<std::string> names;
  for (const std::filesystem::path& file : files) {
    const std::string stem = file.stem().string();
    std::string name = stem;
    for (int number = 2; name == "index" || std::count(names.begin(), names.end(), name) > 0; ++number)
      name = stem + "-" + std::to_string(number);
    names.push_back(name);
  }
  return names;
}

/// A folder that is there or can be made, in which the pages can be written.
void refuse_unwritable_folder(const std::filesystem::path& folder, const std::vector<std::string>& names) {
  if (folder.empty())
    throw InputError("--output: several scenes need a folder for their pages");
  if (std::filesystem::is_regular_file(folder))
    throw InputError("--output: " + folder.string() + " is a file; several scenes need a folder");
  for (const std::string& name : names)
    refuse_unwritable(folder / (name + ".html"));
}

/// One page a scene, an index and the figures. All scenes are opened before time is spent on any.
int compare_scenes(const CompareOptions& options, const std::vector<std::filesystem::path>& files) {
  const std::filesystem::path folder = options.output;
  const std::vector<std::string> names = page_names(files);
  refuse_unwritable_folder(folder, names);
  std::vector<Scene> scenes;
  for (const std::filesystem::path& file : files) {
    scenes.push_back(open_scene(std::vector{file}, options.scene.open_options()));
    compare::cases_of(plan_for(options, scenes.back()), scenes.back().settings);
  }

  std::vector<compare::SceneSummary> summaries;
  std::filesystem::create_directories(folder);
  for (std::size_t k = 0; k < scenes.size(); ++k) {
    const double part = 1.0 / static_cast<double>(scenes.size());
    const Progress whole = progress_on_terminal();
    const Progress named = [&](double fraction, const std::string& what) {
      return whole(fraction, names[k] + ", " + what);
    };
    try {
      const compare::Comparison comparison =
          compare::compare_methods(scenes[k], plan_for(options, scenes[k]),
                                   compare::part_of(named, part * static_cast<double>(k), part));
      write_page(folder / (names[k] + ".html"), comparison, scenes[k].camera);
      summaries.push_back(compare::summary_of(names[k], comparison));
      // After each scene, so that what is done outlasts an interruption.
      write_whole_file(folder / "figures.csv", compare::figures_csv(summaries));
      write_whole_file(folder / "index.html", compare::index_page(summaries, date_and_time()));
    } catch (const InputError& error) {
      throw InputError(names[k] + ": " + error.what());
    }
  }
  wipe_progress_line();
  std::cout << compare::index_text(summaries) << "\nreport in " << (folder / "index.html").string() << "\n";
  return exit_done;
}

int compare_command(const CompareOptions& options) {
  catch_interrupts();
  Settings trial;
  options.scene.settings.apply(trial);
  compare::cases_of(plan_for(options, {}), trial); // a bad plan is refused before time is spent on loading
  const std::vector<std::filesystem::path> files = options.scene.paths();
  // Several mesh files make one scene; a folder that is there takes the pages of one scene, too.
  const bool pages = std::all_of(files.begin(), files.end(), is_scene_file) &&
                     (files.size() > 1 || std::filesystem::is_directory(options.output));
  return pages ? compare_scenes(options, files) : compare_scene(options);
}

} // namespace

void add_compare(CLI::App& program, Action& action) {
  CLI::App* command = add_command(
      program, "compare", "Run scenes under several contact methods and put the results side by side");
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
  command
      ->add_option(
          "--budgets", options->plan.budgets,
          "distances found out between two bodies in a step, joined by commas: stochastic is run with "
          "each (default: as the scene says)")
      ->delimiter(',')
      ->check(CLI::Range(16, 10'000'000).description(""))
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
      ->add_option(
          "--output", options->output,
          "also write a page with tables and plots; it needs nothing but itself. Of several scenes: a "
          "folder for a page each, index.html and figures.csv")
      ->option_text("FILE.html|DIR");
  command->footer(
      "Runs are made one after the other from the same start, with the scene's settings but for method and\n"
      "resolution or budget. Overlap is measured for all of them by one reference, the intersection volume.\n"
      "Several scenes need --output.");
  command->callback([options, methods, &action] {
    if (methods->count() == 0)
      options->methods = compare::usual_methods;
    else if (options->plan.methods == std::vector<std::string>{"all"})
      options->methods = compare::fitting_methods;
    action = [options] { return compare_command(*options); };
  });
}

} // namespace lamina
