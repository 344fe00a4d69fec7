#include "core/simulation/simulation.h"

#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/body/rigid_body.h"
#include "core/contact/broad_phase.h"
#include "core/integration/implicit_euler.h"
#include "core/simulation/substeps.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace lamina {

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

bool share_a_group(const SceneBody& a, const SceneBody& b) {
  return std::any_of(a.groups.begin(), a.groups.end(), [&b](const std::string& group) {
    return std::find(b.groups.begin(), b.groups.end(), group) != b.groups.end();
  });
}

/// Deepest interval between two different bodies, measured along its normal.
double deepest_interval(const PairContacts& pair) {
  double deepest = 0;
  for (const ContactPixelPair& pixel : pair.pixels)
    if (pixel.weight > 0)
      deepest =
          std::max(deepest, pixel.length * std::abs(pair.region.axes.col(pixel.axis).dot(pixel.normal)));
  return deepest;
}

/// What a snapshot without pixels carries of a pair.
PairContacts without_pixels(const PairContacts& pair) {
  PairContacts light;
  light.body = pair.body;
  light.volume = pair.volume;
  light.volume_xyz = pair.volume_xyz;
  light.area = pair.area;
  light.region = pair.region;
  light.contacts = pair.contacts;
  light.dropped = pair.dropped;
  light.columns = pair.columns;
  light.fragments = pair.fragments;
  return light;
}

} // namespace

/// A drag in progress: the point taken hold of, in the frame of the body's centre of mass.
struct Drag {
  std::uint32_t body;
  Vec3 local;
  Vec3 target;
  double force = 0;
};

struct Simulation::State {
  std::shared_ptr<const Scene> scene;
  Settings settings, first_settings;
  CameraView camera;
  std::vector<LoggedEvent> events;
  std::optional<Drag> drag;

  std::vector<std::unique_ptr<Body>> bodies;
  std::vector<Body*> body_pointers;
  std::vector<const Surface*> surfaces;
  std::shared_ptr<const std::vector<BodyInfo>> infos;
  Stiffness stiffness;

  std::unique_ptr<ContactMethod> method;
  std::string method_name, backend_name;
  BroadPhase broad_phase;
  std::vector<BodyPair> pairs;
  std::vector<PairContacts> contacts;
  std::vector<PairResponse> responses;
  std::vector<PairResponse::Outcome> outcomes;
  ImplicitEuler integrator;

  StepStatistics statistics;
  std::string problem;

  void build();
  void describe_bodies();
  void update_settings();
  bool may_collide(std::uint32_t a, std::uint32_t b) const;
  double pair_friction(std::uint32_t a, std::uint32_t b) const;
  void apply(const Event& event);
  void apply_setting(const SetSetting& request);
  void begin_drag(const BeginDrag& request);
  DragSpring drag_spring() const;
  bool substep(double h, StepStatistics& sums);
  void detect(StepStatistics& sums);
  void respond(double h, StepReport& report);
  void count_contacts(StepStatistics& sums) const;
  void measure_state(StepStatistics& sums) const;
  std::vector<double> save() const;
  void restore(const std::vector<double>& state);
};

void Simulation::State::build() {
  bodies.clear();
  body_pointers.clear();
  surfaces.clear();
  contacts.clear();
  responses.clear();
  outcomes.clear();
  pairs.clear();
  drag.reset();
  problem.clear();
  events.clear();
  first_settings = settings;
  broad_phase = {};
  for (const SceneBody& description : scene->bodies) {
    if (!description.mesh || !description.mesh->report.accepted)
      throw InputError("body \"" + description.name + "\": its mesh is not loaded, or was refused");
    bodies.push_back(std::make_unique<RigidBody>(description));
    body_pointers.push_back(bodies.back().get());
    surfaces.push_back(&bodies.back()->surface());
  }
  integrator.set_bodies(body_pointers);
  describe_bodies();
  statistics = {};
  update_settings();
  measure_state(statistics);
}

void Simulation::State::describe_bodies() {
  auto list = std::make_shared<std::vector<BodyInfo>>();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const SceneBody& description = scene->bodies[i];
    BodyInfo info;
    info.name = description.name;
    info.kind = description.kind;
    info.mass = bodies[i]->mass();
    info.mesh = description.mesh;
    info.colour = description.colour;
    info.rest_bounds = bounds(description.mesh->mesh);
    list->push_back(std::move(info));
  }
  infos = std::move(list);
}

/// Everything derived from settings: the method and the stiffnesses of the heaviest movable body.
void Simulation::State::update_settings() {
  if (!method || method_name != settings.method || backend_name != settings.backend) {
    method = make_contact_method(settings);
    method_name = settings.method;
    backend_name = settings.backend;
  }
  double mass = 0, size = 0;
  for (const auto& body : bodies) {
    if (body->mass() <= mass)
      continue;
    mass = body->mass();
    size = std::cbrt(body->volume());
  }
  stiffness = stiffness_in_force(settings, mass, size, scene->gravity.norm());
}

bool Simulation::State::may_collide(std::uint32_t a, std::uint32_t b) const {
  if (bodies[a]->prescribed() && bodies[b]->prescribed())
    return false;
  return !share_a_group(scene->bodies[a], scene->bodies[b]);
}

double Simulation::State::pair_friction(std::uint32_t a, std::uint32_t b) const {
  const double common = settings.friction_coefficient;
  return std::sqrt(scene->bodies[a].friction_coefficient.value_or(common) *
                   scene->bodies[b].friction_coefficient.value_or(common));
}

void Simulation::State::apply_setting(const SetSetting& request) {
  Settings changed = settings;
  set_setting(changed, request.name, request.value);
  const Settings before = settings;
  settings = changed;
  try {
    update_settings();
  } catch (...) {
    settings = before;
    throw;
  }
}

void Simulation::State::begin_drag(const BeginDrag& request) {
  if (request.body >= bodies.size())
    throw InputError("there is no body number " + std::to_string(request.body) + " to drag");
  if (bodies[request.body]->prescribed())
    throw InputError("body \"" + scene->bodies[request.body].name +
                     "\" does not move freely, so it cannot be dragged");
  if (!request.grabbed.allFinite())
    throw InputError("the grabbed point is not finite");
  drag = Drag{request.body, bodies[request.body]->pose().to_local(request.grabbed), request.grabbed};
}

void Simulation::State::apply(const Event& event) {
  if (const auto* setting = std::get_if<SetSetting>(&event)) {
    apply_setting(*setting);
  } else if (const auto* preset = std::get_if<ApplyPreset>(&event)) {
    apply_preset(settings, preset->preset);
    update_settings();
  } else if (const auto* begin = std::get_if<BeginDrag>(&event)) {
    begin_drag(*begin);
  } else if (const auto* move = std::get_if<MoveDrag>(&event)) {
    if (drag && move->target.allFinite())
      drag->target = move->target;
  } else if (std::get_if<EndDrag>(&event)) {
    drag.reset();
  } else if (const auto* view = std::get_if<SetCamera>(&event)) {
    camera = view->camera;
  } else {
    build();
  }
}

DragSpring Simulation::State::drag_spring() const {
  const Body& body = *bodies[drag->body];
  const double gravity = scene->gravity.norm() > 0 ? scene->gravity.norm() : 9.81;
  DragSpring spring;
  spring.body = drag->body;
  spring.point = body.pose() * drag->local;
  spring.target = drag->target;
  spring.mass = body.mass();
  spring.frequency = settings.drag_frequency;
  spring.force_cap = settings.drag_force_cap * body.mass() * gravity;
  spring.inertia = body.spin_inertia();
  body.point_jacobian(0, {0, 0}, spring.point, spring.jacobian);
  return spring;
}

void Simulation::State::detect(StepStatistics& sums) {
  const auto start = Clock::now();
  broad_phase.find_pairs(
      surfaces, [this](std::uint32_t a, std::uint32_t b) { return may_collide(a, b); }, 0, pairs);
  sums.timings.broad += milliseconds_since(start);

  const MethodTimings timings = method->detect(surfaces, pairs, settings, camera, contacts);
  sums.timings.upload += 1e3 * timings.upload;
  sums.timings.ldi += 1e3 * timings.ldi;
  sums.timings.volume += 1e3 * timings.volume;
}

void Simulation::State::respond(double h, StepReport& report) {
  responses.resize(contacts.size());
  for (std::size_t p = 0; p < contacts.size(); ++p) {
    const auto [a, b] = contacts[p].body;
    responses[p].begin(contacts[p], {bodies[a].get(), bodies[b].get()},
                       {integrator.system().first_block(a), integrator.system().first_block(b)}, settings,
                       stiffness, pair_friction(a, b));
  }
  std::optional<DragSpring> spring;
  if (drag)
    spring = drag_spring();
  const ImplicitStep step{statistics.time_s, h, scene->gravity, &settings, spring ? &*spring : nullptr};
  report = integrator.solve(step, responses);
  if (drag)
    drag->force = report.drag_force;
}

bool Simulation::State::substep(double h, StepStatistics& sums) {
  detect(sums);
  count_contacts(sums);
  const auto start = Clock::now();
  StepReport report;
  respond(h, report);
  sums.cg_iterations += report.iterations;
  sums.cg_residual = std::max(sums.cg_residual, report.residual);
  if (!report.finite)
    return false;

  outcomes.resize(responses.size());
  for (std::size_t p = 0; p < responses.size(); ++p)
    outcomes[p] = responses[p].outcome(integrator.velocities(), h);
  sums.contact_J = 0;
  for (const PairResponse& response : responses)
    sums.contact_J += response.energy();
  for (std::size_t i = 0; i < bodies.size(); ++i)
    bodies[i]->advance(
        h, integrator.velocities().segment(integrator.system().offset(i), integrator.system().length(i)));
  sums.timings.simulation += milliseconds_since(start);

  const std::vector<double> state = save();
  return std::all_of(state.begin(), state.end(), [](double value) { return std::isfinite(value); });
}

void Simulation::State::count_contacts(StepStatistics& sums) const {
  sums.pairs = pairs.size();
  sums.contacts = sums.fragments = sums.contact_pixels = sums.columns = sums.dropped_columns = 0;
  sums.volume_m3 = sums.deepest_m = 0;
  for (const PairContacts& pair : contacts) {
    sums.contacts += pair.contacts.size();
    sums.fragments += pair.fragments;
    sums.contact_pixels += 2 * pair.pixels.size();
    sums.columns += pair.columns;
    sums.dropped_columns += pair.dropped.size();
    sums.volume_m3 += pair.volume;
    sums.deepest_m = std::max(sums.deepest_m, deepest_interval(pair));
  }
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
  sums.state_hash = hash_bits(save(), 0);
}

std::vector<double> Simulation::State::save() const {
  std::vector<double> state;
  for (const auto& body : bodies)
    body->save(state);
  return state;
}

void Simulation::State::restore(const std::vector<double>& state) {
  std::size_t at = 0;
  std::vector<double> own;
  for (const auto& body : bodies) {
    own.clear();
    body->save(own);
    body->restore({state.data() + at, own.size()});
    at += own.size();
  }
}

Simulation::Simulation(std::shared_ptr<const Scene> scene) : state_(std::make_unique<State>()) {
  state_->scene = std::move(scene);
  state_->settings = state_->scene->settings;
  state_->camera = state_->scene->camera;
  state_->build();
}

Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;

void Simulation::apply(const Event& event) {
  const std::uint64_t step = state_->statistics.step;
  state_->apply(event);
  if (!std::holds_alternative<Reset>(event))
    state_->events.push_back({step, event});
}

bool Simulation::step() {
  State& s = *state_;
  const auto start = Clock::now();
  const std::vector<double> before = s.save();
  StepStatistics sums;
  sums.step = s.statistics.step;
  sums.time_s = s.statistics.time_s;
  sums.substeps = substeps_needed(s.body_pointers, s.settings,
                                  [&s](std::uint32_t a, std::uint32_t b) { return s.may_collide(a, b); });

  const double h = s.settings.time_step / sums.substeps;
  for (int k = 0; k < sums.substeps; ++k) {
    if (!s.substep(h, sums)) {
      s.restore(before);
      s.problem =
          "Step " + std::to_string(s.statistics.step + 1) +
          " gave positions or velocities that are not finite, so it was rejected. Lower the stiffness or the "
          "time step, or reset.";
      return false;
    }
  }
  s.problem.clear();
  ++sums.step;
  sums.time_s += s.settings.time_step;
  s.measure_state(sums);
  sums.timings.wall = milliseconds_since(start);
  s.statistics = sums;
  return true;
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
const Settings& Simulation::settings() const {
  return state_->settings;
}
const Scene& Simulation::scene() const {
  return *state_->scene;
}
const StepStatistics& Simulation::statistics() const {
  return state_->statistics;
}

std::shared_ptr<Snapshot> Simulation::snapshot(bool with_pixels) const {
  const State& s = *state_;
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->statistics = s.statistics;
  snapshot->settings = s.settings;
  snapshot->gravity_m_s2 = s.scene->gravity.norm();
  snapshot->up = s.scene->up();
  snapshot->depth_stiffness = s.stiffness.per_depth;
  snapshot->volume_stiffness = s.stiffness.per_volume;
  snapshot->infos = s.infos;
  snapshot->problem = s.problem;
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    const Body& body = *s.bodies[i];
    BodyState state;
    state.id = static_cast<std::uint32_t>(i);
    state.pose = body.pose();
    state.mesh_pose = body.mesh_pose();
    state.velocity = body.linear_velocity();
    state.spin = body.angular_velocity();
    snapshot->bodies.push_back(state);
  }

  // Contacts of the last step's beginning, with the forces that they ended up with.
  for (std::size_t p = 0; p < s.outcomes.size(); ++p) {
    const PairContacts& contacts = s.contacts[p];
    for (int side = 0; side < 2; ++side) {
      snapshot->bodies[contacts.body[side]].contact_force += s.outcomes[p].force[side];
      snapshot->bodies[contacts.body[side]].contact_torque += s.outcomes[p].torque[side];
    }
    PairState pair;
    pair.contacts = with_pixels ? contacts : without_pixels(contacts);
    pair.pressure = s.outcomes[p].pressure;
    pair.force_on_a = s.outcomes[p].force[0];
    snapshot->pairs.push_back(std::move(pair));
  }
  if (s.drag) {
    const Vec3 point = s.bodies[s.drag->body]->pose() * s.drag->local;
    snapshot->drag = DragState{s.drag->body, point, s.drag->target, s.drag->force};
  }
  return snapshot;
}

} // namespace lamina
