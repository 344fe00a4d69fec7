#pragma once

#include "core/scene/scene.h"
#include "core/simulation/snapshot.h"
#include "tests/papers/table.h"

#include <memory>
#include <vector>

namespace lamina::papers::h08 {

/// What a scene took and found in each of its steps.
struct Timed {
  std::vector<StepStatistics> steps;
  std::vector<double> contact_pairs;              ///< in which there was a contact, a step
  double median(double StepTimings::*part) const; ///< ms
  double median_of_phase(const char* name) const; ///< of detection, ms
  double median(std::uint64_t StepStatistics::*count) const;
  double median_contact_pairs() const;
  double median_iterations() const; ///< of conjugate gradients in a step
};

/// Runs several scenes side by side, one step of each in turn, so that whatever else the machine does meets
/// all of them alike. Throws std::runtime_error if a step is rejected.
std::vector<Timed> run_in_turn(const std::vector<std::shared_ptr<const Scene>>& scenes, int steps);

/// A table whose columns after the first ones are medians of a step: pairs in contact, colliding points,
/// the times of its phases in ms, and iterations of conjugate gradients. The phase "simulation" is response,
/// assembly and solve.
Table timed_table(const std::string& name, std::vector<std::string> first);
void add_row(Table& table, std::vector<Cell> first, const Timed& timed);

} // namespace lamina::papers::h08
