#include "app/commands/commands.h"

#include "core/base/version.h"

namespace lamina {

CLI::App* add_command(CLI::App& program, const std::string& name, const std::string& sentence) {
  CLI::App* command = program.add_subcommand(name, sentence);
  command->set_version_flag("--version", "lamina " LAMINA_VERSION);
  return command;
}

} // namespace lamina
