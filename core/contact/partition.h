#pragma once

#include <cstdint>

namespace lamina {

/// What the overlap of a pair is divided into, one contact for each part; methods that measure volumes divide
/// their intervals.
enum class Partition : std::uint32_t {
  whole,  ///< all intervals, to one contact: the full gradient of V
  cells,  ///< intervals between different bodies, half to the cell of each end
  patches ///< all intervals, each to its patch: the full gradient of the patch's volume
};

} // namespace lamina
