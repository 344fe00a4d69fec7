#pragma once

#include "core/settings/settings.h"
#include "core/simulation/snapshot.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <vector>

namespace lamina {

/// The state at the end of one step, and what it takes to go on from there as the run did.
struct KeptState {
  StepStatistics statistics;
  std::vector<double> bodies;      ///< as the bodies saved themselves
  std::string method;              ///< name of the contact method
  std::vector<double> memory;      ///< that this has of its last detection
  std::vector<double> multipliers; ///< that the contact solver keeps of the step
  std::vector<double> sleep;       ///< who is asleep (Sleep::save)
  std::vector<Pose>
      surfaces;           ///< where those of rigid bodies are (save_surfaces); none where they may not lag
  Settings settings;      ///< in force when the step was done
  std::size_t events = 0; ///< inputs that came before the end of the step
  bool dragging = false;  ///< something was held
};

/// The last states of a run, oldest first; the oldest are forgotten beyond `capacity` states or `most_bytes`.
class StateHistory {
public:
  static constexpr std::size_t capacity = 2000;
  static constexpr std::size_t most_bytes = 256u << 20;

  void clear();
  /// Copies it to where the oldest was, if that had to go: a full history allocates nothing.
  void add(const KeptState& state);
  /// Forgets the states after a step and returns that step's; null if it is not there.
  const KeptState* go_back(std::uint64_t step);

  std::uint64_t oldest() const { return states_.front().statistics.step; } ///< there must be one
  const KeptState& newest() const { return states_.back(); }               ///< there must be one

private:
  void forget(std::list<KeptState>::iterator state);

  std::list<KeptState> states_;
  std::list<KeptState> spare_; ///< one that was forgotten, for the next, or none
  std::size_t bytes_ = 0;
};

} // namespace lamina
