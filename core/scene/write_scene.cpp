#include "core/scene/file_reference.h"
#include "core/scene/scene_file.h"
#include "core/scene/scene_keys.h"
#include "core/scene/turns.h"
#include "core/settings/setting_list.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <variant>

namespace lamina {

namespace {

using Json = nlohmann::ordered_json;

/// A number as people write it: 3, not 3.0.
Json plain(double value) {
  if (value == std::round(value) && std::abs(value) < 1e15 && !(value == 0 && std::signbit(value)))
    return static_cast<std::int64_t>(value);
  return value;
}

Json to_json(const Vec3& v) {
  return Json::array({plain(v.x()), plain(v.y()), plain(v.z())});
}

Json to_json(const SettingValue& value) {
  return std::visit([](const auto& v) { return Json(v); }, value);
}

void write_pose(const Pose& pose, Json& json) {
  if (pose.position != Vec3::Zero())
    json["position"] = to_json(pose.position);
  const Quat& q = pose.orientation;
  if (q.coeffs() == Quat::Identity().coeffs())
    return;
  // Turns about axes where they say the same to the last bit, else the quaternion.
  const Vec3 degrees = turns_of(q);
  if (orientation_of(degrees).coeffs() != q.coeffs()) {
    json["orientation"] = {q.w(), q.x(), q.y(), q.z()};
    return;
  }
  Json turns = Json::array();
  for (int axis = 0; axis < 3; ++axis)
    if (degrees[axis] != 0)
      turns.push_back({{"axis", Json::array({int(axis == 0), int(axis == 1), int(axis == 2)})},
                       {"angle_degrees", plain(degrees[axis])}});
  json["rotation"] = turns.size() == 1 ? turns[0] : turns;
}

/// #rrggbb where that is the colour to the last bit, else three numbers with the digits that a float has.
Json colour_json(const std::array<float, 3>& colour) {
  int bytes[3];
  bool exact = true;
  for (std::size_t i = 0; i < 3; ++i) {
    bytes[i] = static_cast<int>(std::lround(255 * colour[i]));
    exact = exact && static_cast<float>(bytes[i]) / 255.0f == colour[i];
  }
  if (exact) {
    char code[8];
    std::snprintf(code, sizeof code, "#%02x%02x%02x", bytes[0] & 255, bytes[1] & 255, bytes[2] & 255);
    return code;
  }
  Json parts = Json::array();
  for (const float part : colour) {
    char digits[40];
    const auto end = std::to_chars(digits, digits + sizeof digits, part).ptr;
    double value = 0;
    std::from_chars(digits, end, value);
    parts.push_back(value);
  }
  return parts;
}

/// One compact line.
std::string line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// A file as seen from `folder`, so that scene and meshes may move together.
std::string relative_path(const Scene& scene, const std::filesystem::path& stated,
                          const std::filesystem::path& folder) {
  const std::filesystem::path file = std::filesystem::absolute(scene.source.parent_path() / stated);
  return file_reference(
      file.lexically_proximate(std::filesystem::absolute(folder.empty() ? "." : folder)).lexically_normal());
}

Json recipe_json(const Recipe& recipe) {
  Json json;
  json["shape"] = recipe.shape;
  for (const auto& [name, number] : recipe.numbers)
    json[name] = plain(number);
  return json;
}

Json motion_json(const ScriptedMotion& motion) {
  Json json = Json::object();
  for (const Keyframe& keyframe : motion.keyframes) {
    Json entry;
    entry["time"] = keyframe.time_s;
    write_pose(keyframe.pose, entry);
    json["keyframes"].push_back(std::move(entry));
  }
  if (motion.interpolation != Interpolation::linear)
    json["interpolation"] = interpolation_names()[static_cast<std::size_t>(motion.interpolation)];
  if (motion.repeat)
    json["repeat"] = true;
  if (!motion.keyframes.empty())
    return json;
  const ScriptedMotion still;
  if (motion.amplitude != still.amplitude)
    json["amplitude"] = to_json(motion.amplitude);
  if (motion.rotation_axis != still.rotation_axis)
    json["rotation_axis"] = to_json(motion.rotation_axis);
  if (motion.rotation_rate != 0)
    json["rotation_rate"] = motion.rotation_rate;
  if (motion.rotation_amplitude != 0)
    json["rotation_amplitude"] = motion.rotation_amplitude;
  if (motion.frequency != 0)
    json["frequency"] = motion.frequency;
  return json;
}

void write_source(const Scene& scene, const SceneBody& body, const std::filesystem::path& folder,
                  Json& json) {
  if (body.recipe)
    json["recipe"] = recipe_json(*body.recipe);
  else
    json["mesh"] = relative_path(scene, body.file, folder);
  if (body.object >= 0)
    json["object"] = body.object;
  if (body.split_pieces)
    json["split_pieces"] = true;
  if (body.scale != 1)
    json["scale"] = plain(body.scale);
  if (body.weld > 0)
    json["weld"] = plain(body.weld);
  if (body.mending.close_holes)
    json["close_holes"] = true;
  if (body.mending.thickness > 0)
    json["thickness"] = plain(body.mending.thickness);
  if (body.stuffing_cells > 0)
    json["tetrahedra"] = body.stuffing_cells;
}

Json material_json(const Material& material) {
  const Material initial;
  Json json = Json::object();
  if (material.young_modulus != initial.young_modulus)
    json["young_modulus"] = plain(material.young_modulus);
  if (material.poisson_ratio != initial.poisson_ratio)
    json["poisson_ratio"] = plain(material.poisson_ratio);
  if (material.damping != initial.damping)
    json["damping"] = plain(material.damping);
  if (material.tensile_strength)
    json["tensile_strength"] = plain(*material.tensile_strength);
  for (const auto& [name, member] : cloth_numbers)
    if (material.cloth.*member != initial.cloth.*member)
      json[name] = plain(material.cloth.*member);
  return json;
}

Json clamp_json(const Clamp& clamp) {
  Json json;
  json["min"] = to_json(clamp.box.min);
  json["max"] = to_json(clamp.box.max);
  if (clamp.motion)
    json["motion"] = motion_json(*clamp.motion);
  return json;
}

Json drive_json(const JointDrive& drive) {
  const JointDrive initial;
  Json json = Json::object();
  if (drive.stiffness != initial.stiffness)
    json["stiffness"] = plain(drive.stiffness);
  if (drive.damping != initial.damping)
    json["damping"] = plain(drive.damping);
  if (!drive.animation.empty())
    json["animation"] = drive.animation;
  if (drive.speed != initial.speed)
    json["speed"] = plain(drive.speed);
  return json;
}

/// What only bodies that deform have.
void write_deforming(const Scene& scene, const SceneBody& body, const std::filesystem::path& folder,
                     Json& json) {
  const SceneBody initial;
  if (body.kind != BodyKind::skinned) {
    if (const Json material = material_json(body.material); !material.empty())
      json["material"] = material;
    if (body.division != initial.division)
      json["division"] = division_names()[static_cast<std::size_t>(body.division)];
    if (body.lattice_cells != initial.lattice_cells)
      json["lattice_cells"] = body.lattice_cells;
  }
  if (body.kind == BodyKind::particles && !body.particles.empty())
    json["particles"] = relative_path(scene, body.particles, folder);
  for (const Clamp& clamp : body.clamps)
    json["clamps"].push_back(clamp_json(clamp));
  if (!body.self_contact)
    json["self_contact"] = false;
  if (body.kind == BodyKind::skinned)
    if (const Json drive = drive_json(body.drive); !drive.empty())
      json["drive"] = drive;
}

Json pair_json(const PairRule& rule) {
  Json json;
  json["bodies"] = rule.bodies;
  if (rule.contact_stiffness)
    json["contact_stiffness"] = plain(*rule.contact_stiffness);
  if (rule.friction_coefficient)
    json["friction_coefficient"] = plain(*rule.friction_coefficient);
  if (rule.restitution)
    json["restitution"] = plain(*rule.restitution);
  if (!rule.collide)
    json["collide"] = false;
  return json;
}

Json body_json(const Scene& scene, const SceneBody& body, const std::filesystem::path& folder) {
  Json json;
  json["name"] = body.name;
  write_source(scene, body, folder, json);
  if (body.kind != BodyKind::rigid)
    json["kind"] = kind_name(body.kind);
  if (body.density)
    json["density"] = plain(*body.density);
  if (body.mass)
    json["mass"] = plain(*body.mass);
  if (body.friction_coefficient)
    json["friction_coefficient"] = plain(*body.friction_coefficient);
  if (body.blade)
    json["blade"] = {to_json((*body.blade)[0]), to_json((*body.blade)[1])};
  if (body.restitution)
    json["restitution"] = plain(*body.restitution);
  if (body.contact_stiffness != SceneBody{}.contact_stiffness)
    json["contact_stiffness"] = plain(body.contact_stiffness);
  if (deforms(body.kind))
    write_deforming(scene, body, folder, json);
  write_pose(body.pose, json);
  if (moves_freely(body.kind) && body.velocity != Vec3::Zero())
    json["velocity"] = to_json(body.velocity);
  if (moves_freely(body.kind) && body.spin != Vec3::Zero())
    json["spin"] = to_json(body.spin);
  if (!body.groups.empty())
    json["groups"] = body.groups;
  if (body.sidedness == Sidedness::one_sided)
    json["one_sided"] = true;
  if (body.one_sided_thickness != SceneBody{}.one_sided_thickness)
    json["one_sided_thickness"] = plain(body.one_sided_thickness);
  if (body.colour)
    json["colour"] = colour_json(*body.colour);
  if (body.kind == BodyKind::scripted)
    json["motion"] = motion_json(body.motion);
  return json;
}

Json camera_json(const CameraView& camera, const Vec3& up) {
  const CameraView initial;
  Json json;
  json["eye"] = to_json(camera.eye);
  json["target"] = to_json(camera.target);
  if (camera.up != up)
    json["up"] = to_json(camera.up);
  if (camera.field_of_view != initial.field_of_view)
    json["field_of_view"] = camera.field_of_view;
  if (camera.image_height != initial.image_height)
    json["image_height"] = camera.image_height;
  return json;
}

Json settings_json(const Settings& settings) {
  Json json = Json::object();
  for (const Setting& setting : setting_list())
    if (const SettingValue value = setting.get(settings); value != setting.initial)
      json[setting.name] = to_json(value);
  return json;
}

} // namespace

std::string write_scene(const Scene& scene, const std::filesystem::path& folder) {
  std::string text = "{";
  const auto entry = [&text](const char* key, const std::string& value) {
    text += (text == "{" ? "\n  \"" : ",\n  \"") + std::string(key) + "\": " + value;
  };
  if (!scene.title.empty())
    entry("title", line(scene.title));
  if (!scene.look_for.empty())
    entry("look_for", line(scene.look_for));
  if (scene.gravity != Scene().gravity)
    entry("gravity", line(to_json(scene.gravity)));
  if (const Json settings = settings_json(scene.settings); !settings.empty())
    entry("settings", line(settings));
  std::string bodies = "[";
  for (std::size_t i = 0; i < scene.bodies.size(); ++i)
    bodies += (i ? ",\n    " : "\n    ") + line(body_json(scene, scene.bodies[i], folder));
  entry("bodies", bodies + "\n  ]");
  std::string pairs;
  for (const PairRule& rule : scene.pairs)
    pairs += (pairs.empty() ? "[\n    " : ",\n    ") + line(pair_json(rule));
  if (!pairs.empty())
    entry("pairs", pairs + "\n  ]");
  if (scene.camera_given)
    entry("camera", line(camera_json(scene.camera, scene.up())));
  return text + "\n}\n";
}

} // namespace lamina
