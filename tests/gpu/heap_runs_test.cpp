#include "tests/gpu/heap_runs.h"

#include "tests/support/scenes.h"

namespace lamina::test {
namespace {

class HeapRun : public testing::TestWithParam<std::string> {};

// Until some hundred contacts are in the air: the columns pour into the bowl.
TEST_P(HeapRun, IsTheSameOnEveryBackend) {
  expect_same_heap(GetParam(), sanitized ? 25 : 50);
}

INSTANTIATE_TEST_SUITE_P(All, HeapRun, testing::ValuesIn(backends_to_run()), test_name);

} // namespace
} // namespace lamina::test
