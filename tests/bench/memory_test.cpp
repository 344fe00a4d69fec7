#include "core/bench/memory.h"

#include <gtest/gtest.h>

#include <memory>

namespace lamina::bench {
namespace {

TEST(Memory, TheHeapGrowsByWhatIsTakenFromIt) {
  const auto before = heap_in_use();
  if (!before)
    GTEST_SKIP() << "this allocator does not tell what is in use";
  constexpr std::int64_t small = 40, count = 50'000, large = 64 << 20;
  std::vector<std::unique_ptr<char[]>> parts(count);
  // A compiler may leave out what is taken and never seen.
  char* volatile seen = nullptr;
  for (auto& part : parts) {
    part = std::make_unique<char[]>(small);
    seen = part.get();
  }
  const auto block = std::make_unique<char[]>(large);
  seen = block.get();
  ASSERT_NE(seen, nullptr);
  const std::int64_t growth = *heap_in_use() - *before;
  EXPECT_GE(growth, count * (small + std::int64_t{sizeof parts[0]}) + large);
  // The allocator adds at most 32 bytes to a small part and a page to a large one.
  EXPECT_LE(growth, count * (small + 32 + std::int64_t{sizeof parts[0]}) + large + 8192);
}

TEST(Memory, TheBoundIsThatOfTheTargets) {
  EXPECT_EQ(memory_bound(0), 32'000'000);
  EXPECT_EQ(memory_bound(1'000'000), 64'000'000);
}

TEST(Memory, ADetectionKeepsItsBlocksAndResults) {
  const MemoryUse use = memory_of({PairPose::deep, 16, true, "cpu", 1});
  if (!use.kept)
    GTEST_SKIP() << "this allocator does not tell what is in use";
  // Every triangle is in one block, as an index of four bytes.
  EXPECT_GE(*use.meshlets, static_cast<std::int64_t>(4 * use.triangles));
  EXPECT_GT(*use.kept, *use.meshlets);
  if (use.peak) {
    EXPECT_GE(*use.peak, *use.kept);
  }
}

} // namespace
} // namespace lamina::bench
