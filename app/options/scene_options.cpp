#include "app/options/scene_options.h"

#include "app/terminal/message.h"
#include "app/terminal/progress_line.h"
#include "core/base/length_units.h"
#include "core/mesh/stuffing/stuffing.h"
#include "core/scene/scene_keys.h"
#include "core/settings/assignments.h"
#include "core/settings/setting_list.h"

#include <array>
#include <cmath>

namespace lamina {

namespace {

constexpr std::array<const char*, 4> offered_units = {"cm", "in", "m", "mm"};

} // namespace

CLI::Validator finite_positive() {
  return CLI::Validator(
      [](const std::string& text) -> std::string {
        double number = 0;
        if (CLI::detail::lexical_cast(text, number) && std::isfinite(number) && number > 0)
          return {};
        return "needs a number above 0, not " + text;
      },
      "POSITIVE");
}

void add_unit_option(CLI::App& command, std::string& unit) {
  command.add_option("--unit", unit, "unit of mesh files, whatever they say: mm, cm, m or in")
      ->check(CLI::IsMember(std::vector<std::string>(offered_units.begin(), offered_units.end())))
      ->option_text("UNIT");
}

void SettingOptions::add_to(CLI::App& command) {
  command.add_option("--preset", preset, "start from a named group of settings: f08 is the paper's own")
      ->check(CLI::IsMember(preset_names()))
      ->option_text("NAME");
  command.add_option("--set", assignments, "change a setting; may be repeated (lamina settings lists them)")
      ->allow_extra_args(false)
      ->option_text("NAME=VALUE");
  command.add_option("--threads", threads, "threads to use; 0 for one a processor")->option_text("N");
  command.add_option("--backend", backend, "what contact is detected on (lamina devices lists them)")
      ->option_text("NAME");
}

std::vector<std::string> SettingOptions::all_assignments() const {
  std::vector<std::string> all = assignments;
  if (threads)
    all.push_back("threads=" + std::to_string(*threads));
  if (!backend.empty())
    all.push_back("backend=" + backend);
  return all;
}

void SettingOptions::apply(Settings& settings) const {
  if (!preset.empty())
    apply_preset(settings, preset);
  assign_settings(settings, all_assignments());
}

void SettingOptions::mention_idle(const Settings& settings) const {
  for (const std::string& sentence : idle_assignments(all_assignments(), settings))
    print_error("note: " + sentence);
}

void SceneOptions::add_to(CLI::App& command, bool files_required) {
  CLI::Option* option = command.add_option(
      "FILE", files, "a scene (file, or name of one that comes with the program) or mesh files");
  option->option_text(" ")->required(files_required);
  add_unit_option(command, unit);
  command.add_option("--fit", fit_m, "scale mesh files so that their largest extent is this many metres")
      ->check(finite_positive())
      ->option_text("METRES")
      ->excludes("--unit");
  command.add_option("--weld", weld_m, "join vertices of mesh files that are no farther apart than this")
      ->check(finite_positive())
      ->option_text("METRES");
  command.add_option("--up", up, "the axis of mesh files that points up: x, y or z (default: y)")
      ->check(CLI::IsMember({"x", "y", "z"}))
      ->option_text("AXIS");
  command.add_flag("--one-sided", one_sided,
                   "take open mesh surfaces as the boundary of a half-infinite solid");
  command
      .add_flag("--close-holes", close_holes,
                "fill the holes of open mesh surfaces, so that they bound volumes")
      ->excludes("--one-sided");
  command
      .add_option("--thickness", thickness_m,
                  "make open mesh surfaces shells of this thickness, half of it on either side")
      ->check(finite_positive())
      ->option_text("METRES")
      ->excludes("--one-sided")
      ->excludes("--close-holes");
  command.add_flag("--split-pieces", split_pieces,
                   "make each connected piece of a mesh file a body of its own");
  command.add_flag("--soft", soft, "make closed mesh surfaces soft bodies, on a lattice built around them");
  command
      .add_flag("--skinned", skinned,
                "make meshes with bones skinned bodies, which follow the first animation of their file")
      ->excludes("--soft");
  command
      .add_option("--young", young_modulus,
                  "Young's modulus of soft bodies (default: 60 times density x 9.81 x longest side, at which "
                  "they jiggle and hold their shape)")
      ->check(finite_positive())
      ->option_text("PA");
  command
      .add_option("--strength", tensile_strength,
                  "tensile strength of soft bodies of tetrahedra, at which they break (default: never)")
      ->check(finite_positive())
      ->option_text("PA");
  command
      .add_option("--lattice", lattice_cells, "cells of that lattice along the longest side (default: 10)")
      ->check(CLI::Range(1, most_lattice_cells).description(""))
      ->option_text("N");
  command
      .add_option(
          "--tetrahedra", stuffing_cells,
          "fill closed mesh surfaces with tetrahedra, so many cells along the longest side; soft bodies "
          "use them instead of a lattice")
      ->check(CLI::Range(1, most_stuffing_cells).description(""))
      ->option_text("N")
      ->excludes("--lattice")
      ->excludes("--skinned");
  settings.add_to(command);
}

std::vector<std::string> SceneOptions::arguments() const {
  std::vector<std::string> all;
  const auto add = [&](bool given, const char* name, const std::string& value) {
    if (given)
      all.insert(all.end(), {name, value});
  };
  add(!unit.empty(), "--unit", unit);
  add(fit_m > 0, "--fit", to_text(fit_m));
  add(weld_m > 0, "--weld", to_text(weld_m));
  add(thickness_m > 0, "--thickness", to_text(thickness_m));
  add(up != "y", "--up", up);
  add(young_modulus > 0, "--young", to_text(young_modulus));
  add(tensile_strength > 0, "--strength", to_text(tensile_strength));
  add(lattice_cells > 0, "--lattice", std::to_string(lattice_cells));
  add(stuffing_cells > 0, "--tetrahedra", std::to_string(stuffing_cells));
  add(!settings.preset.empty(), "--preset", settings.preset);
  if (close_holes)
    all.push_back("--close-holes");
  if (one_sided)
    all.push_back("--one-sided");
  if (split_pieces)
    all.push_back("--split-pieces");
  if (soft)
    all.push_back("--soft");
  if (skinned)
    all.push_back("--skinned");
  // Behind "--" a file may be named as it likes.
  all.push_back("--");
  all.insert(all.end(), files.begin(), files.end());
  return all;
}

std::vector<std::filesystem::path> SceneOptions::paths() const {
  std::vector<std::filesystem::path> resolved;
  for (const std::string& file : files)
    resolved.push_back(resolve_scene_name(file));
  return resolved;
}

OpenOptions SceneOptions::open_options() const {
  OpenOptions options;
  if (!unit.empty())
    options.metres_per_unit = length_unit(unit)->metres;
  options.fit_m = fit_m;
  options.weld = weld_m;
  options.mending = {close_holes, thickness_m};
  options.up = up.front();
  options.as_one_sided = one_sided;
  options.split_pieces = split_pieces;
  if (soft)
    options.kind = BodyKind::soft;
  if (skinned)
    options.kind = BodyKind::skinned;
  options.young_modulus = young_modulus;
  options.tensile_strength = tensile_strength;
  options.lattice_cells = lattice_cells;
  options.stuffing_cells = stuffing_cells;
  options.preset = settings.preset;
  options.assignments = settings.all_assignments();
  options.progress = progress_on_terminal();
  return options;
}

Scene SceneOptions::open() const {
  // A misspelt setting is refused before time is spent on loading.
  Settings trial;
  settings.apply(trial);

  Scene scene = open_scene(paths(), open_options());
  for (const std::string& note : scene.notes)
    print_error("note: " + note);
  return scene;
}

} // namespace lamina
