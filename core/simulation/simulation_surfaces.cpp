#include "core/simulation/simulation_state.h"

#include <algorithm>
#include <utility>

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

/// Contacts and forces between surfaces that are not there any more.
void Simulation::State::drop_contacts_of(std::span<const std::uint32_t> changed) {
  const auto has_changed = [changed](std::uint32_t body) {
    return std::binary_search(changed.begin(), changed.end(), body);
  };
  std::size_t kept_pairs = 0;
  for (std::size_t p = 0; p < contacts.size(); ++p) {
    if (has_changed(contacts[p].body[0]) || has_changed(contacts[p].body[1]))
      continue;
    std::swap(contacts[kept_pairs], contacts[p]);
    if (p < outcomes.size())
      std::swap(outcomes[kept_pairs], outcomes[p]);
    ++kept_pairs;
  }
  contacts.resize(kept_pairs);
  outcomes.resize(std::min(outcomes.size(), kept_pairs));
  std::erase_if(pairs, [&](const BodyPair& pair) { return has_changed(pair.a) || has_changed(pair.b); });
  kept.forget();
  device_evidence.reset();
  method_has_them = false;
}

/// What is known of a body that follows from its triangles and tetrahedra.
void Simulation::State::describe_surface(std::size_t body, BodyInfo& info) const {
  info.mesh = bodies[body]->mesh();
  info.self_offset = surfaces[body]->self_offset;
  info.piece_of_vertex = surfaces[body]->piece_of_vertex;
  info.pieces = count_pieces(*surfaces[body]);
}

/// Brings everything up to date that follows from the triangles of a body and from which nodes it has: a body
/// that broke, was cut, or went back to before that.
void Simulation::State::follow_surfaces() {
  std::vector<std::uint32_t> changed;
  for (std::uint32_t body = 0; body < topologies.size(); ++body)
    if (surfaces[body]->topology != topologies[body])
      changed.push_back(body);
  if (changed.empty())
    return;
  integrator.set_bodies(body_pointers);
  drop_contacts_of(changed);
  auto described = std::make_shared<std::vector<BodyInfo>>(*infos);
  for (const std::uint32_t body : changed) {
    topologies[body] = surfaces[body]->topology;
    describe_surface(body, (*described)[body]);
    for (Drag& drag : drags)
      if (drag.body == body)
        bodies[body]->renew(drag.grip);
  }
  infos = std::move(described);
}

} // namespace lamina
