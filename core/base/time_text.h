#pragma once

#include <ctime>
#include <string>

namespace lamina {

/// The local time now, in a format of strftime; no more than 63 characters.
inline std::string time_text(const char* format) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  char text[64];
  return {text, std::strftime(text, sizeof text, format, &parts)};
}

/// For people to read, to the minute.
inline std::string date_and_time() {
  return time_text("%Y-%m-%d %H:%M");
}

} // namespace lamina
