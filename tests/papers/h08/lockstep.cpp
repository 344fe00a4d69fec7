#include "tests/papers/h08/lockstep.h"

#include "core/bench/spread.h"
#include "core/simulation/simulation.h"

#include <algorithm>
#include <stdexcept>

namespace lamina::papers::h08 {

double Timed::median(double StepTimings::*part) const {
  std::vector<double> values;
  for (const StepStatistics& step : steps)
    values.push_back(step.timings.*part);
  return bench::spread_of(std::move(values)).median;
}

double Timed::median_of_phase(const char* name) const {
  std::vector<double> values;
  for (const StepStatistics& step : steps)
    values.push_back(step.timings.phase(name));
  return bench::spread_of(std::move(values)).median;
}

double Timed::median(std::uint64_t StepStatistics::*count) const {
  std::vector<double> values;
  for (const StepStatistics& step : steps)
    values.push_back(static_cast<double>(step.*count));
  return bench::spread_of(std::move(values)).median;
}

double Timed::median_iterations() const {
  std::vector<double> values;
  for (const StepStatistics& step : steps)
    values.push_back(step.cg_iterations);
  return bench::spread_of(std::move(values)).median;
}

double Timed::median_contact_pairs() const {
  return bench::spread_of(contact_pairs).median;
}

std::vector<Timed> run_in_turn(const std::vector<std::shared_ptr<const Scene>>& scenes, int steps) {
  std::vector<Simulation> simulations;
  for (const auto& scene : scenes)
    simulations.emplace_back(scene);
  std::vector<Timed> found(scenes.size());
  for (int step = 0; step < steps; ++step)
    for (std::size_t i = 0; i < scenes.size(); ++i) {
      if (!simulations[i].step())
        throw std::runtime_error("the simulation stopped: " + simulations[i].problem());
      found[i].steps.push_back(simulations[i].statistics());
      const auto snapshot = simulations[i].snapshot({.pixels = true});
      found[i].contact_pairs.push_back(static_cast<double>(
          std::count_if(snapshot->pairs.begin(), snapshot->pairs.end(),
                        [](const PairState& pair) { return !pair.contacts.contacts.empty(); })));
    }
  return found;
}

Table timed_table(const std::string& name, std::vector<std::string> first) {
  for (const char* column : {"contact_pairs", "colliding_points", "broad_ms", "trees_ms", "search_ms",
                             "simulation_ms", "step_ms", "cg_iterations"})
    first.emplace_back(column);
  return {name, std::move(first), {}};
}

void add_row(Table& table, std::vector<Cell> first, const Timed& timed) {
  first.emplace_back(timed.median_contact_pairs());
  first.emplace_back(timed.median(&StepStatistics::colliding_points));
  first.emplace_back(timed.median(&StepTimings::broad));
  for (const char* phase : {"bvh", "cast"})
    first.emplace_back(timed.median_of_phase(phase));
  for (const auto part : {&StepTimings::simulation, &StepTimings::wall})
    first.emplace_back(timed.median(part));
  first.emplace_back(timed.median_iterations());
  table.rows.push_back(std::move(first));
}

} // namespace lamina::papers::h08
