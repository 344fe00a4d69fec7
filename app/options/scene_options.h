#pragma once

#include "core/scene/scene_file.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lamina {

/// Settings as the command line changes them: a preset, then --set in order, then --threads and --backend.
struct SettingOptions {
  std::string preset;
  std::vector<std::string> assignments;
  std::optional<int> threads;
  std::string backend; ///< empty: as the scene says

  void add_to(CLI::App& command);
  /// --set, --threads and --backend as "name=value", in order.
  std::vector<std::string> all_assignments() const;
  /// Throws InputError for an unknown name or a value out of range.
  void apply(Settings& settings) const;
  /// Says on standard error what has no effect under the settings that came of it.
  void mention_idle(const Settings& settings) const;
};

/// What the commands that open a scene have in common: files or names of shipped scenes, how raw meshes are
/// taken, and settings.
struct SceneOptions {
  std::vector<std::string> files;
  std::string unit;
  double fit_m = 0, weld_m = 0, thickness_m = 0;
  std::string up = "y";
  bool close_holes = false;
  bool one_sided = false;
  bool split_pieces = false;
  bool soft = false, skinned = false;
  double young_modulus = 0;
  double tensile_strength = 0;
  int lattice_cells = 0, stuffing_cells = 0;
  SettingOptions settings;

  /// `files_required`: whether at least one FILE must be given.
  void add_to(CLI::App& command, bool files_required);

  /// What was given as a command line, but for settings.
  std::vector<std::string> arguments() const;
  /// The named files or scenes as paths. Throws InputError.
  std::vector<std::filesystem::path> paths() const;
  /// How raw meshes become a scene, with settings, showing progress on the terminal.
  OpenOptions open_options() const;
  /// Opens and prints the load report to standard error. Throws InputError and
  /// Cancelled.
  Scene open() const;
};

/// The option --unit, for commands that read mesh files.
void add_unit_option(CLI::App& command, std::string& unit);

/// Accepts finite numbers above zero.
CLI::Validator finite_positive();

} // namespace lamina
