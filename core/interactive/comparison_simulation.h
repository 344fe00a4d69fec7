#pragma once

#include "core/interactive/limits_in_force.h"
#include "core/interactive/request.h"
#include "core/simulation/simulation.h"
#include "core/simulation/snapshot.h"

#include <chrono>
#include <memory>
#include <string>

namespace lamina {

class ReferenceOverlap;

/// A second simulation of what a first one simulates, under another contact method. It begins in the same
/// state, gets the same inputs but for method and backend, and takes the same steps. So both show the same
/// moment. Nothing that goes wrong in it touches the first; snapshots say what it was.
class ComparisonSimulation {
public:
  /// Begins where the first one is. What is held there is held by nobody here.
  ComparisonSimulation(const Simulation& first, CompareWith wanted);
  ComparisonSimulation(ComparisonSimulation&&) noexcept;
  ComparisonSimulation& operator=(ComparisonSimulation&&) noexcept;
  ~ComparisonSimulation();

  /// After the first one was given an event.
  void apply(const Event& event, const Simulation& first);
  /// After the first one has made a step. A simulation that cannot go on stays where it is.
  void step();
  /// After the first one went back. Where it cannot follow, it begins anew.
  void go_back(const Simulation& first);

  const CompareWith& wanted() const { return wanted_; }
  bool runs() const { return simulation_ && problem_.empty(); }

  /// Adds its own snapshot to one of the first, and what bodies overlap by in both, by one measure.
  void add_to(Snapshot& of_first, const Simulation& first, const SnapshotExtras& extras);

private:
  void begin(const Simulation& first);
  void choose_method();
  void apply_drag(const BeginDrag& drag, const Simulation& first);
  void measure(const Simulation& first, bool playing);

  CompareWith wanted_;
  std::unique_ptr<Simulation> simulation_; ///< none if it could not be made
  std::shared_ptr<const Scene> scene_;
  LimitsInForce limits_;
  std::string problem_; ///< why there is none, or why it stopped

  using Clock = std::chrono::steady_clock;
  std::unique_ptr<ReferenceOverlap> reference_overlap_;
  struct Overlaps {
    double of_first = 0, own = 0; ///< m³
    std::uint64_t step = 0;
  };
  std::optional<Overlaps> overlaps_;
  Clock::time_point measured_at_{};
  Clock::duration measuring_took_{};
};

} // namespace lamina
