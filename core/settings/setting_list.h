#pragma once

#include "core/settings/settings.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lamina {

/// A value as scene files, command line and panels exchange it. Choices travel as their name.
using SettingValue = std::variant<bool, std::int64_t, double, std::string>;

enum class SettingKind { boolean, integer, real, choice, text };

/// The declaration of one setting.
struct Setting {
  std::string name;  ///< as in scene files and --set, e.g. "rest_penetration"
  std::string label; ///< as in panels, e.g. "rest penetration"
  std::string group; ///< Simulation, Contact, Response, Friction, Solver, Dragging
  SettingKind kind;
  std::string unit;                ///< SI unit, or ""
  double minimum = 0, maximum = 0; ///< for integer and real
  bool logarithmic = false;        ///< how a slider should run
  bool live = true; ///< may change while a run goes on (threads, method and time step too; seed not)
  /// The only contact methods that it counts for; empty: all. Panels hide what does not count.
  std::vector<std::string> methods;
  std::vector<std::string> choices;
  /// Former names of values, which files may still have, each with what it is called now.
  std::vector<std::pair<std::string, std::string>> former_values;
  SettingValue initial; ///< default
  std::string sentence; ///< one sentence on what it does and where it comes from

  SettingValue (*get)(const Settings&);
  void (*put)(Settings&, const SettingValue&); ///< without range check
};

/// Whether a setting counts for a contact method.
bool counts_for(const Setting& setting, std::string_view method);

/// All settings in display order.
std::span<const Setting> setting_list();

/// The declaration of a setting. Throws InputError naming the nearest known name.
const Setting& find_setting(std::string_view name);

SettingValue get_setting(const Settings& settings, std::string_view name);

/// Checks type and range, then sets. Throws InputError with the name, the value and the range or choices.
/// Integers are accepted for reals. NaN and infinities are refused.
void set_setting(Settings& settings, std::string_view name, const SettingValue& value);

/// The same from text, as "--set name=value" gives it.
void set_setting_from_text(Settings& settings, std::string_view assignment);

/// As text with the fewest digits that read back to the same value.
std::string to_text(const SettingValue& value);

/// Named groups of settings: "default", and "f08", which sets everything as in the paper.
const std::vector<std::string>& preset_names();

/// "default" puts the contact, response and friction settings back to their defaults; "f08" does the same and
/// then chooses detection, law and friction as F08 does. Neither touches time step, threads, solver or
/// dragging. Throws InputError naming the nearest preset.
void apply_preset(Settings& settings, std::string_view preset);

/// docs/settings.md: every setting in a Markdown table by group.
std::string settings_document();

} // namespace lamina
