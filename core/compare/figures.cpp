#include "core/compare/figures.h"

#include "core/bench/spread.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lamina::compare {

namespace {

/// In the order of phase_names().
std::vector<double> phases_of(const StepTimings& t) {
  std::vector<double> times{t.wall, t.broad};
  times.insert(times.end(), t.detection.begin(),
               t.detection.begin() + static_cast<std::ptrdiff_t>(detection_phases().size()));
  times.push_back(t.simulation);
  return times;
}

} // namespace

std::vector<std::string> phase_names() {
  std::vector<std::string> names{"whole step", "broad phase"};
  for (std::size_t phase = 0; phase < detection_phases().size(); ++phase)
    names.push_back(phase_labels(phase));
  names.emplace_back("simulation");
  return names;
}

namespace {

void time_phases(const CaseRun& run, Figures& figures) {
  for (std::size_t k = 0; k < phase_names().size(); ++k) {
    std::vector<double> samples;
    for (std::size_t n = 1; n < run.steps.size(); ++n)
      samples.push_back(phases_of(run.steps[n].timings)[k]);
    figures.milliseconds.push_back(bench::spread_of(std::move(samples)).median);
  }
  const std::vector<double>& took = run.processor_s;
  const auto second_half = took.begin() + static_cast<std::ptrdiff_t>(took.size() / 2);
  figures.processor_s = std::accumulate(took.begin(), took.end(), 0.0);
  if (!took.empty())
    figures.processor_ms =
        1e3 * std::accumulate(second_half, took.end(), 0.0) / static_cast<double>(took.end() - second_half);
}

/// Whether a state belongs to the last tenth; a run that ended early has none.
bool is_late(const CaseRun& run, std::uint64_t step) {
  return run.problem.empty() && 10 * step > 9 * (run.steps.size() - 1);
}

void measure_contacts(const CaseRun& run, Figures& figures) {
  double sum = 0;
  std::size_t late = 0;
  for (std::size_t n = 1; n < run.steps.size(); ++n) {
    const StepStatistics& step = run.steps[n];
    figures.most_contacts = std::max(figures.most_contacts, step.contacts);
    figures.most_points = std::max(figures.most_points, step.colliding_points);
    figures.greatest_depth = std::max(figures.greatest_depth, step.deepest_m);
    if (is_late(run, n)) {
      sum += step.deepest_m;
      ++late;
    }
  }
  if (late > 0)
    figures.rest_depth_own = sum / static_cast<double>(late);
}

void measure_overlap(const CaseRun& run, Figures& figures) {
  if (run.samples.empty())
    return;
  double volume = 0, area = 0, left = 0;
  std::size_t later = 0;
  for (const Sample& sample : run.samples) {
    figures.greatest_overlap = std::max(figures.greatest_overlap, volume_of(sample.overlaps));
    figures.missed += sample.missed;
    figures.counted += sample.counted;
    if (2 * sample.step > run.steps.size() - 1) {
      left += volume_of(sample.overlaps);
      ++later;
    }
    if (is_late(run, sample.step)) {
      volume += volume_of(sample.overlaps);
      area += area_of(sample.overlaps);
    }
  }
  figures.first_overlap = volume_of(run.samples.front().overlaps);
  figures.last_overlap = volume_of(run.samples.back().overlaps);
  if (run.problem.empty() && later > 0 && run.movable_volume > 0)
    figures.overlap_left = left / static_cast<double>(later) / run.movable_volume;
  if (area > 0)
    figures.rest_depth = volume / area;
  if (figures.first_overlap <= least_share * run.movable_volume)
    return;
  const double little = freed_share * figures.first_overlap;
  figures.freed = run.problem.empty() && figures.last_overlap < little;
  for (auto sample = run.samples.rbegin();
       *figures.freed && sample != run.samples.rend() && volume_of(sample->overlaps) < little; ++sample)
    figures.freed_after = run.steps[sample->step].time_s;
}

/// Largest rise over the least value up to then.
double rise_of(const std::vector<double>& values) {
  double least = values.front(), rise = 0;
  for (const double now : values) {
    least = std::min(least, now);
    rise = std::max(rise, now - least);
  }
  return rise;
}

/// Of motion, height and deformation after each step.
std::vector<double> bodies_energies(const CaseRun& run) {
  std::vector<double> energy;
  for (const StepStatistics& state : run.steps)
    energy.push_back(state.kinetic_J + state.potential_J + state.elastic_J);
  return energy;
}

void measure_energy(const CaseRun& run, Figures& figures) {
  const std::vector<double> energy = energies(run);
  if (energy.empty())
    return;
  figures.largest_rise = rise_of(energy);
  figures.largest_gain = rise_of(bodies_energies(run));
  figures.drift = energy.back() - energy.front();
  for (const StepStatistics& step : run.steps)
    figures.energy_scale = std::max(
        {figures.energy_scale, step.kinetic_J, std::abs(step.potential_J - run.steps.front().potential_J)});
}

std::optional<double> noise_of(const std::vector<std::vector<Vec3>>& forces) {
  if (forces.size() < 2)
    return std::nullopt;
  double variances = 0, squares = 0;
  for (std::size_t body = 0; body < forces.front().size(); ++body) {
    Vec3 mean = Vec3::Zero();
    for (const auto& step : forces)
      mean += step[body] / static_cast<double>(forces.size());
    for (const auto& step : forces)
      variances += (step[body] - mean).squaredNorm() / static_cast<double>(forces.size());
    squares += mean.squaredNorm();
  }
  if (!(squares > 0))
    return std::nullopt;
  return std::sqrt(variances / squares);
}

std::optional<double> momentum_drift_of(const CaseRun& run) {
  if (!run.free || run.steps.empty())
    return std::nullopt;
  double drift = 0, scale = 0;
  for (const StepStatistics& step : run.steps) {
    drift = std::max(drift, (step.momentum - run.steps.front().momentum).norm());
    scale = std::max(scale, std::sqrt(2 * run.movable_mass * step.kinetic_J));
  }
  if (!(scale > 0))
    return std::nullopt;
  return drift / scale;
}

} // namespace

std::vector<double> energies(const CaseRun& run) {
  std::vector<double> energy = bodies_energies(run);
  if (!energy.empty())
    energy.pop_back();
  for (std::size_t n = 0; n < energy.size(); ++n)
    energy[n] += run.steps[n + 1].contact_J;
  return energy;
}

Figures figures_of(const CaseRun& run) {
  Figures figures;
  time_phases(run, figures);
  measure_contacts(run, figures);
  measure_overlap(run, figures);
  measure_energy(run, figures);
  figures.force_noise = noise_of(run.forces);
  figures.force_imbalance = run.worst_imbalance;
  figures.momentum_drift = momentum_drift_of(run);
  return figures;
}

} // namespace lamina::compare
