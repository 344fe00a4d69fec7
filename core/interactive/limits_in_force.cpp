#include "core/interactive/limits_in_force.h"

#include <algorithm>
#include <tuple>

namespace lamina {

namespace {

/// What comes up in a run is not urgent.
constexpr std::chrono::milliseconds look_interval{500};
constexpr int most_of_looking = 40; ///< times what it takes lie between the beginnings of two looks

auto what_counts(const Settings& s) {
  return std::tie(s.contact.method, s.response.stiffness_source, s.response.law, s.response.depth_stiffness,
                  s.contact.proximity.distance, s.contact.proximity.depth);
}

} // namespace

void LimitsInForce::follow(const Event& event, const Simulation& simulation) {
  if (std::holds_alternative<Reset>(event) || what_counts(settings_) != what_counts(simulation.settings()))
    look(simulation);
}

void LimitsInForce::look(const Simulation& simulation) {
  settings_ = simulation.settings();
  limits_ = found(simulation);
}

void LimitsInForce::follow_step(const Simulation& simulation) {
  if (measures_volume(settings_.contact) ||
      Clock::now() - looked_at_ < std::max<Clock::duration>(look_interval, most_of_looking * looking_took_))
    return;
  limits_.add_later(found(simulation));
}

MethodLimits LimitsInForce::found(const Simulation& simulation) {
  looked_at_ = Clock::now();
  MethodLimits limits = method_limits(simulation.scene(), settings_, simulation.body_states());
  looking_took_ = Clock::now() - looked_at_;
  return limits;
}

} // namespace lamina
