#pragma once

#include "core/settings/setting_list.h"

#include <map>
#include <optional>
#include <string>

namespace lamina {

/// What is going on in setting widgets between frames: the text being typed, and refusals with their reason.
/// Also changes that were asked for but do not show in a snapshot yet.
class SettingEdits {
public:
  /// The value to show: what was asked for lately, else what is in force.
  SettingValue shown(const Setting& setting, const Settings& in_force, double now_s);

  /// Checks a typed text. Returns the value, or nothing after noting why it was refused.
  std::optional<SettingValue> parse(const Setting& setting, const Settings& in_force, const std::string& text,
                                    double now_s);

  /// Notes that a change was posted.
  void asked(const std::string& name, SettingValue value, double now_s);

  /// Why the last typed value of a setting was refused; empty if it was not, or long ago.
  std::string refusal(const std::string& name, double now_s) const;

  std::string typing;  ///< the setting whose field has the keyboard; empty if none
  char typed[64] = {}; ///< what is typed there
  /// By method: the backend in force when another method was chosen in its place.
  std::map<std::string, std::string> backend_left;

private:
  struct Asked {
    SettingValue value;
    double until_s;
  };
  struct Refusal {
    std::string reason;
    double until_s;
  };
  std::map<std::string, Asked> asked_;
  std::map<std::string, Refusal> refusals_;
};

/// Place of a value on a slider from 0 to 1, and back; logarithmic where the setting says so. Values that
/// come back are whole for integers and have three significant digits otherwise, and never leave the range.
double slider_place(const Setting& setting, double value);
double slider_value(const Setting& setting, double place);

/// The value after one press of an arrow key (direction +1 or −1), inside the range.
double stepped_value(const Setting& setting, double value, int direction);

/// The range as text: "1 … 1024".
std::string range_text(const Setting& setting);

/// A value as a panel shows it: "0.01", "1e7".
std::string field_text(const SettingValue& value);

} // namespace lamina
