#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lamina {

struct JsonMember;

/// A JSON value that knows the line on which it stands, so that messages can name it.
struct JsonValue {
  using Items = std::vector<JsonValue>;
  using Members = std::vector<JsonMember>; ///< in the order of the text, keys unique

  std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, Items, Members> value;
  std::size_t line = 0; ///< counted from 1

  bool is_object() const { return std::holds_alternative<Members>(value); }
  bool is_array() const { return std::holds_alternative<Items>(value); }
  bool is_string() const { return std::holds_alternative<std::string>(value); }
  bool is_number() const {
    return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
  }
  /// "an object", "a number" … for messages.
  const char* kind_name() const;
};

/// A key of an object with its value.
struct JsonMember {
  std::string key;
  JsonValue value;
};

/// What a text may hold; beyond that it is refused before memory is taken.
struct JsonLimits {
  std::size_t bytes = std::size_t{64} << 20;
  std::size_t depth = 32;
  std::size_t values = 2'000'000;
};

/// Reads JSON, comments allowed. Throws InputError with `file`, line and reason for what is no JSON, and for
/// a key that appears twice in an object. Likewise for numbers out of the range of a double, and for texts
/// beyond the limits. `first_line` is the line at which the text begins in its file.
JsonValue parse_json(std::string_view text, const std::string& file, std::size_t first_line = 1,
                     const JsonLimits& limits = {});

} // namespace lamina
