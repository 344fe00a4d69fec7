#include "core/scene/scene_file.h"
#include "core/scene/scene_keys.h"
#include "core/settings/setting_list.h"

#include <nlohmann/json.hpp>

namespace lamina {

namespace {

using Json = nlohmann::ordered_json;

Json object_schema(const std::vector<SceneKey>& keys, const std::vector<std::string>& required) {
  Json schema;
  schema["type"] = "object";
  schema["additionalProperties"] = false;
  if (!required.empty())
    schema["required"] = required;
  for (const SceneKey& key : keys) {
    Json property = Json::parse(key.schema);
    property["description"] =
        key.sentence + (key.kinds.empty() ? "" : " For " + list_of_kinds(key.kinds) + " bodies.");
    schema["properties"][key.name] = std::move(property);
  }
  return schema;
}

Json whole_or_real(double value) {
  const auto whole = static_cast<std::int64_t>(value);
  return static_cast<double>(whole) == value ? Json(whole) : Json(value);
}

Json setting_schema(const Setting& setting) {
  Json schema;
  switch (setting.kind) {
  case SettingKind::boolean:
    schema["type"] = "boolean";
    break;
  case SettingKind::integer:
  case SettingKind::real:
    schema["type"] = setting.kind == SettingKind::integer ? "integer" : "number";
    schema["minimum"] = whole_or_real(setting.minimum);
    schema["maximum"] = whole_or_real(setting.maximum);
    break;
  case SettingKind::choice:
    schema["enum"] = setting.choices;
    break;
  case SettingKind::text:
    schema["type"] = "string";
    schema["pattern"] = "^[a-z0-9_-]{1,40}$";
    break;
  }
  schema["default"] = std::visit([](const auto& value) { return Json(value); }, setting.initial);
  schema["description"] = setting.sentence + (setting.unit.empty() ? "" : " Unit: " + setting.unit + ".");
  return schema;
}

Json settings_schema() {
  Json schema;
  schema["type"] = "object";
  schema["additionalProperties"] = false;
  for (const Setting& setting : setting_list())
    schema["properties"][setting.name] = setting_schema(setting);
  return schema;
}

Json recipe_schema() {
  Json alternatives = Json::array();
  for (const RecipeShape& shape : recipe_shapes()) {
    Json schema;
    schema["description"] = shape.sentence;
    schema["type"] = "object";
    schema["additionalProperties"] = false;
    schema["required"] = {"shape"};
    schema["properties"]["shape"]["const"] = shape.shape;
    for (const RecipeParameter& parameter : shape.parameters) {
      Json& property = schema["properties"][parameter.name];
      property["type"] = parameter.unit.empty() ? "integer" : "number";
      property["minimum"] = whole_or_real(parameter.minimum);
      property["maximum"] = whole_or_real(parameter.maximum);
      property["default"] = whole_or_real(parameter.initial);
      property["description"] =
          parameter.sentence + (parameter.unit.empty() ? "" : " Unit: " + parameter.unit + ".");
    }
    alternatives.push_back(std::move(schema));
  }
  Json schema;
  schema["oneOf"] = std::move(alternatives);
  return schema;
}

/// A body has its mesh from a file or a recipe.
Json body_schema() {
  Json schema = object_schema(body_keys(), {});
  schema["oneOf"] = Json::parse(R"([{"required": ["mesh"]}, {"required": ["recipe"]}])");
  return schema;
}

} // namespace

std::string scene_schema() {
  Json schema;
  schema["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  schema["title"] = "Lamina scene";
  schema["description"] = "A scene of bodies for Lamina. Comments are allowed. SI units.";
  schema.update(object_schema(scene_keys(), {"bodies"}));
  Json& definitions = schema["$defs"];
  definitions["settings"] = settings_schema();
  definitions["body"] = body_schema();
  definitions["recipe"] = recipe_schema();
  definitions["rotation"] = object_schema(rotation_keys(), {"axis", "angle_degrees"});
  definitions["motion"] = object_schema(motion_keys(), {});
  definitions["keyframe"] = object_schema(keyframe_keys(), {"time"});
  definitions["material"] = object_schema(material_keys(), {});
  definitions["clamp"] = object_schema(clamp_keys(), {"min", "max"});
  definitions["drive"] = object_schema(drive_keys(), {});
  definitions["pair"] = object_schema(pair_keys(), {"bodies"});
  definitions["array"] = object_schema(array_keys(), {"count", "spacing"});
  definitions["camera"] = object_schema(camera_keys(), {"eye", "target"});
  return schema.dump(2) + "\n";
}

} // namespace lamina
