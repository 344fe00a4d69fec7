// The commands that draw, in a build without the window: they say what is missing.

#include "app/commands/commands.h"
#include "app/commands/report_pictures.h"
#include "app/commands/shared_contexts.h"
#include "app/terminal/message.h"

#include <memory>
#include <string>
#include <vector>

namespace lamina {

namespace {

int say_what_is_missing(const std::string& wanted) {
  print_error("lamina: " + wanted +
              " is not in this build; configure with -DLAMINA_BUILD_WINDOW=ON, which needs Qt 6, Dear ImGui "
              "and OpenGL");
  return exit_failed;
}

} // namespace

constexpr const char* no_pictures =
    "There are no pictures: this build of Lamina has no OpenGL (LAMINA_BUILD_WINDOW=OFF).";

void add_pictures(ReportExtras& extras, std::span<const ReportRun>, const std::vector<std::uint64_t>&) {
  extras.no_pictures = no_pictures;
}

void add_pictures(ReportExtras& extras, const compare::Comparison&, const CameraView&) {
  extras.no_pictures = no_pictures;
}

// There are no pictures.
void share_contexts_without_display() {}

void add_window(CLI::App& program, Action& action) {
  const auto files = std::make_shared<std::vector<std::string>>();
  program.add_option("FILE", *files, "scenes or meshes to open in the window (not in this build)")
      ->option_text(" ");
  action = [] { return say_what_is_missing("the window"); };
}

void add_screenshot(CLI::App& program, Action& action) {
  CLI::App* command = add_command(program, "screenshot", "Take a picture of a scene (not in this build)");
  command->allow_extras();
  command->callback([&action] { action = [] { return say_what_is_missing("the command screenshot"); }; });
}

} // namespace lamina
