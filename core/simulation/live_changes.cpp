#include "core/simulation/live_changes.h"

#include "core/base/error.h"
#include "core/scene/change_body.h"

#include <algorithm>

namespace lamina {

namespace {

SceneBody& body_of(Scene& scene, std::uint32_t body) {
  if (body >= scene.bodies.size())
    throw InputError("there is no body number " + std::to_string(body));
  return scene.bodies[body];
}

} // namespace

std::vector<Event> live_changes(const Scene& before, const Scene& after) {
  std::vector<Event> events;
  for (std::uint32_t i = 0; i < std::min(before.bodies.size(), after.bodies.size()); ++i) {
    const SceneBody &was = before.bodies[i], &is = after.bodies[i];
    if (is.material != was.material)
      events.push_back(SetMaterial{i, is.material});
    if (is.density != was.density || is.mass != was.mass)
      events.push_back(SetWeight{i, is.density, is.mass});
    if (is.friction_coefficient != was.friction_coefficient)
      events.push_back(SetFriction{i, is.friction_coefficient});
    if (is.restitution != was.restitution)
      events.push_back(SetRestitution{i, is.restitution});
    if (is.contact_stiffness != was.contact_stiffness)
      events.push_back(SetContactStiffness{i, is.contact_stiffness});
    if (is.drive.stiffness != was.drive.stiffness || is.drive.damping != was.drive.damping)
      events.push_back(SetDrive{i, is.drive.stiffness, is.drive.damping});
  }
  return events;
}

void make_live_change(Scene& scene, const Event& event) {
  if (const auto* material = std::get_if<SetMaterial>(&event))
    change_material(body_of(scene, material->body), material->material);
  else if (const auto* weight = std::get_if<SetWeight>(&event))
    change_weight(body_of(scene, weight->body), weight->density, weight->mass);
  else if (const auto* friction = std::get_if<SetFriction>(&event))
    change_friction(body_of(scene, friction->body), friction->coefficient);
  else if (const auto* restitution = std::get_if<SetRestitution>(&event))
    change_restitution(body_of(scene, restitution->body), restitution->coefficient);
  else if (const auto* stiffness = std::get_if<SetContactStiffness>(&event))
    change_contact_stiffness(body_of(scene, stiffness->body), stiffness->factor);
  else if (const auto* drive = std::get_if<SetDrive>(&event))
    change_drive(body_of(scene, drive->body), drive->stiffness, drive->damping);
}

bool changes_bodies(const Event& event) {
  return !std::holds_alternative<BeginDrag>(event) && !std::holds_alternative<MoveDrag>(event) &&
         !std::holds_alternative<TurnDrag>(event) && !std::holds_alternative<EndDrag>(event) &&
         !std::holds_alternative<SetCamera>(event);
}

} // namespace lamina
