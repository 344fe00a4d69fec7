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

double checked(double value, const NumberRange& range, const std::string& what) {
  if (!(value >= range.minimum && value <= range.maximum))
    throw InputError(what + " must be a number from " + to_text(range.minimum) + " to " +
                     to_text(range.maximum));
  return value;
}

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

SceneEdit set_kind(const Scene& scene, std::size_t body, BodyKind kind) {
  const std::string verb = kind == BodyKind::fixed      ? "fix"
                           : kind == BodyKind::rigid    ? "free"
                           : kind == BodyKind::scripted ? "script"
                                                        : "soften";
  SceneEdit edit =
      body_edit(scene, body, verb, [kind](Scene& changed, SceneBody& b, const Progress& progress) {
        if (moves_freely(kind) && b.sidedness == Sidedness::one_sided)
          throw InputError("\"" + b.name +
                           "\" is one-sided: it bounds a half-infinite solid, so it has no mass "
                           "and must stay fixed");
        if (kind == BodyKind::scripted)
          throw InputError("a motion is written in the scene file, under \"motion\" of the body");
        if (kind == BodyKind::skinned)
          throw InputError("a skinned body comes from a file with bones");
        b.kind = kind;
        b.motion = {};
        if (kind == BodyKind::fixed)
          b.velocity = b.spin = Vec3::Zero();
        if (kind != BodyKind::soft)
          return;
        if (b.division == Division::vertices)
          b.division = Division::automatic;
        if (b.material == Material{})
          b.material = soft_material(b);
        load_missing_meshes(changed, progress);
      });
  constexpr std::size_t many = 50'000;
  edit.slow = kind == BodyKind::soft && body < scene.bodies.size() && scene.bodies[body].mesh &&
              scene.bodies[body].mesh->mesh.triangles.size() > many;
  return edit;
}

SceneEdit set_material(const Scene& scene, std::size_t body, const Material& material) {
  return body_edit(scene, body, "set the material of", [material](Scene&, SceneBody& b, const Progress&) {
    checked(material.young_modulus, young_modulus_range, "Young's modulus, Pa,");
    checked(material.poisson_ratio, poisson_ratio_range, "Poisson's ratio");
    checked(material.damping, damping_range, "damping, s,");
    b.material = material;
  });
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
  return body_edit(scene, body, "set the density of", [density](Scene&, SceneBody& b, const Progress&) {
    if (density)
      checked(*density, density_range, "density, kg/m³,");
    b.density = density;
    b.mass.reset();
  });
}

SceneEdit set_mass(const Scene& scene, std::size_t body, double mass) {
  return body_edit(scene, body, "set the mass of", [mass](Scene&, SceneBody& b, const Progress&) {
    b.mass = checked(mass, mass_range, "mass, kg,");
    b.density.reset();
  });
}

SceneEdit set_friction(const Scene& scene, std::size_t body, std::optional<double> coefficient) {
  return body_edit(scene, body, "set the friction of", [coefficient](Scene&, SceneBody& b, const Progress&) {
    if (coefficient)
      checked(*coefficient, coefficient_range, "friction coefficient");
    b.friction_coefficient = coefficient;
  });
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
