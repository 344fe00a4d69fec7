#include "app/commands/commands.h"
#include "app/options/scene_options.h"
#include "app/terminal/display.h"
#include "app/terminal/message.h"
#include "gpu/devices.h"
#include "ui/window/runs/run_window.h"
#include "ui/window/viewport/window_contexts.h"

#include <memory>

namespace lamina {

namespace {

int open_window(const SceneOptions& options) {
  // Files and settings are judged before the window opens, so that a typing error is answered where it was
  // typed.
  Settings trial;
  options.settings.apply(trial);
  const std::vector<std::filesystem::path> files = options.paths();
  if (const std::string missing = missing_display(); !missing.empty()) {
    print_error("lamina: " + missing);
    return exit_failed;
  }

  gpu::share_contexts(window_contexts::take);
  char name[] = "lamina";
  char* arguments[] = {name, nullptr};
  OpenOptions open = options.open_options();
  open.progress = {}; // the window shows its own
  return run_window(1, arguments, files, open);
}

} // namespace

void add_window(CLI::App& program, Action& action) {
  const auto options = std::make_shared<SceneOptions>();
  options->add_to(program, false);
  program.get_option("FILE")->description("a scene (file, or name of one that comes with the program), mesh "
                                          "files, or the folder of a recorded run");
  action = [options] { return open_window(*options); };
}

} // namespace lamina
