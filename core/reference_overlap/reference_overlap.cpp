#include "core/reference_overlap/reference_overlap.h"

#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/mass_properties.h"

#include "core/base/error.h"
#include "core/body/make_body.h"
#include "core/response/detection_request.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamina {

namespace {

bool rule_parts(const Scene& scene, const std::string& a, const std::string& b) {
  return std::any_of(scene.pairs.begin(), scene.pairs.end(), [&](const PairRule& rule) {
    return !rule.collide &&
           ((rule.bodies[0] == a && rule.bodies[1] == b) || (rule.bodies[0] == b && rule.bodies[1] == a));
  });
}

} // namespace

ReferenceOverlap::ReferenceOverlap(const Scene& scene) : scene_(&scene) {
  settings_.simulation.threads = scene.settings.simulation.threads;
  settings_.contact.ldi.resolution = resolution;
  settings_.response.law = ContactLaw::f08; // one measure a pair
  method_ = make_contact_method(settings_.contact);
  for (const SceneBody& description : scene.bodies) {
    if (!description.mesh || !description.mesh->report.accepted)
      throw InputError("body \"" + description.name + "\": its mesh is not loaded, or was refused");
    bodies_.push_back(make_body(description));
    bodies_.back()->map_surface();
    bodies_.back()->enclose(true);
    volumes_.push_back(bodies_.back()->volume());
    surfaces_.push_back(&bodies_.back()->surface());
    body_pointers_.push_back(bodies_.back().get());
  }
  const std::size_t count = bodies_.size();
  apart_.assign(count, std::vector<bool>(count, false));
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = 0; b < count; ++b)
      apart_[a][b] = share_a_group(scene.bodies[a], scene.bodies[b]) ||
                     rule_parts(scene, scene.bodies[a].name, scene.bodies[b].name);
}

bool ReferenceOverlap::may_collide(std::uint32_t a, std::uint32_t b) const {
  return !(bodies_[a]->prescribed() && bodies_[b]->prescribed()) && !apart_[a][b];
}

void ReferenceOverlap::take(std::span<const double> states) {
  for (const auto& body : bodies_)
    states = body->restore(states);
}

void ReferenceOverlap::detect(ContactMethod& method, const Settings& settings) {
  const ShapeParts needed = needed_parts(settings.contact.method);
  for (const auto& body : bodies_)
    body->enclose(measures_volume(settings.contact));
  broad_phase_.find_pairs(
      surfaces_,
      [&](std::uint32_t a, std::uint32_t b) {
        return may_collide(a, b) && may_meet(!missing_part(*bodies_[a], needed).empty(),
                                             !missing_part(*bodies_[b], needed).empty(), needed);
      },
      0.5 * method.reach(surfaces_, settings.contact), pairs_);
  method.detect(detection_input(shapes_.of(surfaces_, body_pointers_, needed), pairs_, settings), contacts_);
}

std::span<const PairContacts> ReferenceOverlap::seen_by(ContactMethod& method, const Settings& settings) {
  detect(method, settings);
  return contacts_;
}

std::vector<Overlap> ReferenceOverlap::overlaps() {
  detect(*method_, settings_);
  std::vector<Overlap> found;
  for (std::size_t p = 0; p < pairs_.size(); ++p)
    if (const double volume = images_of(contacts_[p]).volume; volume > 0)
      found.push_back({contacts_[p].body, volume, contacts_[p].area});
  return found;
}

std::vector<BodyPose> ReferenceOverlap::poses() const {
  std::vector<BodyPose> poses;
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (const SceneBody& description = scene_->bodies[i]; moves_freely(description.kind))
      poses.push_back({bodies_[i]->pose().position, 2 * volumes_[i] / surface_area(description.mesh->mesh)});
  return poses;
}

bool same_poses(std::span<const BodyPose> poses, std::span<const BodyPose> others) {
  return std::equal(poses.begin(), poses.end(), others.begin(), others.end(),
                    [](const BodyPose& one, const BodyPose& other) {
                      return (one.centre - other.centre).norm() < one.thickness;
                    });
}

double ReferenceOverlap::smaller_volume(const Overlap& overlap) const {
  double smaller = std::numeric_limits<double>::infinity();
  for (const std::uint32_t body : overlap.body)
    if (moves_freely(scene_->bodies[body].kind))
      smaller = std::min(smaller, volumes_[body]);
  return smaller;
}

double ReferenceOverlap::movable_volume() const {
  double sum = 0;
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (moves_freely(scene_->bodies[i].kind))
      sum += volumes_[i];
  return sum;
}

double volume_of(std::span<const Overlap> overlaps) {
  double sum = 0;
  for (const Overlap& overlap : overlaps)
    sum += overlap.volume;
  return sum;
}

double area_of(std::span<const Overlap> overlaps) {
  double sum = 0;
  for (const Overlap& overlap : overlaps)
    sum += overlap.area;
  return sum;
}

} // namespace lamina
