#include "tests/gpu/heap_runs.h"

namespace lamina::test {
namespace {

class LongHeapRun : public testing::TestWithParam<std::string> {};

// Until the heap rests.
TEST_P(LongHeapRun, IsTheSameOnEveryBackendForAThousandSteps) {
  expect_same_heap(GetParam(), 1000);
}

INSTANTIATE_TEST_SUITE_P(All, LongHeapRun, testing::ValuesIn(backends_to_run()), test_name);

} // namespace
} // namespace lamina::test
