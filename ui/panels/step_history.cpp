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
  if (statistics.step < last_step_)
    while (!kept_.empty() && kept_.back().statistics.step > statistics.step)
      kept_.pop_back();
  const bool known = statistics.step == 0 || statistics.step == last_step_ ||
                     (!kept_.empty() && kept_.back().statistics.step == statistics.step);
  last_step_ = statistics.step;
  if (known)
    return;
  kept_.push_back(figures_of(statistics, render_));
  if (kept_.size() > capacity)
    kept_.pop_front();
}

void StepHistory::show(std::span<const StepStatistics> run, std::uint64_t up_to) {
  const auto end = std::upper_bound(
      run.begin(), run.end(), up_to,
      [](std::uint64_t step, const StepStatistics& statistics) { return step < statistics.step; });
  const auto begin = end - std::min<std::ptrdiff_t>(end - run.begin(), capacity);
  const std::lock_guard lock(mutex_);
  kept_.clear();
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
  last_step_ = 0;
}

std::vector<StepFigures> StepHistory::steps() const {
  const std::lock_guard lock(mutex_);
  return {kept_.begin(), kept_.end()};
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
