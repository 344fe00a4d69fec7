#include "core/scene/unique_name.h"

#include "core/scene/scene_keys.h"

#include <algorithm>

namespace lamina {

namespace {

/// Length of the UTF-8 sequence that begins at `at`, or 0 if there is none.
std::size_t sequence_length(const std::string& text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const std::size_t length = first < 0x80                    ? 1
                             : first >= 0xc2 && first < 0xe0 ? 2
                             : first >= 0xe0 && first < 0xf0 ? 3
                                                             : 0;
  if (length == 0 || at + length > text.size())
    return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(text[at + i]) & 0xc0) != 0x80)
      return 0;
  // Overlong forms and surrogates are no characters either.
  if (length == 3) {
    const auto second = static_cast<unsigned char>(text[at + 1]);
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0))
      return 0;
  }
  return length;
}

} // namespace

std::string printable_name(const std::string& name) {
  // Room is left for the number that may make the name unique.
  constexpr std::size_t longest = name_length_limit - 20;
  std::string result;
  for (std::size_t at = 0; at < name.size() && result.size() < longest;) {
    const std::size_t length = sequence_length(name, at);
    const auto first = static_cast<unsigned char>(name[at]);
    if (length == 0 || first < 0x20 || first == 0x7f)
      result += '_';
    else
      result += name.substr(at, length);
    at += std::max<std::size_t>(length, 1);
  }
  return result.empty() ? "body" : result;
}

} // namespace lamina
