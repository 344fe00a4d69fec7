#include "core/io/tet/base64.h"

#include <algorithm>
#include <cstdint>

namespace lamina {

namespace {

/// The six bits of a character, or −1.
int digit(char c) {
  if (c >= 'A' && c <= 'Z')
    return c - 'A';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 26;
  if (c >= '0' && c <= '9')
    return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

} // namespace

std::string decode_base64(std::string_view text, std::size_t bytes, bool& invalid) {
  std::string result;
  result.reserve(std::min(bytes, text.size() / 4 * 3 + 3));
  invalid = false;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (result.size() >= bytes)
      break;
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
      continue;
    if (c == '=') {
      count = 0;
      continue;
    }
    const int value = digit(c);
    if (value < 0) {
      invalid = true;
      break;
    }
    bits = (bits << 6 | static_cast<std::uint32_t>(value)) & 0xffffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      result.push_back(static_cast<char>(bits >> count & 0xff));
    }
  }
  return result;
}

} // namespace lamina
