#include "core/simulation/simulation_state.h"

namespace lamina {

/// How far from their places surfaces may stay: where that changes no contact but by what the solver makes up
/// for.
double Simulation::State::most_lag() const {
  return method->finds_details_again(settings.contact) ? solver->surface_lag(settings, body_pointers) : 0;
}

/// Surfaces of bodies that hardly move stay where they are, so that contacts between them can be kept.
void Simulation::State::let_surfaces_lag() {
  const double most = most_lag();
  for (Body* body : body_pointers)
    body->let_surface_lag(most);
}

/// Puts surfaces where they were; without places, or where they may not lag, to their bodies.
void Simulation::State::take_surfaces(std::span<const Pose> places) {
  if (places.size() == bodies.size() && most_lag() > 0) {
    place_surfaces(body_pointers, places);
    return;
  }
  for (Body* body : body_pointers) {
    const Body::Lag lag = body->surface_lag();
    if (!lag.way.isZero(0) || !lag.turn.isZero(0))
      body->map_surface();
  }
}

} // namespace lamina
