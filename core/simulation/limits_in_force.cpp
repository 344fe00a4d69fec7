#include "core/simulation/limits_in_force.h"

#include "core/yardstick/method_limits.h"

#include <tuple>

namespace lamina {

namespace {

auto what_counts(const Settings& s) {
  return std::tie(s.method, s.stiffness_source, s.law, s.depth_stiffness, s.proximity_distance,
                  s.proximity_depth);
}

} // namespace

void LimitsInForce::follow(const Event& event, const Simulation& simulation) {
  if (std::holds_alternative<Reset>(event) || what_counts(settings_) != what_counts(simulation.settings()))
    look(simulation);
}

void LimitsInForce::look(const Simulation& simulation) {
  settings_ = simulation.settings();
  lines_.clear();
  if (measures_volume(settings_.method))
    return;
  Yardstick yardstick(simulation.scene());
  yardstick.take(simulation.body_states());
  lines_ = method_limits(yardstick, simulation.scene(), settings_);
}

} // namespace lamina
