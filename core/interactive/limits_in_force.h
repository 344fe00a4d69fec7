#pragma once

#include "core/reference_overlap/method_limits.h"
#include "core/simulation/simulation.h"

#include <chrono>
#include <string>
#include <vector>

namespace lamina {

/// What a simulation's method does not do for its bodies (method_limits). It is asked when the method, or a
/// setting that this depends on, is chosen. What has come up since is added.
class LimitsInForce {
public:
  void look(const Simulation& simulation);
  /// Looks again after an event that chose another method or setting, or put the bodies elsewhere.
  void follow(const Event& event, const Simulation& simulation);
  /// Looks for what has come up if the last look is long enough ago: looking takes a small part of the time.
  void follow_step(const Simulation& simulation);

  std::vector<std::string> lines() const { return limits_.lines(); }

private:
  using Clock = std::chrono::steady_clock;
  MethodLimits found(const Simulation& simulation);

  Settings settings_; ///< that it looked under
  MethodLimits limits_;
  Clock::time_point looked_at_{};
  Clock::duration looking_took_{};
};

} // namespace lamina
