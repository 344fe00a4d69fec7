#pragma once

#include "app/terminal/exit_code.h"

#include <CLI/CLI.hpp>

#include <functional>

namespace lamina {

/// What a parsed command line asks for; returns the exit code. Set by the command that was named.
using Action = std::function<int()>;

// Each adds one command with its options and help; parsing it sets `action`.
void add_simulate(CLI::App& program, Action& action);
void add_replay(CLI::App& program, Action& action);
void add_measure(CLI::App& program, Action& action);
void add_check(CLI::App& program, Action& action);
void add_mesh(CLI::App& program, Action& action);
void add_screenshot(CLI::App& program, Action& action);
void add_report(CLI::App& program, Action& action);
void add_compare(CLI::App& program, Action& action);
void add_bench(CLI::App& program, Action& action);
void add_settings(CLI::App& program, Action& action);
void add_scenes(CLI::App& program, Action& action);
void add_devices(CLI::App& program, Action& action);
void add_sweep(CLI::App& program, Action& action);
void add_completion(CLI::App& program, Action& action);

void add_man_page(CLI::App& program, Action& action);

/// The options of the program itself, which opens files in the window when no command is named.
void add_window(CLI::App& program, Action& action);

/// Adds a subcommand with the flags that every command has.
CLI::App* add_command(CLI::App& program, const std::string& name, const std::string& sentence);

} // namespace lamina
