#include "core/simulation/simulation_state.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/body/rotation.h"
#include "core/contact/enclosed/enclosed_pieces.h"
#include "core/contact/sampled_cells.h"
#include "core/response/detection_request.h"
#include "core/simulation/stopwatch.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace lamina {

namespace {

/// Greatest depth of a contact, no more than the region is thick.
double deepest_contact(const PairContacts& pair) {
  double deepest = 0;
  for (const Contact& contact : pair.contacts)
    deepest = std::max(deepest, contact.depth());
  return std::min(deepest, pair.region.size.minCoeff());
}

} // namespace

DragSpring Simulation::State::drag_spring(const Drag& drag) const {
  const Body& body = *bodies[drag.body];
  const double gravity = scene->gravity.norm() > 0 ? scene->gravity.norm() : 9.81;
  DragSpring spring;
  spring.body = drag.body;
  spring.point = body.grip_point(drag.grip);
  spring.target = drag.target;
  spring.mass = body.mass();
  spring.frequency = settings.drag.frequency;
  spring.force_cap = settings.drag.force_cap * body.mass() * gravity;
  spring.inertia = body.spin_inertia();
  if (drag.turn)
    spring.turn = rotation_log(
        (rotation_exp(*drag.turn) * drag.orientation * body.pose().orientation.conjugate()).normalized());
  body.grip_jacobian(drag.grip, spring.jacobian);
  return spring;
}

std::vector<double> Simulation::State::speed_gains() const {
  std::vector<double> gains(drags.empty() ? 0 : bodies.size());
  for (const Drag& drag : drags)
    gains[drag.body] += speed_gain(drag_spring(drag), settings.simulation.time_step);
  return gains;
}

void Simulation::State::find_pairs() {
  list_pairs(broad_phase, false, pairs);
}

/// Pairs that may touch, of bodies or their pieces. Two pieces of one body meet where bodies meet themselves.
void Simulation::State::list_pairs(BroadPhase& by, bool resting_too, std::vector<BodyPair>& found) {
  follow_pieces();
  const bool meet_themselves = detection_request(settings).within.has_value();
  const auto looked_at = [&](std::uint32_t surface_a, std::uint32_t surface_b) {
    const std::uint32_t a = pieces.body_of(surface_a), b = pieces.body_of(surface_b);
    if (a == b && !(meet_themselves && surfaces[a]->self_contact))
      return false;
    return may_be_found(a, b) && (resting_too || !sleep.any() || !sleep.still(a, b));
  };
  // By reference, as a copy of what it captures would be allocated.
  by.find_pairs(pieces.surfaces(), std::cref(looked_at), 0.5 * method->reach(surfaces, settings.contact),
                found);
  for (std::uint32_t i = 0; meet_themselves && i < pieces.surfaces().size(); ++i)
    if (looked_at(i, i))
      found.push_back({i, i});
  for (BodyPair& pair : found)
    pair = pieces.bodies_of(pair);
}

/// The parts of bodies that the method needs.
CollisionShapes Simulation::State::shapes() {
  return body_shapes.of(surfaces, body_pointers, needed_parts(settings.contact.method));
}

void Simulation::State::follow_pieces() {
  const bool apart = needed_parts(settings.contact.method).pieces;
  const CollisionShapes at_rest = body_shapes.of(surfaces, body_pointers, {.rest = apart});
  pieces.follow(surfaces, at_rest.rest, apart);
}

/// Detects pairs of bodies, or of their pieces. `checked`: with bounds of their volumes, if these are wanted.
MethodTimings Simulation::State::detect_pairs(std::span<const BodyPair> wanted, bool checked,
                                              std::vector<PairContacts>& found) {
  CollisionShapes looked_at = shapes();
  std::vector<BodyPair> of_surfaces;
  if (pieces.any()) {
    looked_at.surfaces = pieces.surfaces();
    for (const BodyPair& pair : wanted)
      of_surfaces.push_back(pieces.surfaces_of(pair));
    wanted = of_surfaces;
  }
  const DetectionInput input = detection_input(looked_at, wanted, settings, camera);
  MethodTimings timings = method->detect(input, found);
  if (checked)
    volume_check.find(input, found, timings);
  if (pieces.any() && measures_volume(settings.contact))
    enclosed::lead_pieces_out(input, found);
  if (pieces.any())
    for (PairContacts& contacts_of_pair : found)
      pieces.name_bodies(contacts_of_pair);
  return timings;
}

void Simulation::State::detect(StepStatistics& sums) {
  const Stopwatch watch;
  kept.begin(pairs);
  find_pairs();
  choose_pixels();
  if (!method->finds_details_again(settings.contact))
    kept.forget();
  // A device draws the contacts of a whole detection.
  kept.choose(body_pointers, pairs, !method->device().empty());
  sums.timings.broad += watch.milliseconds();
  if (kept.unchanged())
    return;

  device_evidence.reset();
  method_has_them = false;
  const MethodTimings timings = detect_changed(sums);
  const std::span<const std::size_t> phases = phases_of_method(settings.contact.method);
  for (std::size_t k = 0; k < phases.size(); ++k)
    sums.timings.detection[phases[k]] += 1e3 * timings[k];
}

/// What has changed since the last detection.
MethodTimings Simulation::State::detect_changed(StepStatistics& sums) {
  const bool all = kept.changed().size() == pairs.size();
  std::vector<PairContacts>& found = all ? contacts : kept.found();
  MethodTimings timings{};
  if (all || !kept.changed().empty()) {
    timings = detect_pairs(kept.changed(), true, found);
    const Stopwatch watch;
    sum_samples(detection_input(surfaces, kept.changed(), settings, camera), found);
    sums.timings.simulation += watch.milliseconds();
  }
  if (!all)
    kept.merge(contacts);
  kept.note_found();
  // What a device has of pieces goes by their own numbers.
  method_has_them = all && !pieces.any();
  return timings;
}

StepReport Simulation::State::respond(double h) {
  std::vector<DragSpring> springs;
  for (const Drag& drag : drags)
    springs.push_back(drag_spring(drag));
  find_properties(contacts);
  const StepInput step{statistics.time_s, h, scene->gravity, &settings, springs, contacts, properties};
  const StepReport report = integrator.solve(step, *solver, outcomes);
  for (std::size_t i = 0; report.finite && i < drags.size(); ++i)
    drags[i].force = drag_force(springs[i], h, integrator.system(), integrator.velocities());
  return report;
}

/// What is touched wakes, and its own contacts are found too.
void Simulation::State::detect_and_wake(double h, StepStatistics& sums) {
  if (!may_sleep()) {
    detect(sums);
    return;
  }
  sleep.watch(settings.response, h);
  do
    detect(sums);
  while (sleep.wake_touched(contacts));
  std::erase_if(resting,
                [this](const RestingPair& pair) { return !sleep.still(pair.bodies.a, pair.bodies.b); });
}

bool Simulation::State::substep(double h, StepStatistics& sums) {
  detect_and_wake(h, sums);
  count_contacts(sums);
  const Stopwatch watch;
  const StepReport report = respond(h);
  sums.cg_iterations += report.iterations;
  sums.cg_residual = std::max(sums.cg_residual, report.residual);
  sums.newton_steps += report.newton_steps;
  sums.rounds += report.rounds;
  sums.complementarity_m_s = std::max(sums.complementarity_m_s, report.complementarity);
  if (!report.finite)
    return false;

  count_outcomes(h, sums);
  sums.normal_impulse_Ns += report.unseen_normal_impulse;
  sums.impulse_Ns += report.unseen_impulse;
  if (may_sleep())
    lay_down();
  let_surfaces_lag();
  const std::vector<BladeEdge> blades = blade_edges();
  const BlockVector& reached = integrator.velocities();
  const BlockVector* motion = solver->motion();
  parallel_for(bodies.size(), settings.simulation.threads, [&](std::size_t i) {
    if (bodies[i]->asleep())
      return;
    const auto offset = integrator.system().offset(i), length = integrator.system().length(i);
    bodies[i]->advance(h, (motion ? *motion : reached).segment(offset, length));
    if (motion)
      bodies[i]->set_velocity(reached.segment(offset, length));
    bodies[i]->break_apart();
  });
  cut_with_blades(blades);
  follow_surfaces();
  sums.timings.simulation += watch.milliseconds();

  save(newest.bodies);
  return std::all_of(newest.bodies.begin(), newest.bodies.end(),
                     [](double value) { return std::isfinite(value); });
}

void Simulation::State::count_contacts(StepStatistics& sums) const {
  sums.pairs = pairs.size() + resting.size();
  sums.contacts = 0;
  sums.deepest_m = 0;
  static_cast<DetectionCounts&>(sums) = {};
  const auto count = [&sums](const PairContacts& pair) {
    sums.contacts += pair.contacts.size();
    sums.deepest_m = std::max(sums.deepest_m, deepest_contact(pair));
    for (const auto& evidence : pair.evidence.all())
      evidence->count(sums);
  };
  for (const PairContacts& pair : contacts)
    count(pair);
  for (const RestingPair& pair : resting)
    count(pair.contacts);
}

void Simulation::State::count_outcomes(double h, StepStatistics& sums) const {
  sums.contact_J = 0;
  const auto count = [h, &sums](const PairContacts& pair, const PairOutcome& outcome) {
    sums.contact_J += outcome.energy;
    for (std::size_t c = 0; c < outcome.pressure.size(); ++c)
      sums.normal_impulse_Ns += h * outcome.pressure[c] * pair.contacts[c].area;
    sums.impulse_Ns += h * outcome.force[0].norm();
  };
  for (std::size_t p = 0; p < outcomes.size(); ++p)
    count(contacts[p], outcomes[p]);
  for (const RestingPair& pair : resting)
    count(pair.contacts, pair.outcome);
}

void Simulation::State::measure_state(StepStatistics& sums) const {
  sums.kinetic_J = sums.potential_J = sums.elastic_J = 0;
  sums.momentum.setZero();
  for (const auto& body : bodies) {
    sums.kinetic_J += body->kinetic_energy();
    sums.potential_J += body->potential_energy(scene->gravity);
    sums.elastic_J += body->elastic_energy();
    sums.momentum += body->momentum();
  }
}

void Simulation::State::save(std::vector<double>& state) const {
  state.clear();
  for (const auto& body : bodies)
    body->save(state);
}

std::vector<double> Simulation::State::save() const {
  std::vector<double> state;
  save(state);
  return state;
}

void Simulation::State::restore(const std::vector<double>& state) {
  std::span<const double> left = state;
  for (const auto& body : bodies)
    left = body->restore(left);
  if (!left.empty())
    throw InputError("the stored state has " + std::to_string(left.size()) +
                     " numbers more than the bodies of the scene: it belongs to another scene");
  follow_surfaces();
}

} // namespace lamina
