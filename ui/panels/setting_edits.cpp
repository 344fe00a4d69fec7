#include "ui/panels/setting_edits.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace lamina {
namespace {

// Long enough to read a refusal; long enough for a step of the largest scene to end and publish.
constexpr double refusal_s = 8, pending_s = 2;

// A logarithmic range that begins at zero gets this many decades; the slider's left end then is zero.
constexpr double decades_to_zero = 8;

double lower_end(const Setting& setting) {
  return setting.minimum > 0 ? setting.minimum : setting.maximum * std::pow(10, -decades_to_zero);
}

double three_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return std::strtod(text, nullptr);
}

double inside(const Setting& setting, double value) {
  if (setting.kind == SettingKind::integer)
    value = std::round(value);
  return std::clamp(value, setting.minimum, setting.maximum);
}

} // namespace

SettingValue SettingEdits::shown(const Setting& setting, const Settings& in_force, double now_s) {
  const SettingValue value = setting.get(in_force);
  const auto found = asked_.find(setting.name);
  if (found == asked_.end())
    return value;
  if (found->second.value == value || now_s > found->second.until_s) {
    asked_.erase(found);
    return value;
  }
  return found->second.value;
}

std::optional<SettingValue> SettingEdits::parse(const Setting& setting, const Settings& in_force,
                                                const std::string& text, double now_s) {
  Settings trial = in_force;
  try {
    set_setting_from_text(trial, setting.name + "=" + text);
  } catch (const InputError& error) {
    refusals_[setting.name] = {error.what(), now_s + refusal_s};
    return std::nullopt;
  }
  refusals_.erase(setting.name);
  return setting.get(trial);
}

void SettingEdits::asked(const std::string& name, SettingValue value, double now_s) {
  asked_[name] = {std::move(value), now_s + pending_s};
  refusals_.erase(name);
}

std::string SettingEdits::refusal(const std::string& name, double now_s) const {
  const auto found = refusals_.find(name);
  return found == refusals_.end() || now_s > found->second.until_s ? std::string() : found->second.reason;
}

double slider_place(const Setting& setting, double value) {
  if (setting.maximum <= setting.minimum)
    return 0;
  if (!setting.logarithmic)
    return std::clamp((value - setting.minimum) / (setting.maximum - setting.minimum), 0.0, 1.0);
  const double low = lower_end(setting);
  return value <= low ? 0 : std::clamp(std::log(value / low) / std::log(setting.maximum / low), 0.0, 1.0);
}

double slider_value(const Setting& setting, double place) {
  place = std::clamp(place, 0.0, 1.0);
  if (place == 0)
    return setting.minimum;
  if (place == 1)
    return setting.maximum;
  const double low = lower_end(setting);
  const double value = setting.logarithmic ? low * std::pow(setting.maximum / low, place)
                                           : setting.minimum + place * (setting.maximum - setting.minimum);
  return inside(setting, setting.kind == SettingKind::integer ? value : three_digits(value));
}

double stepped_value(const Setting& setting, double value, int direction) {
  if (setting.kind == SettingKind::integer)
    return inside(setting, value + direction);
  if (setting.logarithmic) {
    // Ten presses to a factor of ten.
    const double factor = std::pow(10, 0.1 * direction);
    return inside(setting,
                  value > 0 ? three_digits(value * factor) : (direction > 0 ? lower_end(setting) : 0));
  }
  return inside(setting, three_digits(value + direction * 0.01 * (setting.maximum - setting.minimum)));
}

std::string field_text(const SettingValue& value) {
  // "1e+07" takes a third more room than "1e7" and says nothing more.
  std::string text = to_text(value);
  if (!std::holds_alternative<double>(value))
    return text;
  const std::size_t e = text.find('e');
  if (e == std::string::npos)
    return text;
  std::size_t digits = e + 1;
  std::string sign;
  if (digits < text.size() && (text[digits] == '+' || text[digits] == '-'))
    sign = text[digits++] == '-' ? "-" : "";
  while (digits + 1 < text.size() && text[digits] == '0')
    ++digits;
  return text.substr(0, e + 1) + sign + text.substr(digits);
}

std::string range_text(const Setting& setting) {
  return field_text(setting.minimum) + " … " + field_text(setting.maximum);
}

} // namespace lamina
