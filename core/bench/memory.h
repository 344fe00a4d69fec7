#pragma once

#include "core/bench/detection_case.h"

#include <cstdint>
#include <optional>

namespace lamina::bench {

/// Bytes that the program holds from the heap now, in all threads; none where the allocator does not tell (it
/// is that of glibc that does).
std::optional<std::int64_t> heap_in_use();

/// What a detection needs beyond the mesh, which is the vertices and the triangles that a body has anyway.
struct MemoryUse {
  DetectionCase wanted;
  std::size_t triangles = 0;
  std::optional<std::int64_t>
      kept; ///< bytes of heap: blocks, their balls, all that the method keeps, the result
  std::optional<std::int64_t> meshlets; ///< of that, the groups of triangles, which are made at load
  std::optional<std::int64_t> peak; ///< the same with what is needed only while it detects (resident pages)
};

/// Largest accepted: 32 MB and 32 B a triangle.
std::int64_t memory_bound(std::size_t triangles);

/// Detects several moved repetitions and measures in this process: the heap before blocks and method were
/// made is subtracted from the heap after. The peak adds how far the resident set rose in the meantime.
MemoryUse memory_of(const DetectionCase& wanted);

} // namespace lamina::bench
