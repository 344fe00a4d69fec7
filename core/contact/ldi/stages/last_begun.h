#pragma once

#include "core/base/host_device.h"

#include <cstdint>

namespace lamina::ldi {

/// The group that a number belongs to, of `count` groups (at least one): the last that does not begin behind
/// it. Numbers of group g begin with begin_of(g), and begin_of(0) ≤ begin_of(1) ≤ … Groups without numbers
/// come before it.
template <class BeginOf>
LAMINA_HD inline std::uint32_t last_begun(std::uint32_t count, std::uint32_t number,
                                          const BeginOf& begin_of) {
  std::uint32_t first = 0, last = count;
  while (last - first > 1) {
    const std::uint32_t middle = first + (last - first) / 2;
    (begin_of(middle) <= number ? first : last) = middle;
  }
  return first;
}

} // namespace lamina::ldi
