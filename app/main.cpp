#include "app/commands/commands.h"
#include "app/terminal/message.h"
#include "core/base/error.h"
#include "core/base/version.h"
#include "core/field/field_cache.h"
#include "core/scene/solid_cache.h"
#include "gpu/devices.h"

#include <csignal>
#include <exception>
#include <iostream>
#include <new>

namespace lamina {
namespace {

/// An option's value that is empty is a variable that was not set, or a slip; it is never taken for "not
/// given".
void refuse_empty_values(CLI::App& command) {
  const CLI::Validator not_empty(
      [](const std::string& text) { return text.empty() ? "needs a value, not \"\"" : std::string(); }, "");
  for (CLI::Option* option : command.get_options())
    if (option->get_expected_max() > 0)
      option->check(not_empty);
}

void add_everything(CLI::App& program, Action& action) {
  program.set_version_flag("--version", "lamina " LAMINA_VERSION);
  program.require_subcommand(0, 1);
  program.get_formatter()->column_width(34);
  program.footer(
      "Exit codes: 0 done; 2 bad usage or refused input; 1 anything else that failed; 130 ended by Ctrl+C.\n"
      "With --json, standard output holds JSON and nothing else; words go to standard error.");
  add_window(program, action);
  add_simulate(program, action);
  add_replay(program, action);
  add_measure(program, action);
  add_check(program, action);
  add_mesh(program, action);
  add_screenshot(program, action);
  add_sweep(program, action);
  add_report(program, action);
  add_compare(program, action);
  add_bench(program, action);
  add_settings(program, action);
  add_scenes(program, action);
  add_devices(program, action);
  add_completion(program, action);
  add_man_page(program, action);
  refuse_empty_values(program);
  for (CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
    refuse_empty_values(*command);
}

/// "lamina" or "lamina COMMAND", whichever was being parsed, for messages about usage.
std::string command_line_so_far(const CLI::App& program) {
  const auto named = program.get_subcommands();
  return named.empty() ? "lamina" : "lamina " + named.front()->get_name();
}

int run(int argc, char** argv) {
  CLI::App program(
      "Lamina: a desktop laboratory for volume contact.\n"
      "Opens scenes and closed meshes in a window, or does one of the commands below without one.",
      "lamina");
  Action action;
  add_everything(program, action);
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& asked) {
    return program.exit(asked); // --help and --version
  } catch (const CLI::ParseError& error) {
    const std::string name = command_line_so_far(program);
    print_error(name + ": " + error.what() + " (see " + name + " --help)");
    return exit_bad_input;
  }
  return action();
}

/// Results that never reached their file or pipe are a failure, however well the work went.
int flush_results(int code) {
  if (std::cout.flush())
    return code;
  print_error("lamina: cannot write to standard output");
  return code == exit_done ? exit_failed : code;
}

} // namespace
} // namespace lamina

int main(int argc, char** argv) {
  using namespace lamina;
  // A file at its limit of size is then a write that fails, as on a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    gpu::register_backends();
    keep_solids_in(user_cache_folder("tetrahedra"));
    field::keep_fields_in(user_cache_folder("distance-fields"));
    return flush_results(run(argc, argv));
  } catch (const InputError& error) {
    print_error(std::string("lamina: ") + error.what());
    return exit_bad_input;
  } catch (const Cancelled&) {
    print_error("lamina: interrupted");
    return exit_interrupted;
  } catch (const std::bad_alloc&) {
    print_error("lamina: not enough memory");
    return exit_failed;
  } catch (const std::exception& error) {
    print_error(std::string("lamina: ") + error.what());
    return exit_failed;
  }
}
