#include "app/commands/commands.h"
#include "app/commands/report_pictures.h"
#include "app/terminal/interrupt.h"
#include "app/terminal/message.h"
#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/time_text.h"
#include "core/base/writable.h"
#include "core/report/report_page.h"

#include <iostream>
#include <memory>
#include <sstream>

namespace lamina {

namespace {

struct ReportOptions {
  std::vector<std::string> runs;
  std::string output;
  std::string pictures;
};

/// Step numbers from "0,100,200". Throws InputError.
std::vector<std::uint64_t> parse_steps(const std::string& text) {
  std::vector<std::uint64_t> steps;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) {
    const bool plain =
        !word.empty() && word.size() < 16 && word.find_first_not_of("0123456789") == std::string::npos;
    if (!plain)
      throw InputError("--pictures: needs step numbers such as 0,100,200, not " + text);
    steps.push_back(std::stoull(word));
  }
  if (steps.empty() || steps.size() > 24)
    throw InputError("--pictures: needs 1 to 24 steps, such as 0,100,200");
  return steps;
}

void refuse_missing_steps(std::span<const ReportRun> runs, const std::vector<std::uint64_t>& steps) {
  for (const ReportRun& run : runs)
    for (const std::uint64_t step : steps)
      if (step > run.series.last_step)
        throw InputError("--pictures: " + run.recorded.folder.string() + " ends with step " +
                         std::to_string(run.series.last_step) + ", so there is no step " +
                         std::to_string(step));
}

int report(const ReportOptions& options) {
  catch_interrupts();
  std::vector<std::uint64_t> steps;
  if (!options.pictures.empty())
    steps = parse_steps(options.pictures);
  std::vector<ReportRun> runs;
  refuse_unwritable_output(options.output);
  for (const std::string& folder : options.runs)
    runs.push_back(read_report_run(folder));

  refuse_missing_steps(runs, steps);

  ReportExtras extras;
  extras.made = date_and_time();
  if (!steps.empty())
    add_pictures(extras, runs, steps);
  write_whole_file(options.output, report_page(runs, extras));
  if (!extras.no_pictures.empty())
    print_error("note: " + extras.no_pictures);
  std::cout << "report of " << runs.size() << (runs.size() == 1 ? " run" : " runs") << " in "
            << options.output << "\n";
  return exit_done;
}

} // namespace

void add_report(CLI::App& program, Action& action) {
  CLI::App* command = add_command(program, "report", "Make a page with plots of recorded runs, side by side");
  const auto options = std::make_shared<ReportOptions>();
  command
      ->add_option("RUN", options->runs,
                   "run folders, up to 12, as simulate --record and the window leave them")
      ->required()
      ->expected(1, 12)
      ->option_text(" ");
  command->add_option("--output", options->output, "the HTML file to write; it needs nothing but itself")
      ->required()
      ->option_text("FILE.html");
  command
      ->add_option("--pictures", options->pictures,
                   "simulate each run again and add pictures after these steps, such as 0,100,200")
      ->option_text("STEPS");
  command->callback([options, &action] { action = [options] { return report(*options); }; });
}

} // namespace lamina
