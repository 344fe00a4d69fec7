#pragma once

#include <ctime>

namespace lamina::bench {

/// Processor time of this program in laps: what else the machine does counts for little.
class ProcessorClock {
public:
  /// Seconds since the last call.
  double lap() {
    const double before = last_;
    last_ = now();
    return last_ - before;
  }

private:
  static double now() {
    std::timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }
  double last_ = now();
};

} // namespace lamina::bench
