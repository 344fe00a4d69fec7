#pragma once

#include "core/math/types.h"
#include "core/scene/json_tree.h"
#include "core/settings/setting_list.h"

#include <span>
#include <string>
#include <vector>

namespace lamina {

/// Accepted interval of a number, for checks and for the schema.
struct NumberRange {
  double minimum, maximum;
};

/// Reads typed values from a tree; every refusal is an InputError with file, line, what was read and the
/// reason.
class JsonReader {
public:
  explicit JsonReader(std::string file) : file_(std::move(file)) {}

  const std::string& file() const { return file_; }
  [[noreturn]] void refuse(const JsonValue& at, const std::string& reason) const;

  /// Checks that the value is an object with known keys only; an unknown one is refused, naming the nearest
  /// known.
  void expect_object(const JsonValue& value, const std::string& what,
                     std::span<const std::string> keys) const;

  /// The member of an object, or null if it has none of that name.
  static const JsonValue* find(const JsonValue& object, std::string_view key);

  /// As find, but refuses an object without it.
  const JsonValue& require(const JsonValue& object, const std::string& key, const std::string& what) const;

  const std::string& text(const JsonValue& value, const std::string& what) const;
  /// Which of the names a text is; refuses others, naming the nearest known. `what`: "kind", for the message.
  std::size_t choice(const JsonValue& value, const std::string& what,
                     std::span<const std::string> names) const;
  bool boolean(const JsonValue& value, const std::string& what) const;
  /// A boolean, a number or a text, as settings are.
  SettingValue setting_value(const JsonValue& value, const std::string& what) const;
  double number(const JsonValue& value, const std::string& what, NumberRange range) const;
  std::int64_t whole(const JsonValue& value, const std::string& what, std::int64_t minimum,
                     std::int64_t maximum) const;
  const JsonValue::Items& list(const JsonValue& value, const std::string& what) const;
  /// `count` numbers.
  std::vector<double> numbers(const JsonValue& value, const std::string& what, std::size_t count,
                              NumberRange range) const;
  Vec3 vector(const JsonValue& value, const std::string& what, NumberRange range) const;
  /// A vector scaled to length one; the zero vector is refused.
  Vec3 direction(const JsonValue& value, const std::string& what) const;
  /// A quaternion [w, x, y, z], normalised unless it already is to rounding; zero is refused.
  Quat quaternion(const JsonValue& value, const std::string& what) const;

private:
  [[noreturn]] void wrong_type(const JsonValue& value, const std::string& what,
                               const std::string& wanted) const;
  std::string file_;
};

} // namespace lamina
