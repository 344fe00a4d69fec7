#include "core/scene/scene_file.h"
#include "core/settings/setting_list.h"

#include <nlohmann/json.hpp>

#include <variant>

namespace lamina {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

Json to_json(const SettingValue& value) {
  return std::visit([](const auto& v) { return Json(v); }, value);
}

void write_pose(const Pose& pose, Json& json) {
  if (pose.position != Vec3::Zero())
    json["position"] = to_json(pose.position);
  const Quat& q = pose.orientation;
  if (q.coeffs() != Quat::Identity().coeffs())
    json["orientation"] = {q.w(), q.x(), q.y(), q.z()};
}

/// One compact line.
std::string line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The mesh file as seen from `folder`, so that scene and meshes may move together.
std::string relative_path(const Scene& scene, const SceneBody& body, const std::filesystem::path& folder) {
  const std::filesystem::path file = std::filesystem::absolute(scene.source.parent_path() / body.file);
  return file.lexically_proximate(std::filesystem::absolute(folder.empty() ? "." : folder))
      .lexically_normal()
      .generic_string();
}

Json recipe_json(const Recipe& recipe) {
  Json json;
  json["shape"] = recipe.shape;
  for (const auto& [name, number] : recipe.numbers)
    json[name] = number;
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
    json["mesh"] = relative_path(scene, body, folder);
  if (body.object >= 0)
    json["object"] = body.object;
  if (body.split_pieces)
    json["split_pieces"] = true;
  if (body.scale != 1)
    json["scale"] = body.scale;
}

Json body_json(const Scene& scene, const SceneBody& body, const std::filesystem::path& folder) {
  static const char* const kinds[] = {"rigid", "fixed", "scripted"};
  Json json;
  json["name"] = body.name;
  write_source(scene, body, folder, json);
  if (body.kind != BodyKind::rigid)
    json["kind"] = kinds[static_cast<int>(body.kind)];
  if (body.density)
    json["density"] = *body.density;
  if (body.mass)
    json["mass"] = *body.mass;
  if (body.friction_coefficient)
    json["friction_coefficient"] = *body.friction_coefficient;
  write_pose(body.pose, json);
  if (body.velocity != Vec3::Zero())
    json["velocity"] = to_json(body.velocity);
  if (body.spin != Vec3::Zero())
    json["spin"] = to_json(body.spin);
  if (!body.groups.empty())
    json["groups"] = body.groups;
  if (body.sidedness == Sidedness::one_sided)
    json["one_sided"] = true;
  if (body.one_sided_thickness != SceneBody{}.one_sided_thickness)
    json["one_sided_thickness"] = body.one_sided_thickness;
  if (body.colour)
    json["colour"] = *body.colour;
  if (body.kind == BodyKind::scripted)
    json["motion"] = motion_json(body.motion);
  return json;
}

Json camera_json(const CameraView& camera) {
  Json json;
  json["eye"] = to_json(camera.eye);
  json["target"] = to_json(camera.target);
  json["up"] = to_json(camera.up);
  json["field_of_view"] = camera.field_of_view;
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
  std::string text = "{\n  \"title\": " + line(scene.title) + ",\n  \"look_for\": " + line(scene.look_for) +
                     ",\n  \"gravity\": " + line(to_json(scene.gravity)) +
                     ",\n  \"settings\": " + line(settings_json(scene.settings)) + ",\n  \"bodies\": [";
  for (std::size_t i = 0; i < scene.bodies.size(); ++i)
    text += (i ? ",\n    " : "\n    ") + line(body_json(scene, scene.bodies[i], folder));
  text += "\n  ]";
  if (scene.camera_given)
    text += ",\n  \"camera\": " + line(camera_json(scene.camera));
  return text + "\n}\n";
}

} // namespace lamina
