#include "core/simulation/simulation.h"

#include "core/response/detection_request.h"
#include "core/response/penalty/stiffness.h"
#include "core/simulation/simulation_state.h"
#include "core/simulation/stopwatch.h"
#include "core/simulation/substeps.h"

#include <new>

namespace lamina {

Simulation::Simulation(std::shared_ptr<const Scene> scene) : state_(std::make_unique<State>()) {
  state_->scene = std::move(scene);
  state_->tuned = state_->scene;
  state_->settings = state_->scene->settings;
  state_->camera = state_->scene->camera;
  state_->build();
}

Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;

void Simulation::apply(const Event& event) {
  const std::uint64_t step = state_->statistics.step;
  state_->apply(event);
  if (std::holds_alternative<Reset>(event))
    state_->log_camera(); // it stays where it is, so the new run does not start with the scene's
  else
    state_->events.push_back({step, event});
}

/// The bodies stay as the last step, and cuts since, left them.
void Simulation::State::reject_step(const std::string& why) {
  repeat_cuts(standing_cuts(events, statistics.step));
  problem = "Step " + std::to_string(statistics.step + 1) + " " + why;
}

bool Simulation::step() {
  State& s = *state_;
  const Stopwatch watch;
  StepStatistics sums;
  sums.step = s.statistics.step;
  sums.time_s = s.statistics.time_s;
  const StepDivision division =
      divide_step(s.body_pointers, s.speed_gains(), s.settings,
                  [&s](std::uint32_t a, std::uint32_t b) { return s.may_collide(a, b); });
  sums.substeps = division.parts;
  s.watch.before_step(s.body_pointers, division);

  const double h = s.settings.simulation.time_step / sums.substeps;
  try {
    for (int k = 0; k < sums.substeps; ++k)
      if (!s.substep(h, sums)) {
        s.reject_step("gave positions or velocities that are not finite, so it was rejected. Lower the "
                      "stiffness or the time step, or reset.");
        return false;
      }
  } catch (const std::bad_alloc&) {
    s.forget_contacts();
    s.reject_step("needs more memory than there is, so it was not made. Lower the resolution and go on.");
    return false;
  } catch (const std::exception& error) {
    s.forget_contacts();
    s.reject_step(std::string("could not be made: ") + error.what());
    return false;
  }
  s.problem.clear();
  ++sums.step;
  sums.time_s += s.settings.simulation.time_step;
  s.measure_state(sums);
  sums.timings.wall = watch.milliseconds();
  s.statistics = sums;
  s.keep_state();
  s.watch.after_step(s.body_pointers, s.settings, s.statistics);
  if (const std::optional<BackendFallback> fallback = s.method->fallback()) {
    apply(SetSetting{"backend", fallback->backend});
    s.notice = fallback->reason;
  }
  return true;
}

bool Simulation::go_back(std::uint64_t step) {
  return state_->go_back(step);
}

void Simulation::go_to(std::uint64_t step, std::span<const LoggedEvent> events,
                       const std::function<StoredState(std::uint64_t)>& stored) {
  // What is given may be the simulation's own log, which is about to change.
  const std::vector<LoggedEvent> given(events.begin(), events.end());
  state_->go_to(step, given, stored);
}

std::span<const double> Simulation::body_states() const {
  return state_->history.newest().bodies;
}

Simulation::StoredState Simulation::stored_state() const {
  const KeptState& newest = state_->history.newest();
  return {newest.statistics, newest.bodies, newest.multipliers, newest.sleep, newest.surfaces};
}

std::uint64_t Simulation::oldest_step() const {
  return state_->history.oldest();
}

const std::vector<Simulation::LoggedEvent>& Simulation::events() const {
  return state_->events;
}
const Settings& Simulation::first_settings() const {
  return state_->first_settings;
}
const std::string& Simulation::problem() const {
  return state_->problem;
}
const std::string& Simulation::notice() const {
  return state_->notice;
}
const std::vector<RunNotice>& Simulation::notices() const {
  return state_->watch.notices();
}
const Settings& Simulation::settings() const {
  return state_->settings;
}
const Scene& Simulation::scene() const {
  return *state_->scene;
}
const StepStatistics& Simulation::statistics() const {
  return state_->statistics;
}

namespace {

/// The velocity of a surface point that moves with the body's generalised velocity v.
Vec3 point_velocity(const Body& body, const BlockVector& v, std::uint32_t triangle,
                    const std::array<float, 2>& barycentric, const Vec3& world,
                    std::vector<BlockJacobian>& scratch) {
  scratch.clear();
  body.point_jacobian(triangle, barycentric, world, scratch);
  Vec3 velocity = Vec3::Zero();
  for (const BlockJacobian& entry : scratch)
    velocity += entry.value * v.segment<3>(3 * static_cast<Eigen::Index>(entry.block));
  return velocity;
}

/// How the second end of each friction point moves against the first.
std::vector<Vec3> slide_of(const PairContacts& contacts, const Body& a, const Body& b) {
  const std::array<const Body*, 2> bodies{&a, &b};
  std::array<BlockVector, 2> velocities;
  for (int side = 0; side < 2; ++side) {
    velocities[side].resize(3 * static_cast<Eigen::Index>(bodies[side]->block_count()));
    bodies[side]->velocity(velocities[side]);
  }
  std::vector<Vec3> slide;
  slide.reserve(contacts.friction_points());
  std::vector<BlockJacobian> scratch;
  contacts.for_each_friction_point([&](const FrictionPoint& point) {
    const auto end = [&](int k) {
      const int side = point.body[k] & 1;
      return point_velocity(*bodies[side], velocities[side], point.triangle[k], point.barycentric[k],
                            point.middle, scratch);
    };
    slide.push_back(end(1) - end(0));
  });
  return slide;
}

std::vector<HeldNode> held_nodes(const Body& body, const Grip& grip) {
  double firmest = 0;
  for (const Grip::Node& node : grip.nodes)
    firmest = std::max(firmest, node.weight);
  std::vector<HeldNode> held;
  held.reserve(grip.nodes.size());
  for (const Grip::Node& node : grip.nodes) {
    Grip alone;
    alone.part = grip.part;
    alone.nodes = {{node.node, 1}};
    held.push_back({body.grip_point(alone), node.weight / firmest});
  }
  return held;
}

} // namespace

std::shared_ptr<Snapshot> Simulation::recorded_snapshot() const {
  const State& s = *state_;
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->statistics = s.statistics;
  snapshot->settings = s.settings;
  snapshot->gravity_m_s2 = s.scene->gravity.norm();
  snapshot->up = s.scene->up();
  const Stiffness stiffness =
      stiffness_in_force(s.settings.response, s.body_pointers, s.scene->gravity.norm());
  snapshot->depth_stiffness = stiffness.per_depth;
  snapshot->volume_stiffness = stiffness.per_volume;
  snapshot->infos = s.infos;
  snapshot->problem = s.problem;
  snapshot->notice = s.notice;
  snapshot->notices = s.watch.notices();
  snapshot->device = s.method->device();
  snapshot->drawing = s.method->drawing();
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    const Body& body = *s.bodies[i];
    BodyState state;
    state.id = static_cast<std::uint32_t>(i);
    state.pose = body.pose();
    state.mesh_pose = body.mesh_pose();
    state.velocity = body.linear_velocity();
    state.spin = body.angular_velocity();
    state.asleep = body.asleep();
    snapshot->bodies.push_back(std::move(state));
  }
  // Of the last step's beginning, with the forces that its contacts ended up with.
  const auto add_forces = [&snapshot](const PairContacts& pair, const PairOutcome& outcome) {
    for (int side = 0; side < 2; ++side) {
      BodyState& body = snapshot->bodies[pair.body[side]];
      body.contact_force += outcome.force[side];
      body.contact_torque += outcome.torque[side];
    }
  };
  for (std::size_t p = 0; p < s.outcomes.size(); ++p)
    add_forces(s.contacts[p], s.outcomes[p]);
  for (const RestingPair& pair : s.resting)
    add_forces(pair.contacts, pair.outcome);
  for (const Drag& drag : s.drags) {
    const Body& body = *s.bodies[drag.body];
    snapshot->drags.push_back(
        {drag.body, body.grip_point(drag.grip), drag.target, drag.force, held_nodes(body, drag.grip)});
  }
  snapshot->oldest_step = oldest_step();
  snapshot->cuts = standing_cuts(s.events, s.statistics.step).size();
  return snapshot;
}

void Simulation::State::add_tree_boxes(int level, std::vector<TreeBox>& boxes) const {
  std::vector<Box> own;
  for (std::uint32_t surface = 0; surface < pieces.surfaces().size(); ++surface) {
    const std::uint32_t body = pieces.body_of(surface);
    if (body >= bodies.size())
      return;
    own.clear();
    method->tree_boxes(surface, level, own);
    for (const Box& box : own)
      boxes.push_back({body, box});
  }
}

/// Those of the bodies that are there now: one of a body that has gone may still be known by its number.
std::vector<std::shared_ptr<const SurfaceTree>> Simulation::State::surface_trees() {
  std::vector<std::shared_ptr<const SurfaceTree>> trees(bodies.size());
  for (std::uint32_t body = 0; body < std::min(bodies.size(), pieces.bodies()); ++body) {
    const Surface& surface = bodies[body]->surface();
    const auto tree = method->surface_tree(pieces.surfaces_of({body, body}).a);
    if (tree && tree->triangles == surface.triangles && tree->rest == surface.rest)
      trees[body] = tree;
  }
  return trees;
}

std::shared_ptr<const EvidenceSet> Simulation::State::search_now() {
  if (!method->shows_search())
    return nullptr;
  BroadPhase all;
  std::vector<BodyPair> may_touch;
  list_pairs(all, true, may_touch);
  auto seen = std::make_shared<EvidenceSet>();
  method->show_search(detection_input(shapes(), may_touch, settings, camera), *seen);
  return seen;
}

std::shared_ptr<Snapshot> Simulation::snapshot(const SnapshotExtras& extras) const {
  State& s = *state_;
  // Before pixels are brought, for that is a detection of its own.
  const std::shared_ptr<const DeviceEvidence> on_device = extras.drawn ? s.known_device_evidence() : nullptr;
  const bool all_pixels = extras.pixels || (extras.drawn && !on_device);
  if (all_pixels)
    s.bring_pixels();
  std::shared_ptr<Snapshot> snapshot = recorded_snapshot();
  snapshot->device_evidence = on_device;
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    const Body& body = *s.bodies[i];
    if (!body.deforms())
      continue;
    BodyState& state = snapshot->bodies[i];
    state.positions = std::make_shared<const std::vector<Vec3>>(body.surface().positions);
    if (extras.inside) {
      auto inside = std::make_shared<BodyInside>();
      body.look_inside(*inside);
      state.inside = std::move(inside);
    }
  }
  const auto add_pair = [&](const PairContacts& contacts, const PairOutcome& outcome, bool pixels) {
    PairState& pair = snapshot->pairs.emplace_back();
    pair.contacts = pixels ? contacts : contacts.summary();
    pair.pressure = outcome.pressure;
    pair.force_on_a = outcome.force[0];
    const auto [a, b] = contacts.body;
    if (pixels && (s.bodies[a]->deforms() || s.bodies[b]->deforms()))
      pair.slide = slide_of(contacts, *s.bodies[a], *s.bodies[b]);
  };
  for (std::size_t p = 0; p < s.outcomes.size(); ++p)
    add_pair(s.contacts[p], s.outcomes[p], all_pixels || (on_device && !on_device->has(p)));
  for (const RestingPair& pair : s.resting)
    add_pair(pair.contacts, pair.outcome, all_pixels);
  if (extras.trees)
    snapshot->trees = s.surface_trees();
  if (extras.tree_level)
    s.add_tree_boxes(*extras.tree_level, snapshot->tree_boxes);
  if (extras.search)
    snapshot->search = s.search_now();
  return snapshot;
}

} // namespace lamina
