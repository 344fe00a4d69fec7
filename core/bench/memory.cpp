#include "core/bench/memory.h"

#include <malloc.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace lamina::bench {

namespace {

/// A line of /proc/self/status in bytes.
std::optional<std::int64_t> process_bytes(const std::string& key) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);)
    if (line.rfind(key + ":", 0) == 0)
      return 1024 * std::stoll(line.substr(key.size() + 1));
  return std::nullopt;
}

/// From here on VmHWM is the highest resident set since now, where the system allows it.
bool forget_peak() {
  std::ofstream file("/proc/self/clear_refs");
  return static_cast<bool>(file << '5' << std::flush);
}

} // namespace

std::optional<std::int64_t> heap_in_use() {
#ifdef LAMINA_ADDRESS_SANITIZER
  return std::nullopt; // another allocator than glibc's
#else
  const struct mallinfo2 all = ::mallinfo2();
  return static_cast<std::int64_t>(all.uordblks + all.hblkhd);
#endif
}

std::int64_t memory_bound(std::size_t triangles) {
  return 32'000'000 + 32 * static_cast<std::int64_t>(triangles);
}

MemoryUse memory_of(const DetectionCase& wanted) {
  MemoryUse use;
  use.wanted = wanted;
  TimedMesh mesh = timed_bunny(wanted.subdivisions);
  mesh.meshlets.reset();
  MovedPair pair(wanted.pose, mesh);
  use.triangles = pair.triangles();

  const auto before = heap_in_use();
  pair.make_meshlets();
  const auto grouped = heap_in_use();
  DetectionRun run(wanted);
  // What is free but not given back would hide what is needed in passing.
  ::malloc_trim(0);
  const auto resident = process_bytes("VmRSS"), heap_made = heap_in_use();
  const bool peak_known = forget_peak();
  for (int repetition = 0; repetition < 3; ++repetition) {
    pair.move(repetition);
    run.detect(pair);
  }
  const auto peak = process_bytes("VmHWM"), after = heap_in_use();

  if (before && grouped && after) {
    use.kept = *after - *before;
    use.meshlets = *grouped - *before;
  }
  if (use.kept && peak_known && resident && peak)
    use.peak = std::max(*use.kept, *heap_made - *before + *peak - *resident);
  return use;
}

} // namespace lamina::bench
