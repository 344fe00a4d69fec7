#include "core/bench/disturbance.h"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace lamina::bench {
namespace {

/// Uses so much of a processor, however long that takes.
void burn(double seconds) {
  timespec now{};
  do
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  while (static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec) < seconds);
}

TEST(Disturbance, IsWhatAnotherProcessUsesUntilItIsWaitedFor) {
  const Disturbance watch;
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    burn(0.3);
    ::_exit(0);
  }
  // Ended, but not taken note of.
  siginfo_t info{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT), 0);
  const auto before = watch.others();
  ::waitpid(child, nullptr, 0);
  const auto after = watch.others();
  if (!before || !after)
    GTEST_SKIP() << "this system does not tell how busy it is";
  // 0.3 s of processor time, over some wall time that is the same for both.
  EXPECT_GT(*before, 0);
  EXPECT_LT(*after, *before);
}

} // namespace
} // namespace lamina::bench
