#include "core/edit/edit_bodies.h"

#include "core/base/error.h"
#include "core/scene/scene_file.h"
#include "core/scene/scene_keys.h"
#include "core/scene/soft_material.h"
#include "core/scene/turns.h"
#include "core/scene/unique_name.h"
#include "core/settings/setting_list.h"

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

void check_name(const Scene& scene, const SceneBody& body, const std::string& name) {
  const bool printable = std::none_of(
      name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
  if (name.empty() || name.size() > name_length_limit || !printable)
    throw InputError("a name has 1 to " + std::to_string(name_length_limit) +
                     " bytes and no control characters");
  for (const SceneBody& other : scene.bodies)
    if (&other != &body && other.name == name)
      throw InputError("another body is named \"" + name + "\" already");
}

void check_position(const Vec3& position) {
  for (int axis = 0; axis < 3; ++axis)
    checked(position[axis], length_range, std::string(1, "xyz"[axis]));
}

bool stands_still(const ScriptedMotion& motion) {
  return motion.keyframes.empty() && motion.amplitude == Vec3::Zero() && motion.rotation_rate == 0 &&
         motion.rotation_amplitude == 0;
}

/// To and fro along x by a quarter of the body's longest side, once in two seconds.
ScriptedMotion first_motion(const SceneBody& body) {
  const double longest = body.mesh ? body.mesh->report.bounds.size().maxCoeff() : 1;
  ScriptedMotion motion;
  motion.amplitude = Vec3(rounded_length(0.25 * longest, longest), 0, 0);
  motion.frequency = 0.5;
  return motion;
}

/// Takes a body's mesh anew after a change of its shape or size, with its middle kept in place.
void remake_mesh(Scene& scene, SceneBody& body, const Progress& progress) {
  const Vec3 before = body.pose * middle_of(body);
  body.mesh = nullptr;
  load_missing_meshes(scene, progress);
  body.pose.position = before - body.pose.orientation * middle_of(body);
  for (double& coordinate : body.pose.position)
    coordinate = rounded_length(coordinate, body.mesh->report.bounds.size().maxCoeff());
}

} // namespace

std::string free_name(const Scene& scene, const std::string& name) {
  UniqueNames names;
  for (const SceneBody& body : scene.bodies)
    names.add(body.name);
  std::string stem = name;
  while (!stem.empty() && stem.back() >= '0' && stem.back() <= '9')
    stem.pop_back();
  const bool numbered = stem.size() > 1 && stem.size() < name.size() && stem.back() == ' ';
  if (numbered)
    stem.pop_back();
  return names.make_unique(numbered ? stem : name);
}

void load_missing_meshes(Scene& scene, const Progress& progress) {
  std::vector<std::string> notes = std::move(scene.notes);
  load_scene_meshes(scene, progress);
  scene.notes = std::move(notes);
}

double without_noise(double value) {
  const double plain = std::round(value * 1e9) / 1e9;
  return std::abs(plain - value) < 1e-12 ? plain : value;
}

void move_to(SceneBody& body, const Vec3& position) {
  for (Clamp& clamp : body.clamps) {
    clamp.box.min += position - body.pose.position;
    clamp.box.max += position - body.pose.position;
  }
  body.pose.position = position;
}

double rounded_length(double value, double size) {
  if (!(size > 0))
    return value;
  const double digits = 3 - std::floor(std::log10(size));
  // Powers of ten up to 22 are exact, so the quotient is the double nearest to the decimal number.
  if (!(digits > -10 && digits < 15))
    return value;
  const double factor = std::pow(10.0, std::abs(digits));
  return (digits >= 0 ? std::round(value * factor) / factor : std::round(value / factor) * factor) + 0.0;
}

SceneEdit body_edit(const Scene& scene, std::size_t body, const std::string& verb,
                    std::function<void(Scene&, SceneBody&, const Progress&)> change) {
  SceneEdit edit;
  edit.name = verb + (body < scene.bodies.size() ? " " + scene.bodies[body].name : "");
  edit.change = [body, change = std::move(change)](Scene& changed, const Progress& progress) {
    if (body >= changed.bodies.size())
      throw InputError("no body is selected; click one first");
    change(changed, changed.bodies[body], progress);
  };
  return edit;
}

Box starting_bounds(const SceneBody& body) {
  Box box;
  if (body.mesh)
    for (const Vec3& vertex : body.mesh->mesh.vertices)
      box.include(body.pose * vertex);
  return box;
}

Vec3 middle_of(const SceneBody& body) {
  const bool known = body.mesh && !body.mesh->report.bounds.empty();
  return known && body.sidedness == Sidedness::closed ? body.mesh->report.bounds.centre() : Vec3::Zero();
}

SceneEdit rename_body(const Scene& scene, std::size_t body, const std::string& name) {
  return body_edit(scene, body, "rename", [name](Scene& changed, SceneBody& b, const Progress&) {
    check_name(changed, b, name);
    for (PairRule& rule : changed.pairs)
      std::replace(rule.bodies.begin(), rule.bodies.end(), b.name, name);
    b.name = name;
  });
}

std::string kind_refusal(const SceneBody& body, BodyKind kind) {
  if (moves_freely(kind) && body.sidedness == Sidedness::one_sided)
    return "\"" + body.name +
           "\" is one-sided: it bounds a half-infinite solid, so it has no mass and must stay fixed or "
           "scripted";
  if (kind == BodyKind::skinned && !body.rig)
    return "\"" + body.name +
           "\" has no bones: they come with the recipe octopus and with glTF and FBX files";
  if (kind == BodyKind::cloth && (body.mending.wanted() || body.stuffing_cells > 0))
    return "\"" + body.name + "\" is made a volume as it is loaded, and cloth is a surface";
  if (kind == BodyKind::cloth && body.tetrahedra)
    return "\"" + body.name + "\" comes from a file of tetrahedra, and cloth is a surface";
  if (body.kind == BodyKind::cloth && kind != BodyKind::cloth && body.mesh &&
      body.mesh->report.boundary_edges > 0)
    return "\"" + body.name + "\" is open: it bounds no volume, and can be nothing but cloth";
  return "";
}

SceneEdit set_kind(const Scene& scene, std::size_t body, BodyKind kind) {
  const std::string verb = kind == BodyKind::fixed       ? "fix"
                           : kind == BodyKind::rigid     ? "free"
                           : kind == BodyKind::scripted  ? "script"
                           : kind == BodyKind::particles ? "make particles of"
                           : kind == BodyKind::skinned   ? "put bones into"
                           : kind == BodyKind::cloth     ? "make cloth of"
                                                         : "soften";
  SceneEdit edit =
      body_edit(scene, body, verb, [kind](Scene& changed, SceneBody& b, const Progress& progress) {
        if (const std::string reason = kind_refusal(b, kind); !reason.empty())
          throw InputError(reason);
        // Cloth has a mesh of its own, of two sides.
        if ((b.kind == BodyKind::cloth) != (kind == BodyKind::cloth)) {
          b.mesh = nullptr;
          b.mesh_nodes = nullptr;
          b.lattice = nullptr;
          b.rig = nullptr;
        }
        b.kind = kind;
        if (!moves_freely(kind))
          b.velocity = b.spin = Vec3::Zero();
        if (kind == BodyKind::scripted && stands_still(b.motion))
          b.motion = first_motion(b);
        if (!b.mesh)
          load_missing_meshes(changed, progress);
        if (kind != BodyKind::soft && kind != BodyKind::particles)
          return;
        if (kind == BodyKind::soft && b.division == Division::vertices)
          b.division = Division::automatic;
        if (b.material == Material{})
          b.material = soft_material(b);
        load_missing_meshes(changed, progress);
      });
  constexpr std::size_t many = 50'000;
  edit.slow = (kind == BodyKind::soft || kind == BodyKind::particles) && body < scene.bodies.size() &&
              scene.bodies[body].mesh && scene.bodies[body].mesh->mesh.triangles.size() > many;
  return edit;
}

SceneEdit set_motion(const Scene& scene, std::size_t body, const ScriptedMotion& motion) {
  return body_edit(scene, body, "set the motion of", [motion](Scene&, SceneBody& b, const Progress&) {
    if (b.kind != BodyKind::scripted)
      throw InputError("\"" + b.name + "\" is not scripted: it has no motion of its own");
    for (int axis = 0; axis < 3; ++axis)
      checked(motion.amplitude[axis], length_range, std::string("sway along ") + "xyz"[axis] + ", m,");
    checked(motion.frequency, frequency_range, "frequency, Hz,");
    checked(motion.rotation_rate, spin_range, "turn, rad/s,");
    b.motion = motion;
  });
}

/// An edit of one body that a run takes over as it goes on.
SceneEdit live_edit(const Scene& scene, std::size_t body, const std::string& verb,
                    std::function<void(SceneBody&)> change) {
  SceneEdit edit = body_edit(
      scene, body, verb, [change = std::move(change)](Scene&, SceneBody& b, const Progress&) { change(b); });
  edit.live = true;
  return edit;
}

SceneEdit set_material(const Scene& scene, std::size_t body, const Material& material) {
  return live_edit(scene, body, "set the material of",
                   [material](SceneBody& b) { change_material(b, material); });
}

SceneEdit set_lattice_cells(const Scene& scene, std::size_t body, double cells) {
  return body_edit(scene, body, "set the lattice of",
                   [cells](Scene& changed, SceneBody& b, const Progress& progress) {
                     const double most = most_lattice_cells;
                     checked(cells, {1, most}, "cells along the longest side");
                     if (cells != std::floor(cells))
                       throw InputError("cells along the longest side must be a whole number");
                     b.lattice_cells = static_cast<int>(cells);
                     b.lattice = nullptr;
                     load_missing_meshes(changed, progress);
                   });
}

SceneEdit set_density(const Scene& scene, std::size_t body, std::optional<double> density) {
  return live_edit(scene, body, "set the density of",
                   [density](SceneBody& b) { change_weight(b, density, std::nullopt); });
}

SceneEdit set_mass(const Scene& scene, std::size_t body, double mass) {
  return live_edit(scene, body, "set the mass of",
                   [mass](SceneBody& b) { change_weight(b, std::nullopt, mass); });
}

SceneEdit set_friction(const Scene& scene, std::size_t body, std::optional<double> coefficient) {
  return live_edit(scene, body, "set the friction of",
                   [coefficient](SceneBody& b) { change_friction(b, coefficient); });
}

SceneEdit set_restitution(const Scene& scene, std::size_t body, std::optional<double> coefficient) {
  return live_edit(scene, body, "set the restitution of",
                   [coefficient](SceneBody& b) { change_restitution(b, coefficient); });
}

SceneEdit set_contact_stiffness(const Scene& scene, std::size_t body, double factor) {
  return live_edit(scene, body, "set the contact stiffness of",
                   [factor](SceneBody& b) { change_contact_stiffness(b, factor); });
}

SceneEdit set_drive(const Scene& scene, std::size_t body, double stiffness, double damping) {
  return live_edit(scene, body, "set the drive of",
                   [stiffness, damping](SceneBody& b) { change_drive(b, stiffness, damping); });
}

SceneEdit set_colour(const Scene& scene, std::size_t body, std::optional<std::array<float, 3>> colour) {
  SceneEdit edit = body_edit(scene, body, "colour", [colour](Scene&, SceneBody& b, const Progress&) {
    b.colour = colour;
    // The 256 steps that a picture can show, which a file writes as #rrggbb.
    if (b.colour)
      for (float& part : *b.colour)
        part = std::round(255 * static_cast<float>(checked(double(part), unit_interval, "colour"))) / 255.0f;
  });
  edit.group = "colour " + std::to_string(body);
  return edit;
}

SceneEdit set_recipe_number(const Scene& scene, std::size_t body, const std::string& parameter,
                            double value) {
  SceneEdit edit =
      body_edit(scene, body, "reshape", [parameter, value](Scene& changed, SceneBody& b, const Progress& p) {
        if (!b.recipe)
          throw InputError("\"" + b.name + "\" comes from a mesh file: only its scale can change");
        b.recipe->numbers[parameter] = value;
        remake_mesh(changed, b, p);
      });
  edit.slow = parameter == "triangles" && value > 50'000;
  return edit;
}

SceneEdit place_body(const Scene& scene, std::size_t body, const Pose& pose, const std::string& verb) {
  return body_edit(scene, body, verb, [pose](Scene&, SceneBody& b, const Progress&) {
    check_position(pose.position);
    if (!pose.orientation.coeffs().allFinite() || !(pose.orientation.norm() > 0))
      throw InputError("turns must be numbers, in degrees");
    move_to(b, pose.position);
    // What is left as it was stays as it was, to the last bit.
    if (pose.orientation.coeffs() != b.pose.orientation.coeffs())
      b.pose.orientation = orientation_of(turns_of(pose.orientation));
  });
}

SceneEdit set_scale(const Scene& scene, std::size_t body, double scale) {
  SceneEdit edit =
      body_edit(scene, body, "scale", [scale](Scene& changed, SceneBody& b, const Progress& progress) {
        const double before = b.scale;
        b.scale = checked(scale, scale_range, "scale");
        if (b.scale != before)
          remake_mesh(changed, b, progress);
      });
  edit.slow = body < scene.bodies.size() && !scene.bodies[body].recipe;
  return edit;
}

SceneEdit snap_to_floor(const Scene& scene, std::size_t body) {
  return body_edit(scene, body, "lower", [body](Scene& changed, SceneBody& b, const Progress&) {
    if (b.sidedness == Sidedness::one_sided)
      throw InputError("\"" + b.name + "\" is a floor itself");
    const Vec3 moved = b.pose.position + height_correction(changed, body) * changed.up();
    check_position(moved);
    move_to(b, moved.unaryExpr(&without_noise));
  });
}

} // namespace lamina
