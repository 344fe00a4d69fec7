#include "core/base/error.h"
#include "core/settings/setting_list.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace lamina {

namespace {

std::string in_quotes(std::string_view text) {
  return "\"" + std::string(text.substr(0, 80)) + "\"";
}

std::string range_of(const Setting& setting) {
  return to_text(setting.minimum) + " to " + to_text(setting.maximum) +
         (setting.unit.empty() ? "" : " " + setting.unit);
}

std::string choices_of(const Setting& setting) {
  std::string text;
  for (const std::string& choice : setting.choices)
    text += (text.empty() ? "" : ", ") + choice;
  return text;
}

[[noreturn]] void refuse(const Setting& setting, const SettingValue& value, const std::string& wanted) {
  const bool words = std::holds_alternative<std::string>(value);
  throw InputError(setting.name + " = " + (words ? in_quotes(std::get<std::string>(value)) : to_text(value)) +
                   " is not accepted: it must be " + wanted);
}

/// Names of methods and backends: a short lower-case word.
bool is_word(const std::string& text) {
  return !text.empty() && text.size() <= 40 && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

void check(const Setting& setting, const SettingValue& value) {
  const auto* whole = std::get_if<std::int64_t>(&value);
  const auto* real = std::get_if<double>(&value);
  const auto* words = std::get_if<std::string>(&value);
  switch (setting.kind) {
  case SettingKind::boolean:
    if (!std::holds_alternative<bool>(value))
      refuse(setting, value, "true or false");
    return;
  case SettingKind::integer:
    if (!whole || static_cast<double>(*whole) < setting.minimum ||
        static_cast<double>(*whole) > setting.maximum)
      refuse(setting, value, "a whole number from " + range_of(setting));
    return;
  case SettingKind::real: {
    const double number = whole ? static_cast<double>(*whole) : real ? *real : std::nan("");
    if (!std::isfinite(number) || number < setting.minimum || number > setting.maximum)
      refuse(setting, value, "a number from " + range_of(setting));
    return;
  }
  case SettingKind::choice:
    if (!words || std::find(setting.choices.begin(), setting.choices.end(), *words) == setting.choices.end())
      refuse(setting, value, "one of " + choices_of(setting));
    return;
  case SettingKind::text:
    if (!words || !is_word(*words))
      refuse(setting, value, "a word of lower-case letters, digits, - and _");
    return;
  }
}

/// The whole text as a number, or nothing.
template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

SettingValue value_from_text(const Setting& setting, std::string_view text) {
  std::int64_t whole = 0;
  double real = 0;
  if (setting.kind == SettingKind::boolean) {
    if (text == "true" || text == "on" || text == "yes" || text == "1")
      return true;
    if (text == "false" || text == "off" || text == "no" || text == "0")
      return false;
  } else if (setting.kind == SettingKind::integer && read_number(text, whole)) {
    return whole;
  } else if (setting.kind == SettingKind::real && read_number(text, real)) {
    return real;
  }
  return std::string(text);
}

} // namespace

SettingValue get_setting(const Settings& settings, std::string_view name) {
  return find_setting(name).get(settings);
}

void set_setting(Settings& settings, std::string_view name, const SettingValue& value) {
  const Setting& setting = find_setting(name);
  check(setting, value);
  const auto former = std::find_if(setting.former_values.begin(), setting.former_values.end(),
                                   [&](const auto& names) { return value == SettingValue(names.first); });
  setting.put(settings, former == setting.former_values.end() ? value : SettingValue(former->second));
}

void set_setting_from_text(Settings& settings, std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string_view::npos)
    throw InputError("setting " + in_quotes(assignment) + " has no value: write name=value");
  const Setting& setting = find_setting(assignment.substr(0, equals));
  set_setting(settings, setting.name, value_from_text(setting, assignment.substr(equals + 1)));
}

std::string to_text(const SettingValue& value) {
  if (const auto* words = std::get_if<std::string>(&value))
    return *words;
  if (const auto* truth = std::get_if<bool>(&value))
    return *truth ? "true" : "false";
  char digits[40];
  const auto* whole = std::get_if<std::int64_t>(&value);
  const auto written = whole ? std::to_chars(digits, digits + sizeof digits, *whole)
                             : std::to_chars(digits, digits + sizeof digits, std::get<double>(value));
  return std::string(digits, written.ptr);
}

} // namespace lamina
