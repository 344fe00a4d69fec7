#include "core/bench/print_text.h"

#include <cstdarg>
#include <cstdio>

namespace lamina::bench {

void add(std::string& text, const char* format, ...) {
  char line[512];
  va_list values;
  va_start(values, format);
  std::vsnprintf(line, sizeof line, format, values);
  va_end(values);
  text += line;
}

} // namespace lamina::bench
