#pragma once

#include "core/simulation/simulation.h"

#include <string>
#include <vector>

namespace lamina {

/// What a simulation's method does not do for its bodies (method_limits), as they were when the method, or a
/// setting that this depends on, was last chosen.
class LimitsInForce {
public:
  void look(const Simulation& simulation);
  /// Looks again after an event that chose another method or setting, or put the bodies elsewhere.
  void follow(const Event& event, const Simulation& simulation);

  const std::vector<std::string>& lines() const { return lines_; }

private:
  Settings settings_; ///< that it looked under
  std::vector<std::string> lines_;
};

} // namespace lamina
