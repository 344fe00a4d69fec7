#pragma once

#include <string>

namespace lamina::bench {

/// Appends to a text as printf does; what is longer than a line of 512 bytes is cut.
[[gnu::format(printf, 2, 3)]] void add(std::string& text, const char* format, ...);

} // namespace lamina::bench
