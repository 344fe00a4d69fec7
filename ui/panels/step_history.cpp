#include "ui/panels/step_history.h"

#include <algorithm>

namespace lamina {

namespace {

StepFigures figures_of(const StepStatistics& statistics, float render_ms) {
  const StepTimings& t = statistics.timings;
  StepFigures figures{{}, statistics};
  figures.phases[broad_row] = float(t.broad);
  for (std::size_t phase = 0; phase < most_phases; ++phase)
    figures.phases[detection_row(phase)] = float(t.detection[phase]);
  figures.phases[simulation_row] = float(t.simulation);
  figures.phases[render_row] = render_ms;
  return figures;
}

} // namespace

void StepHistory::add(const StepStatistics& statistics) {
  const std::lock_guard lock(mutex_);
  while (!kept_.empty() && kept_.back().statistics.step > statistics.step)
    kept_.pop_back();
  while (!long_.empty() && long_.back().step > statistics.step)
    long_.pop_back();
  const bool known = statistics.step == 0 || statistics.step == last_step_;
  last_step_ = statistics.step;
  if (known)
    return;
  // One gone back to may have left the shorter of both.
  if (kept_.empty() || kept_.back().statistics.step != statistics.step)
    kept_.push_back(figures_of(statistics, render_));
  if (kept_.size() > capacity)
    kept_.pop_front();
  if (long_.empty() || long_.back().step != statistics.step)
    long_.push_back(statistics);
  if (long_.size() > long_capacity)
    long_.pop_front();
}

void StepHistory::show(std::span<const StepStatistics> run, std::uint64_t up_to) {
  const auto end = std::upper_bound(
      run.begin(), run.end(), up_to,
      [](std::uint64_t step, const StepStatistics& statistics) { return step < statistics.step; });
  const auto begin = end - std::min<std::ptrdiff_t>(end - run.begin(), capacity);
  const std::lock_guard lock(mutex_);
  kept_.clear();
  long_.assign(begin, end);
  for (auto step = begin; step != end; ++step)
    kept_.push_back(figures_of(*step, 0));
  last_step_ = up_to;
}

void StepHistory::set_render(double milliseconds) {
  const std::lock_guard lock(mutex_);
  render_ = float(milliseconds);
}

void StepHistory::clear() {
  const std::lock_guard lock(mutex_);
  kept_.clear();
  long_.clear();
  last_step_ = 0;
}

std::vector<StepFigures> StepHistory::steps() const {
  const std::lock_guard lock(mutex_);
  return {kept_.begin(), kept_.end()};
}

std::vector<StepStatistics> StepHistory::statistics() const {
  const std::lock_guard lock(mutex_);
  return {long_.begin(), long_.end()};
}

bool StepHistory::took_time(const std::vector<StepFigures>& steps, std::size_t row) {
  return std::any_of(steps.begin(), steps.end(),
                     [row](const StepFigures& step) { return step.phases[row] > 0; });
}

PhaseTimes StepHistory::mean(const std::vector<StepFigures>& steps, std::size_t count) {
  PhaseTimes sum{};
  count = std::min(count, steps.size());
  for (std::size_t i = steps.size() - count; i < steps.size(); ++i)
    for (std::size_t p = 0; p < time_rows; ++p)
      sum[p] += steps[i].phases[p];
  if (count)
    for (float& value : sum)
      value /= float(count);
  return sum;
}

} // namespace lamina
