#include "ui/panels/step_history.h"

#include <algorithm>

namespace lamina {

void StepHistory::add(const StepStatistics& statistics) {
  const std::lock_guard lock(mutex_);
  if (statistics.step < last_step_) {
    ring_.clear();
    next_ = 0;
  }
  if (statistics.step == 0 || statistics.step == last_step_) {
    last_step_ = statistics.step;
    return;
  }
  last_step_ = statistics.step;
  const StepTimings& t = statistics.timings;
  const PhaseTimes times = {float(t.broad),  float(t.upload),     float(t.ldi),
                            float(t.volume), float(t.simulation), render_};
  if (ring_.size() < capacity) {
    ring_.push_back(times);
  } else {
    ring_[next_] = times;
    next_ = (next_ + 1) % capacity;
  }
}

void StepHistory::set_render(double milliseconds) {
  const std::lock_guard lock(mutex_);
  render_ = float(milliseconds);
}

void StepHistory::clear() {
  const std::lock_guard lock(mutex_);
  ring_.clear();
  next_ = 0;
  last_step_ = 0;
}

std::vector<PhaseTimes> StepHistory::steps() const {
  const std::lock_guard lock(mutex_);
  std::vector<PhaseTimes> ordered(ring_.begin() + long(next_), ring_.end());
  ordered.insert(ordered.end(), ring_.begin(), ring_.begin() + long(next_));
  return ordered;
}

PhaseTimes StepHistory::mean(const std::vector<PhaseTimes>& steps, std::size_t count) {
  PhaseTimes sum{};
  count = std::min(count, steps.size());
  for (std::size_t i = steps.size() - count; i < steps.size(); ++i)
    for (std::size_t p = 0; p < phase_count; ++p)
      sum[p] += steps[i][p];
  if (count)
    for (float& value : sum)
      value /= float(count);
  return sum;
}

} // namespace lamina
