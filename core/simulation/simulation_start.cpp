#include "core/simulation/simulation_state.h"

#include "core/response/detection_request.h"
#include "core/simulation/grown_surfaces.h"

namespace lamina {

/// Lets the solver know which rigid bodies touch before the first step. They have no volume in common yet, so
/// that detection would find each only after it has fallen for a step, and in a stack those above it later
/// still.
void Simulation::State::hold_touching() {
  const double distance = solver->touching_distance(settings, body_pointers);
  if (!(distance > 0))
    return;
  const GrownSurfaces grown = grow_surfaces(body_pointers, distance);
  std::vector<BodyPair> near;
  BroadPhase().find_pairs(
      grown.surfaces,
      [this](std::uint32_t a, std::uint32_t b) {
        return bodies[a]->twist_centre() && bodies[b]->twist_centre() && may_be_found(a, b);
      },
      0, near);
  for (BodyPair& pair : near)
    pair.rigid = true;

  // Not as fine as what is seen: a run is repeated from its settings, and cameras come later.
  Settings on_images = settings;
  on_images.contact = {};
  on_images.contact.method = "ldi";
  on_images.contact.backend = "cpu";
  std::vector<PairContacts> touching;
  make_contact_method(on_images.contact)->detect(detection_input(grown.surfaces, near, on_images), touching);
  find_properties(touching);
  const StepInput step{0, settings.simulation.time_step, scene->gravity, &settings, {}, touching, properties};
  solver->hold_touching(step, integrator.system(), grown.share);
}

} // namespace lamina
