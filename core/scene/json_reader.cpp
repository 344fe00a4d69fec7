#include "core/scene/json_reader.h"

#include "core/base/error.h"
#include "core/base/nearest_word.h"
#include "core/settings/setting_list.h"

#include <algorithm>
#include <cmath>

namespace lamina {

void JsonReader::refuse(const JsonValue& at, const std::string& reason) const {
  std::string line = reason;
  std::replace_if(
      line.begin(), line.end(), [](unsigned char c) { return c < 0x20; }, '?');
  throw InputError(file_, at.line, line);
}

void JsonReader::wrong_type(const JsonValue& value, const std::string& what,
                            const std::string& wanted) const {
  refuse(value, what + " must be " + wanted + ", not " + value.kind_name());
}

namespace {

/// " (did you mean …?)" or, if nothing is near, " (known: …)".
std::string hint(const std::string& word, std::span<const std::string> names) {
  if (const std::string nearest = nearest_word(word, names); !nearest.empty())
    return " (did you mean \"" + nearest + "\"?)";
  constexpr std::size_t most = 30;
  std::string known;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
    known += (i ? ", " : "") + names[i];
  known += names.size() > most ? ", ..." : "";
  return " (known: " + known + ")";
}

/// What of a word of any length goes into a message.
std::string shortened(const std::string& word) {
  return word.substr(0, 80);
}

} // namespace

std::size_t JsonReader::choice(const JsonValue& value, const std::string& what,
                               std::span<const std::string> names) const {
  const std::string& word = text(value, what);
  const auto found = std::find(names.begin(), names.end(), word);
  if (found == names.end())
    refuse(value, what + " cannot be \"" + shortened(word) + "\"" + hint(shortened(word), names));
  return static_cast<std::size_t>(found - names.begin());
}

void JsonReader::expect_object(const JsonValue& value, const std::string& what,
                               std::span<const std::string> keys) const {
  if (!value.is_object())
    wrong_type(value, what, "an object");
  for (const auto& [key, member] : std::get<JsonValue::Members>(value.value)) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end())
      continue;
    refuse(member, "unknown key \"" + shortened(key) + "\" in " + what + hint(shortened(key), keys));
  }
}

const JsonValue* JsonReader::find(const JsonValue& object, std::string_view key) {
  for (const auto& [name, member] : std::get<JsonValue::Members>(object.value))
    if (name == key)
      return &member;
  return nullptr;
}

const JsonValue& JsonReader::require(const JsonValue& object, const std::string& key,
                                     const std::string& what) const {
  const JsonValue* member = find(object, key);
  if (!member)
    refuse(object, what + " has no \"" + key + "\"");
  return *member;
}

const std::string& JsonReader::text(const JsonValue& value, const std::string& what) const {
  if (!value.is_string())
    wrong_type(value, what, "a text");
  return std::get<std::string>(value.value);
}

bool JsonReader::boolean(const JsonValue& value, const std::string& what) const {
  if (const bool* truth = std::get_if<bool>(&value.value))
    return *truth;
  wrong_type(value, what, "true or false");
}

SettingValue JsonReader::setting_value(const JsonValue& value, const std::string& what) const {
  if (const bool* truth = std::get_if<bool>(&value.value))
    return *truth;
  if (const auto* whole = std::get_if<std::int64_t>(&value.value))
    return *whole;
  if (const double* number = std::get_if<double>(&value.value))
    return *number;
  return text(value, what);
}

double JsonReader::number(const JsonValue& value, const std::string& what, NumberRange range) const {
  const auto* whole_number = std::get_if<std::int64_t>(&value.value);
  const auto* real = std::get_if<double>(&value.value);
  if (!whole_number && !real)
    wrong_type(value, what, "a number");
  const double number = real ? *real : static_cast<double>(*whole_number);
  if (!std::isfinite(number) || number < range.minimum || number > range.maximum)
    refuse(value, what + " = " + to_text(number) + " is out of range: " + to_text(range.minimum) + " to " +
                      to_text(range.maximum));
  return number;
}

std::int64_t JsonReader::whole(const JsonValue& value, const std::string& what, std::int64_t minimum,
                               std::int64_t maximum) const {
  const auto* number = std::get_if<std::int64_t>(&value.value);
  if (!number)
    wrong_type(value, what, "a whole number");
  if (*number < minimum || *number > maximum)
    refuse(value, what + " = " + to_text(*number) + " is out of range: " + to_text(minimum) + " to " +
                      to_text(maximum));
  return *number;
}

const JsonValue::Items& JsonReader::list(const JsonValue& value, const std::string& what) const {
  if (!value.is_array())
    wrong_type(value, what, "a list");
  return std::get<JsonValue::Items>(value.value);
}

std::vector<double> JsonReader::numbers(const JsonValue& value, const std::string& what, std::size_t count,
                                        NumberRange range) const {
  const std::string wanted = "a list of " + std::to_string(count) + " numbers";
  if (!value.is_array())
    wrong_type(value, what, wanted);
  const auto& items = std::get<JsonValue::Items>(value.value);
  if (items.size() != count)
    refuse(value, what + " must be " + wanted + "; it has " + std::to_string(items.size()));
  std::vector<double> result;
  for (const JsonValue& item : items)
    result.push_back(number(item, what, range));
  return result;
}

Vec3 JsonReader::vector(const JsonValue& value, const std::string& what, NumberRange range) const {
  const std::vector<double> n = numbers(value, what, 3, range);
  return Vec3(n[0], n[1], n[2]);
}

Vec3 JsonReader::direction(const JsonValue& value, const std::string& what) const {
  const Vec3 v = vector(value, what, {-1e6, 1e6});
  const double length = v.norm();
  if (length < 1e-6)
    refuse(value, what + " has no length");
  // What is a unit vector to rounding stays as written, so that a written scene reads back to the same bits.
  return std::abs(length - 1) < 1e-14 ? v : Vec3(v / length);
}

Quat JsonReader::quaternion(const JsonValue& value, const std::string& what) const {
  const std::vector<double> n = numbers(value, what, 4, {-1e6, 1e6});
  const Quat q(n[0], n[1], n[2], n[3]);
  const double length = q.norm();
  if (length < 1e-6)
    refuse(value, what + " has no length");
  return std::abs(length - 1) < 1e-14 ? q : q.normalized();
}

} // namespace lamina
