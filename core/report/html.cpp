#include "core/report/report_page.h"

namespace lamina {

namespace {

/// Length of the UTF-8 character at the start of a text, or 0 if there is none (RFC 3629).
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned first = byte(0);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length == 0 || length > text.size())
    return 0;
  for (std::size_t k = 1; k < length; ++k)
    if ((byte(k) & 0xc0) != 0x80)
      return 0;
  // Overlong forms, surrogates, and what lies beyond U+10FFFF.
  if (length > 2 && ((first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f) ||
                     (first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) > 0x8f)))
    return 0;
  return length;
}

} // namespace

std::string html_text(std::string_view text) {
  std::string html;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const char c = text.front();
    const bool control = (c >= 0 && c < 0x20 && c != '\n' && c != '\t') || c == 0x7f;
    if (length == 0 || control)
      html += "\xEF\xBF\xBD"; // the replacement character
    else if (c == '&')
      html += "&amp;";
    else if (c == '<')
      html += "&lt;";
    else if (c == '>')
      html += "&gt;";
    else if (c == '"')
      html += "&quot;";
    else if (c == '\'')
      html += "&#39;";
    else
      html += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return html;
}

std::string base64(std::string_view bytes) {
  static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    const auto byte = [&](std::size_t j) {
      return j < bytes.size() ? static_cast<unsigned>(static_cast<unsigned char>(bytes[j])) : 0u;
    };
    const unsigned group = byte(k) << 16 | byte(k + 1) << 8 | byte(k + 2);
    text += digits[group >> 18];
    text += digits[group >> 12 & 63];
    text += k + 1 < bytes.size() ? digits[group >> 6 & 63] : '=';
    text += k + 2 < bytes.size() ? digits[group & 63] : '=';
  }
  return text;
}

} // namespace lamina
