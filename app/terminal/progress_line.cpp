#include "app/terminal/progress_line.h"

#include "app/terminal/interrupt.h"

#include <chrono>
#include <cstdio>
#include <mutex>

#include <unistd.h>

namespace lamina {

namespace {

std::mutex guard; // loading may report from a thread of its own
bool shown = false;

void show(double fraction, const std::string& what) {
  using Clock = std::chrono::steady_clock;
  static Clock::time_point last;
  const std::lock_guard lock(guard);
  const Clock::time_point now = Clock::now();
  if (now - last < std::chrono::milliseconds(100))
    return;
  last = now;
  std::fprintf(stderr, "\r\033[K%3.0f %%  %.90s", 100 * fraction, what.c_str());
  std::fflush(stderr);
  shown = true;
}

} // namespace

Progress progress_on_terminal() {
  const bool terminal = isatty(STDERR_FILENO);
  return [terminal](double fraction, const std::string& what) {
    if (terminal)
      show(fraction, what);
    return !interrupted();
  };
}

void wipe_progress_line() {
  const std::lock_guard lock(guard);
  if (!shown)
    return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  shown = false;
}

} // namespace lamina
