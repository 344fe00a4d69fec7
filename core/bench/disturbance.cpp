#include "core/bench/disturbance.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

namespace lamina::bench {

namespace {

double seconds_of(int who) {
  rusage usage{};
  ::getrusage(who, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

} // namespace

std::optional<Disturbance::Seconds> Disturbance::now() {
  std::ifstream file("/proc/stat");
  std::string name;
  // Time in user mode, of low priority, in the kernel, idle, waiting, in two kinds of interrupts.
  double user = 0, nice = 0, system = 0, idle = 0, wait = 0, hard = 0, soft = 0;
  if (!(file >> name >> user >> nice >> system >> idle >> wait >> hard >> soft) || name != "cpu")
    return std::nullopt;
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now().time_since_epoch();
  const double ticks = static_cast<double>(::sysconf(_SC_CLK_TCK));
  return Seconds{wall.count(), (user + nice + system + hard + soft) / ticks,
                 seconds_of(RUSAGE_SELF) + seconds_of(RUSAGE_CHILDREN)};
}

Disturbance::Disturbance() : begin_(now()) {}

std::optional<double> Disturbance::others() const {
  const auto end = now();
  if (!begin_ || !end || !(end->wall > begin_->wall))
    return std::nullopt;
  // Ticks are coarser than what a process is told of itself.
  return std::max(0.0, (end->busy - begin_->busy - (end->own - begin_->own)) / (end->wall - begin_->wall));
}

} // namespace lamina::bench
