#pragma once

#include <cstdint>

namespace lamina {

/// Half-open range into an array.
struct Range {
  std::uint32_t begin = 0, end = 0;
  std::uint32_t size() const { return end - begin; }
};

} // namespace lamina
