#include "core/base/error.h"
#include "core/scene/scene_file.h"
#include "core/scene/scene_keys.h"
#include "core/scene/scene_parser.h"
#include "core/scene/unique_name.h"
#include "core/settings/setting_list.h"

#include <numbers>

namespace lamina {

namespace {

SettingValue setting_value(const JsonReader& reader, const JsonValue& value, const std::string& name) {
  if (const bool* truth = std::get_if<bool>(&value.value))
    return *truth;
  if (const auto* whole = std::get_if<std::int64_t>(&value.value))
    return *whole;
  if (const double* real = std::get_if<double>(&value.value))
    return *real;
  if (value.is_string())
    return std::get<std::string>(value.value);
  reader.refuse(value, "setting \"" + name + "\" must be a single value, not " + value.kind_name());
}

void read_setting(const JsonReader& reader, const JsonValue& value, const std::string& name,
                  Settings& settings) {
  const SettingValue given = setting_value(reader, value, name);
  try {
    set_setting(settings, name, given);
  } catch (const InputError& error) {
    reader.refuse(value, error.what());
  }
}

/// Preset first, then the settings, of which two may stand at the top of the scene.
void read_settings(const JsonReader& reader, const JsonValue& root, Settings& settings) {
  if (const JsonValue* preset = JsonReader::find(root, "preset")) {
    try {
      apply_preset(settings, reader.text(*preset, "\"preset\""));
    } catch (const InputError& error) {
      reader.refuse(*preset, error.what());
    }
  }
  const JsonValue* group = JsonReader::find(root, "settings");
  if (group && !group->is_object())
    reader.refuse(*group, std::string("\"settings\" must be an object, not ") + group->kind_name());
  for (const char* name : {"time_step", "method"})
    if (const JsonValue* value = JsonReader::find(root, name)) {
      if (group && JsonReader::find(*group, name))
        reader.refuse(*value, std::string("\"") + name + "\" is given twice, here and under \"settings\"");
      read_setting(reader, *value, name, settings);
    }
  if (group)
    for (const auto& [name, value] : std::get<JsonValue::Members>(group->value))
      read_setting(reader, value, name, settings);
}

CameraView read_camera(const JsonReader& reader, const JsonValue& value, const Vec3& up) {
  static const std::vector<std::string> keys = key_names(camera_keys());
  reader.expect_object(value, "the camera", keys);
  CameraView camera;
  camera.eye = reader.vector(reader.require(value, "eye", "the camera"), "\"eye\"", length_range);
  camera.target = reader.vector(reader.require(value, "target", "the camera"), "\"target\"", length_range);
  if ((camera.target - camera.eye).norm() < positive_length_range.minimum)
    reader.refuse(value, "the camera's \"eye\" and \"target\" are the same point");
  const JsonValue* up_value = JsonReader::find(value, "up");
  camera.up = up_value ? reader.direction(*up_value, "\"up\" of the camera") : up;
  if (const JsonValue* degrees = JsonReader::find(value, "field_of_view_degrees")) {
    if (JsonReader::find(value, "field_of_view"))
      reader.refuse(*degrees, "the camera's field of view is given twice");
    camera.field_of_view =
        reader.number(*degrees, "\"field_of_view_degrees\"", field_of_view_range) * std::numbers::pi / 180;
  }
  if (const JsonValue* radians = JsonReader::find(value, "field_of_view"))
    camera.field_of_view = reader.number(*radians, "\"field_of_view\"", field_of_view_radians);
  if (const JsonValue* height = JsonReader::find(value, "image_height"))
    camera.image_height = static_cast<int>(reader.whole(*height, "\"image_height\"", 1, 32768));
  return camera;
}

/// Names what has no name, and refuses names that occur twice.
void settle_names(const JsonReader& reader, std::vector<SceneBody>& bodies) {
  UniqueNames names;
  for (const SceneBody& body : bodies)
    if (!body.name.empty() && !names.add(body.name)) {
      JsonValue at;
      at.line = body.line;
      reader.refuse(at, "two bodies are named \"" + body.name + "\"");
    }
  for (SceneBody& body : bodies)
    if (body.name.empty())
      body.name =
          names.make_unique(body.recipe ? body.recipe->shape : printable_name(body.file.stem().string()));
}

} // namespace

Vec3 Scene::up() const {
  const double strength = gravity.norm();
  return strength > 0 ? Vec3(-gravity / strength) : Vec3::UnitY();
}

Scene parse_scene(std::string_view json_text, const std::filesystem::path& source) {
  static const std::vector<std::string> keys = key_names(scene_keys());
  const JsonReader reader(source.string());
  const JsonValue root = parse_json(json_text, source.string());
  reader.expect_object(root, "a scene", keys);

  Scene scene;
  scene.source = source;
  if (const JsonValue* schema = JsonReader::find(root, "$schema"))
    reader.text(*schema, "\"$schema\"");
  if (const JsonValue* title = JsonReader::find(root, "title"))
    scene.title = reader.text(*title, "\"title\"");
  if (const JsonValue* look_for = JsonReader::find(root, "look_for"))
    scene.look_for = reader.text(*look_for, "\"look_for\"");
  if (const JsonValue* gravity = JsonReader::find(root, "gravity"))
    scene.gravity = gravity->is_number()
                        ? Vec3(0, -reader.number(*gravity, "\"gravity\"", {0, acceleration_range.maximum}), 0)
                        : reader.vector(*gravity, "\"gravity\"", acceleration_range);
  read_settings(reader, root, scene.settings);

  const BodyParser body_parser(reader);
  const JsonValue& bodies = reader.require(root, "bodies", "the scene");
  for (const JsonValue& body : reader.list(bodies, "\"bodies\""))
    body_parser.read(body, scene.bodies);
  if (scene.bodies.empty())
    reader.refuse(bodies, "the scene has no bodies");
  settle_names(reader, scene.bodies);
  if (const JsonValue* pairs = JsonReader::find(root, "pairs"))
    scene.pairs = read_pairs(reader, *pairs, scene.bodies);

  if (const JsonValue* camera = JsonReader::find(root, "camera")) {
    scene.camera = read_camera(reader, *camera, scene.up());
    scene.camera_given = true;
  }
  return scene;
}

} // namespace lamina
