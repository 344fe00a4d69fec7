#include "app/commands/commands.h"
#include "core/settings/assignments.h"
#include "core/settings/setting_list.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>

namespace lamina {

namespace {

/// The long options of a command, separated by spaces.
std::string option_words(const CLI::App& command) {
  std::string words;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames())
      words += (words.empty() ? "--" : " --") + name;
  return words;
}

std::string setting_words() {
  std::string words = std::string(stiffness_of_contact) + "= ";
  for (const Setting& setting : setting_list())
    words += setting.name + "= ";
  return words;
}

std::string preset_words() {
  std::string words;
  for (const std::string& name : preset_names())
    words += name + " ";
  return words;
}

/// The script, with @words@ to fill in. Scene names are asked for when completing: they depend on what is
/// installed.
const char* const script = R"bash(# bash completion for lamina; printed by: lamina completion bash
_lamina() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command= options= words= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in @names@) command=${COMP_WORDS[i]}; break ;; esac
  done
  case $previous in
  --unit) COMPREPLY=($(compgen -W 'mm cm m in' -- "$word")); return ;;
  --preset) COMPREPLY=($(compgen -W '@presets@' -- "$word")); return ;;
  --set) compopt -o nospace; COMPREPLY=($(compgen -W '@settings@' -- "$word")); return ;;
  --record | --surfaces | --pixels) COMPREPLY=($(compgen -d -- "$word")); return ;;
  --output | --bodies) COMPREPLY=($(compgen -f -- "$word")); return ;;
  --steps | --threads | --resolution | --fit | --size | --young | --lattice | --at) return ;;
  esac
  case $command in
@cases@  *) options='@options@' words='@commands@' ;;
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
    return
  fi
  case $command in
  '' | simulate | screenshot) words+=" $(lamina scenes --names 2>/dev/null)" ;;
  completion) words=bash ;;
  replay) COMPREPLY=($(compgen -d -- "$word")); return ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word") $(compgen -f -- "$word"))
}
complete -o filenames -F _lamina lamina
)bash";

void fill_in(std::string& text, const std::string& place, const std::string& words) {
  for (std::size_t at = text.find(place); at != std::string::npos; at = text.find(place, at + words.size()))
    text.replace(at, place.size(), words);
}

/// Everything is taken from the definitions of commands and settings, so that the script cannot fall behind
/// them.
void print_completion(const CLI::App& program) {
  std::string names, commands, cases;
  for (const CLI::App* command :
       program.get_subcommands([](const CLI::App* c) { return !c->get_group().empty(); })) {
    const std::string& name = command->get_name();
    names += (names.empty() ? "" : " | ") + name;
    commands += (commands.empty() ? "" : " ") + name;
    cases += "  " + name + ") options='" + option_words(*command) + "' ;;\n";
  }
  std::string text = script;
  fill_in(text, "@names@", names);
  fill_in(text, "@commands@", commands);
  fill_in(text, "@cases@", cases);
  fill_in(text, "@presets@", preset_words());
  fill_in(text, "@settings@", setting_words());
  fill_in(text, "@options@", option_words(program));
  std::cout << text;
}

} // namespace

void add_completion(CLI::App& program, Action& action) {
  CLI::App* command = add_command(program, "completion", "Print a shell completion script");
  const auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "bash")->required()->check(CLI::IsMember({"bash"}))->option_text(" ");
  command->footer("Try it with: source <(lamina completion bash)");
  command->callback([shell, &program, &action] {
    action = [shell, &program]() -> int {
      print_completion(program);
      return exit_done;
    };
  });
}

} // namespace lamina
