#include "core/settings/setting_scope.h"
#include "core/simulation/simulation_state.h"

#include "core/base/error.h"
#include "core/body/make_body.h"
#include "core/contact/self_offset.h"
#include "core/simulation/live_changes.h"

#include <algorithm>
#include <cmath>

namespace lamina {

void Simulation::State::forget_contacts() {
  contacts.clear();
  resting.clear();
  if (solver)
    solver->clear();
  outcomes.clear();
  pairs.clear();
  device_evidence.reset();
  method_has_them = false;
  kept.forget();
}

void Simulation::State::forget_steps() {
  forget_contacts();
  drags.clear();
  history.clear();
  problem.clear();
  events.clear();
  if (method)
    method->restore_memory({});
  sleep.begin(body_pointers);
}

void Simulation::State::build() {
  bodies.clear();
  body_pointers.clear();
  surfaces.clear();
  forget_steps();
  first_settings = settings;
  broad_phase = {};
  scene = tuned;
  for (const SceneBody& description : scene->bodies) {
    if (!description.mesh || !description.mesh->report.accepted)
      throw InputError("body \"" + description.name + "\": its mesh is not loaded, or was refused");
    bodies.push_back(make_body(description));
    if (bodies.back()->surface().self_contact && !is_sheet(bodies.back()->surface()))
      bodies.back()->set_self_offset(rest_overlap(bodies.back()->surface()));
    body_pointers.push_back(bodies.back().get());
    surfaces.push_back(&bodies.back()->surface());
  }
  topologies.clear();
  for (const Surface* surface : surfaces)
    topologies.push_back(surface->topology);
  integrator.set_bodies(body_pointers);
  sleep.begin(body_pointers);
  list_rules();
  describe_bodies();
  statistics = {};
  update_settings();
  hold_touching();
  measure_state(statistics);
  keep_state();
  watch.begin(*scene, body_pointers);
}

void Simulation::State::describe_bodies() {
  auto list = std::make_shared<std::vector<BodyInfo>>();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const SceneBody& description = scene->bodies[i];
    BodyInfo info;
    info.name = description.name;
    info.kind = description.kind;
    info.mass = bodies[i]->mass();
    info.colour = description.colour;
    info.rest_bounds = bounds(description.mesh->mesh);
    info.material = description.material;
    info.self_contact = surfaces[i]->self_contact;
    info.can_be_cut = bodies[i]->can_be_cut();
    describe_surface(i, info);
    list->push_back(std::move(info));
  }
  infos = std::move(list);
}

/// Says which bodies the method cannot see, and why; empty if it sees all.
std::string Simulation::State::find_unseen() {
  needed = needed_parts(settings.contact.method);
  unseen.assign(bodies.size(), false);
  std::string part, names;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const std::string missing = missing_part(*bodies[i], needed);
    if (missing.empty())
      continue;
    unseen[i] = true;
    part = missing;
    names += (names.empty() ? "\"" : ", \"") + scene->bodies[i].name + "\"";
  }
  return names.empty() ? ""
                       : "method " + settings.contact.method + " needs " + part +
                             ", so these bodies, which have none, meet " +
                             (needed.mixed ? "only those that have: " : "nothing: ") + names;
}

/// Throws InputError if there is cloth that the method would not see.
void Simulation::State::refuse_unseen_cloth() const {
  if (needed_parts(settings.contact.method).sheets)
    return;
  const bool by_volume = measures_volume(settings.contact);
  bool all_closed = true;
  std::string names;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (scene->bodies[i].kind == BodyKind::cloth && !(by_volume && bodies[i]->can_enclose())) {
      all_closed = all_closed && bodies[i]->can_enclose();
      names += (names.empty() ? "\"" : ", \"") + scene->bodies[i].name + "\"";
    }
  if (!names.empty())
    throw InputError("method " + settings.contact.method +
                     (by_volume ? " needs closed surfaces, and this cloth is open: " : " sees no cloth: ") +
                     names + "; choose the method proximity" + (all_closed ? ", or ldi by volume" : ""));
}

/// To a method that measures volumes, closed cloth bounds what is within it.
void Simulation::State::enclose_cloth() {
  const bool by_volume = measures_volume(settings.contact);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!bodies[i]->can_enclose())
      continue;
    bodies[i]->enclose(by_volume);
    topologies[i] = surfaces[i]->topology;
  }
}

/// What is derived from settings: solver and method. Contacts are found anew.
void Simulation::State::update_settings() {
  if (!solver || constrained != uses_constraints(settings)) {
    solver = make_contact_solver(settings);
    constrained = uses_constraints(settings);
  }
  std::unique_ptr<ContactMethod> made;
  if (!method || method_name != settings.contact.method || backend_name != settings.contact.backend)
    made = make_contact_method(settings.contact);
  refuse_unseen_cloth();
  if (made) {
    method = std::move(made);
    method_has_them = false;
    method_name = settings.contact.method;
    backend_name = settings.contact.backend;
    notice = find_unseen();
  }
  enclose_cloth();
  kept.forget();
  if (most_lag() == 0)
    take_surfaces({});
}

void Simulation::State::list_rules() {
  rules.clear();
  std::map<std::string, std::uint32_t> index;
  for (std::uint32_t i = 0; i < scene->bodies.size(); ++i)
    index.emplace(scene->bodies[i].name, i);
  for (const PairRule& rule : scene->pairs) {
    const auto a = index.find(rule.bodies[0]), b = index.find(rule.bodies[1]);
    if (a == index.end() || b == index.end())
      throw InputError("there is no body \"" + rule.bodies[a == index.end() ? 0 : 1] +
                       "\", which \"pairs\" names");
    rules[{std::min(a->second, b->second), std::max(a->second, b->second)}] = rule;
  }
}

const PairRule* Simulation::State::rule_of(std::uint32_t a, std::uint32_t b) const {
  if (rules.empty())
    return nullptr;
  const auto found = rules.find({std::min(a, b), std::max(a, b)});
  return found == rules.end() ? nullptr : &found->second;
}

bool Simulation::State::may_collide(std::uint32_t a, std::uint32_t b) const {
  if (bodies[a]->prescribed() && bodies[b]->prescribed())
    return false;
  const PairRule* rule = rule_of(a, b);
  return !(rule && !rule->collide) && (a == b || !share_a_group(scene->bodies[a], scene->bodies[b]));
}

/// By the rule of the pair. Else the geometric means of what its bodies say, and the greater restitution: a
/// ball bounces off a floor that says nothing.
PairProperties Simulation::State::pair_properties(std::uint32_t a, std::uint32_t b) const {
  const PairRule* rule = rule_of(a, b);
  const SceneBody &of_a = tuned->bodies[a], &of_b = tuned->bodies[b];
  const double common = settings.friction.coefficient;
  PairProperties pair;
  pair.friction_coefficient = rule && rule->friction_coefficient
                                  ? *rule->friction_coefficient
                                  : std::sqrt(of_a.friction_coefficient.value_or(common) *
                                              of_b.friction_coefficient.value_or(common));
  const double usual = settings.response.restitution;
  pair.restitution = rule && rule->restitution
                         ? *rule->restitution
                         : std::max(of_a.restitution.value_or(usual), of_b.restitution.value_or(usual));
  pair.stiffness_factor = rule && rule->contact_stiffness
                              ? *rule->contact_stiffness
                              : std::sqrt(of_a.contact_stiffness * of_b.contact_stiffness);
  return pair;
}

void Simulation::State::find_properties(std::span<const PairContacts> of) {
  properties.clear();
  for (const PairContacts& pair : of)
    properties.push_back(pair_properties(pair.body[0], pair.body[1]));
}

void Simulation::State::apply_setting(const SetSetting& request) {
  Settings changed = settings;
  set_setting(changed, request.name, request.value);
  // A method that does not run on the backend in force brings one along, in the same event.
  if (request.name == "method")
    changed.contact.backend = usable_backend(changed.contact);
  const Settings before = settings;
  settings = changed;
  try {
    update_settings();
  } catch (...) {
    settings = before;
    throw;
  }
}

Drag Simulation::State::take_hold(std::uint32_t body, const Vec3& point) const {
  if (body >= bodies.size())
    throw InputError("there is no body number " + std::to_string(body) + " to drag");
  if (bodies[body]->prescribed())
    throw InputError("body \"" + scene->bodies[body].name +
                     "\" does not move freely, so it cannot be dragged");
  const Pose pose = bodies[body]->pose();
  return {body, bodies[body]->take_hold(point), point, Vec3::Zero(), pose.orientation};
}

void Simulation::State::begin_drag(const BeginDrag& request) {
  if (!request.grabbed.allFinite())
    throw InputError("the grabbed point is not finite");
  std::vector<Drag> held{take_hold(request.body, request.grabbed)};
  for (const std::uint32_t body : request.with) {
    if (std::any_of(held.begin(), held.end(), [body](const Drag& drag) { return drag.body == body; }))
      continue;
    if (body >= bodies.size())
      throw InputError("there is no body number " + std::to_string(body) + " to drag");
    held.push_back(take_hold(body, bodies[body]->pose().position));
    held.back().offset = held.back().target - request.grabbed;
  }
  drags = std::move(held);
  for (const Drag& drag : drags)
    wake(drag.body);
}

void Simulation::State::move_drag(const MoveDrag& request) {
  if (!request.target.allFinite())
    return;
  for (Drag& drag : drags)
    drag.target = request.target + drag.offset;
}

/// Makes a body anew by another description, in the state in which it is.
void Simulation::State::remake_body(std::uint32_t body, const SceneBody& description) {
  std::vector<double> state;
  bodies[body]->save(state);
  std::unique_ptr<Body> made = make_body(description);
  made->set_self_offset(surfaces[body]->self_offset);
  made->restore(state);
  bodies[body] = std::move(made);
  body_pointers[body] = bodies[body].get();
  surfaces[body] = &bodies[body]->surface();
  topologies[body] = surfaces[body]->topology;
  integrator.set_bodies(body_pointers);
  update_settings();
}

void Simulation::State::change_body(std::uint32_t body, const Event& event) {
  auto changed = std::make_shared<Scene>(*tuned);
  make_live_change(*changed, event);
  const auto* material = std::get_if<SetMaterial>(&event);
  if (material)
    bodies[body]->set_material(material->material);
  const bool thicker = material && tuned->bodies[body].kind == BodyKind::cloth &&
                       material->material.cloth.thickness != tuned->bodies[body].material.cloth.thickness;
  if (thicker || std::holds_alternative<SetWeight>(event) || std::holds_alternative<SetDrive>(event))
    remake_body(body, changed->bodies[body]);
  tuned = std::move(changed);
  auto described = std::make_shared<std::vector<BodyInfo>>(*infos);
  (*described)[body].material = tuned->bodies[body].material;
  (*described)[body].mass = bodies[body]->mass();
  infos = std::move(described);
}

void Simulation::State::apply(const Event& event) {
  if (changes_bodies(event))
    wake_all();
  if (const auto* setting = std::get_if<SetSetting>(&event)) {
    apply_setting(*setting);
  } else if (const auto* preset = std::get_if<ApplyPreset>(&event)) {
    apply_preset(settings, preset->preset);
    update_settings();
  } else if (const auto* begin = std::get_if<BeginDrag>(&event)) {
    begin_drag(*begin);
  } else if (const auto* move = std::get_if<MoveDrag>(&event)) {
    move_drag(*move);
  } else if (const auto* turn = std::get_if<TurnDrag>(&event)) {
    if (!drags.empty() && turn->turn.allFinite())
      drags.front().turn = turn->turn;
  } else if (const auto* material = std::get_if<SetMaterial>(&event)) {
    change_body(material->body, event);
  } else if (const auto* weight = std::get_if<SetWeight>(&event)) {
    change_body(weight->body, event);
  } else if (const auto* friction = std::get_if<SetFriction>(&event)) {
    change_body(friction->body, event);
  } else if (const auto* restitution = std::get_if<SetRestitution>(&event)) {
    change_body(restitution->body, event);
  } else if (const auto* stiffness_factor = std::get_if<SetContactStiffness>(&event)) {
    change_body(stiffness_factor->body, event);
  } else if (const auto* drive = std::get_if<SetDrive>(&event)) {
    change_body(drive->body, event);
  } else if (const auto* cut = std::get_if<CutBodies>(&event)) {
    cut_bodies(*cut);
  } else if (std::get_if<UndoCut>(&event)) {
    undo_cut();
  } else if (std::get_if<EndDrag>(&event)) {
    drags.clear();
  } else if (const auto* view = std::get_if<SetCamera>(&event)) {
    camera = view->camera;
  } else {
    build();
  }
}

} // namespace lamina
