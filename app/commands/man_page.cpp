#include "app/commands/commands.h"
#include "core/base/version.h"

#include <iostream>
#include <string>
#include <string_view>

namespace lamina {

namespace {

/// Text for roff: hyphens that can be copied, and nothing that would be taken for a request.
std::string roff(std::string_view text) {
  std::string result;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\''))
      result += "\\&";
    if (c == '-')
      result += "\\-";
    else if (c == '\\')
      result += "\\e";
    else
      result += c;
    line_begins = c == '\n';
  }
  return result;
}

/// "-h, --help" in bold, and what the option takes in italics.
std::string option_title(const CLI::Option& option) {
  std::string title;
  const auto add = [&](const std::string& name) {
    title += (title.empty() ? "\\fB" : ", \\fB") + roff(name) + "\\fR";
  };
  for (const std::string& name : option.get_snames())
    add("-" + name);
  for (const std::string& name : option.get_lnames())
    add("--" + name);
  if (title.empty())
    return "\\fI" + roff(option.get_name(true)) + "\\fR";
  const std::string& value = option.get_option_text();
  return value.empty() ? title : title + " \\fI" + roff(value) + "\\fR";
}

std::string options_text(const CLI::App& command) {
  std::string text;
  for (const CLI::Option* option : command.get_options()) {
    const bool everywhere = option->check_lname("help") || option->check_lname("version");
    if (!everywhere && !option->get_group().empty())
      text += ".TP\n" + option_title(*option) + "\n" + roff(option->get_description()) + "\n";
  }
  return text;
}

/// The names of what stands without a name in front of it: " FILE".
std::string positionals(const CLI::App& command) {
  std::string text;
  for (const CLI::Option* option : command.get_options())
    if (option->get_positional())
      text += " \\fI" + roff(option->get_name(true)) + "\\fR";
  return text;
}

const char* const description =
    "Lamina lets closed meshes collide: rigid, soft, of particles or with bones. They push each other apart "
    "by "
    "minimising the volume of their intersection, measured on layered depth images.\n.PP\n"
    "Without a command, scenes or meshes open in a window. A scene is a file, or the name of one that comes "
    "with the "
    "program.\n";

const char* const ending =
    ".SH EXIT STATUS\n0: done. 2: bad usage or refused input, in one line that names the file and the "
    "reason. 1: "
    "anything else that failed, such as a replay that differs. 130: ended by Ctrl+C.\n"
    ".SH ENVIRONMENT\n.TP\n\\fBLAMINA_SCENES\\fR\nfolder of the scenes that can be opened by name\n"
    ".TP\n\\fBDISPLAY\\fR\nwhere the window opens; no command needs one\n"
    ".SH SEE ALSO\n/usr/share/doc/lamina holds every setting, the vocabulary, and how runs are recorded, "
    "compared and "
    "swept.\n";

/// Everything is taken from the definitions of the commands, so that the page cannot fall behind them.
void print_man_page(const CLI::App& program) {
  const auto commands = program.get_subcommands([](const CLI::App* c) { return !c->get_group().empty(); });
  std::string text =
      ".TH LAMINA 1 \"\" \"Lamina " LAMINA_VERSION "\" \"User Commands\"\n.SH NAME\nlamina \\- "
      "desktop laboratory for volume contact\n.SH SYNOPSIS\n\\fBlamina\\fR [\\fIoptions\\fR] "
      "[\\fIFILE\\fR...]\n";
  for (const CLI::App* command : commands)
    text += ".br\n\\fBlamina " + roff(command->get_name()) + "\\fR" + positionals(*command) +
            " [\\fIoptions\\fR]\n";
  text += std::string(".SH DESCRIPTION\n") + description;
  text += ".SH OPTIONS\nEvery command has \\fB\\-h\\fR, \\fB\\-\\-help\\fR and \\fB\\-\\-version\\fR.\n" +
          options_text(program) + ".SH COMMANDS\n";
  for (const CLI::App* command : commands) {
    text += ".SS lamina " + roff(command->get_name()) + positionals(*command) + "\n" +
            roff(command->get_description()) + ".\n" + options_text(*command);
    if (!command->get_footer().empty())
      text += ".PP\n" + roff(command->get_footer()) + "\n";
  }
  std::cout << text << ending;
}

} // namespace

void add_man_page(CLI::App& program, Action& action) {
  CLI::App* command = add_command(program, "man-page", "Print the manual page");
  command->group(""); // for packagers; the list of commands is for users
  command->callback([&program, &action] {
    action = [&program]() -> int {
      print_man_page(program);
      return exit_done;
    };
  });
}

} // namespace lamina
