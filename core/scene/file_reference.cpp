#include "core/scene/file_reference.h"

#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <charconv>

namespace lamina {

namespace {

constexpr std::string_view scheme = "file:";

bool is_utf8(const std::string& text) {
  try {
    (void)nlohmann::json(text).dump();
    return true;
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
}

} // namespace

std::string file_reference(const std::filesystem::path& path) {
  const std::string text = path.generic_string();
  if (!text.starts_with(scheme) && is_utf8(text))
    return text;
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string reference(scheme);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte < 0x7f && c != '%')
      reference += c;
    else
      reference += {'%', digits[byte >> 4], digits[byte & 15]};
  }
  return reference;
}

std::filesystem::path referenced_file(std::string_view text) {
  if (!text.starts_with(scheme))
    return text;
  std::string path;
  for (std::size_t i = scheme.size(); i < text.size(); ++i) {
    unsigned byte = static_cast<unsigned char>(text[i]);
    if (text[i] == '%') {
      const char* const first = text.data() + i + 1;
      if (i + 2 >= text.size() || std::from_chars(first, first + 2, byte, 16).ptr != first + 2)
        throw InputError("two hexadecimal digits must follow each % of \"" + std::string(text) + "\"");
      i += 2;
    }
    path += static_cast<char>(byte);
  }
  return path;
}

} // namespace lamina
