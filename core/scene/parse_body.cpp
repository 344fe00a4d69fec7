#include "core/base/error.h"
#include "core/base/length_units.h"
#include "core/base/nearest_word.h"
#include "core/scene/file_reference.h"
#include "core/scene/scene_keys.h"
#include "core/scene/scene_parser.h"

#include <algorithm>

namespace lamina {

namespace {

/// The body's name for messages: as given, else where it stands.
std::string describe(const JsonValue& value) {
  const JsonValue* name = value.is_object() ? JsonReader::find(value, "name") : nullptr;
  return name && name->is_string()
             ? "body \"" + std::get<std::string>(name->value).substr(0, name_length_limit) + "\""
             : "a body";
}

} // namespace

void BodyParser::read(const JsonValue& value, std::vector<SceneBody>& bodies) const {
  static const std::vector<std::string> keys = key_names(body_keys());
  const std::string what = describe(value);
  reader_.expect_object(value, what, keys);

  SceneBody body;
  body.line = value.line;
  if (const JsonValue* name = JsonReader::find(value, "name")) {
    body.name = reader_.text(*name, "the name of a body");
    const bool printable = std::none_of(body.name.begin(), body.name.end(), [](char c) {
      return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    });
    if (body.name.empty() || body.name.size() > name_length_limit || !printable)
      reader_.refuse(*name, "the name of a body must have 1 to " + std::to_string(name_length_limit) +
                                " bytes and no control characters");
  }
  read_mesh(value, what, body);
  read_material(value, what, body);
  read_deforming(value, what, body);
  read_state(value, what, body);
  read_looks(value, what, body);

  if (const JsonValue* array = JsonReader::find(value, "array"))
    append_array(*array, what, body, bodies);
  else if (bodies.size() >= body_limit)
    reader_.refuse(value, "more than " + std::to_string(body_limit) + " bodies");
  else
    bodies.push_back(std::move(body));
}

std::filesystem::path BodyParser::read_file_name(const JsonValue& value, const std::string& what) const {
  const std::string& text = reader_.text(value, what);
  std::filesystem::path file;
  try {
    file = referenced_file(text);
  } catch (const InputError& error) {
    reader_.refuse(value, what + ": " + error.what());
  }
  if (file.empty() || file.native().find('\0') != std::string::npos)
    reader_.refuse(value, what + " names no file");
  return file;
}

void BodyParser::read_mesh(const JsonValue& value, const std::string& what, SceneBody& body) const {
  const JsonValue* mesh = JsonReader::find(value, "mesh");
  const JsonValue* recipe = JsonReader::find(value, "recipe");
  if (!mesh == !recipe)
    reader_.refuse(recipe ? *recipe : value, what + " needs either a \"mesh\" file or a \"recipe\"");
  if (recipe)
    body.recipe = read_recipe(*recipe, what);
  else
    body.file = read_file_name(*mesh, "\"mesh\" of " + what);

  for (const char* key : {"object", "split_pieces", "unit", "weld", "close_holes", "thickness"})
    if (const JsonValue* given = JsonReader::find(value, key); given && recipe)
      reader_.refuse(*given, std::string("\"") + key +
                                 "\" goes with a mesh file; a recipe states its sizes in metres");
  if (const JsonValue* object = JsonReader::find(value, "object"))
    body.object = static_cast<int>(reader_.whole(*object, "\"object\" of " + what, 0, 1'000'000));
  if (const JsonValue* split = JsonReader::find(value, "split_pieces"))
    body.split_pieces = reader_.boolean(*split, "\"split_pieces\" of " + what);
  if (const JsonValue* weld = JsonReader::find(value, "weld"))
    body.weld = reader_.number(*weld, "\"weld\" of " + what, positive_length_range);
  if (const JsonValue* close = JsonReader::find(value, "close_holes"))
    body.mending.close_holes = reader_.boolean(*close, "\"close_holes\" of " + what);
  if (const JsonValue* thickness = JsonReader::find(value, "thickness")) {
    body.mending.thickness = reader_.number(*thickness, "\"thickness\" of " + what, positive_length_range);
    if (body.mending.close_holes)
      reader_.refuse(*thickness, what + " has both \"close_holes\" and a \"thickness\"");
  }
  if (const JsonValue* scale = JsonReader::find(value, "scale"))
    body.scale = reader_.number(*scale, "\"scale\" of " + what, scale_range);
  if (const JsonValue* unit = JsonReader::find(value, "unit")) {
    if (JsonReader::find(value, "scale"))
      reader_.refuse(*unit, what + " has both a \"unit\" and a \"scale\"");
    const std::string& name = reader_.text(*unit, "\"unit\" of " + what);
    const LengthUnit* found = length_unit(name);
    if (!found)
      reader_.refuse(*unit,
                     "unknown unit \"" + name.substr(0, 80) + "\" (known: m, dm, cm, mm, um, km, in, ft)");
    body.scale = found->metres;
  }
}

Recipe BodyParser::read_recipe(const JsonValue& value, const std::string& what) const {
  if (!value.is_object())
    reader_.refuse(value, "\"recipe\" of " + what + " must be an object, not " + value.kind_name());
  const JsonValue& shape_value = reader_.require(value, "shape", "the recipe of " + what);
  Recipe recipe;
  recipe.shape = reader_.text(shape_value, "\"shape\" of " + what);

  std::vector<std::string> shapes;
  const RecipeShape* shape = nullptr;
  for (const RecipeShape& known : recipe_shapes()) {
    shapes.push_back(known.shape);
    if (known.shape == recipe.shape)
      shape = &known;
  }
  if (!shape) {
    const std::string nearest = nearest_word(recipe.shape.substr(0, 80), shapes);
    std::string list;
    for (const std::string& name : shapes)
      list += (list.empty() ? "" : ", ") + name;
    reader_.refuse(shape_value,
                   "unknown shape \"" + recipe.shape.substr(0, 80) + "\"" +
                       (nearest.empty() ? " (known: " + list + ")" : " (did you mean \"" + nearest + "\"?)"));
  }

  std::vector<std::string> keys{"shape"};
  for (const RecipeParameter& parameter : shape->parameters)
    keys.push_back(parameter.name);
  reader_.expect_object(value, "a recipe of shape " + recipe.shape, keys);
  for (const RecipeParameter& parameter : shape->parameters) {
    const JsonValue* given = JsonReader::find(value, parameter.name);
    if (!given)
      continue;
    const std::string name = "\"" + parameter.name + "\" of " + what;
    const double number = reader_.number(*given, name, {parameter.minimum, parameter.maximum});
    if (parameter.unit.empty() && number != static_cast<double>(static_cast<std::int64_t>(number)))
      reader_.refuse(*given, name + " must be a whole number");
    recipe.numbers[parameter.name] = number;
  }
  return recipe;
}

void BodyParser::read_material(const JsonValue& value, const std::string& what, SceneBody& body) const {
  if (const JsonValue* kind = JsonReader::find(value, "kind")) {
    std::vector<std::string> names;
    for (const BodyKind known : body_kinds)
      names.push_back(kind_name(known));
    body.kind = body_kinds[reader_.choice(*kind, "\"kind\" of " + what, names)];
  }
  check_kind(body_keys(), value, what, body.kind);
  const JsonValue* density = JsonReader::find(value, "density");
  const JsonValue* mass = JsonReader::find(value, "mass");
  if (density && mass)
    reader_.refuse(*mass, what + " has both a \"density\" and a \"mass\"");
  if (density)
    body.density = reader_.number(*density, "\"density\" of " + what, density_range);
  if (mass)
    body.mass = reader_.number(*mass, "\"mass\" of " + what, mass_range);
  if (const JsonValue* friction = JsonReader::find(value, "friction_coefficient"))
    body.friction_coefficient =
        reader_.number(*friction, "\"friction_coefficient\" of " + what, coefficient_range);
  if (const JsonValue* restitution = JsonReader::find(value, "restitution"))
    body.restitution = reader_.number(*restitution, "\"restitution\" of " + what, unit_interval);
  if (const JsonValue* blade = JsonReader::find(value, "blade")) {
    const JsonValue::Items& ends = reader_.list(*blade, "\"blade\" of " + what);
    if (ends.size() != 2)
      reader_.refuse(*blade, "\"blade\" of " + what + " must be the two ends of an edge");
    body.blade.emplace();
    for (std::size_t k = 0; k < 2; ++k)
      (*body.blade)[k] = reader_.vector(ends[k], "an end of the blade of " + what, length_range);
  }

  if (const JsonValue* one_sided = JsonReader::find(value, "one_sided")) {
    if (reader_.boolean(*one_sided, "\"one_sided\" of " + what))
      body.sidedness = Sidedness::one_sided;
    if (body.sidedness == Sidedness::one_sided && moves_freely(body.kind))
      reader_.refuse(*one_sided,
                     what + " is one-sided, so it has no mass: make its \"kind\" fixed or scripted");
    if (body.sidedness == Sidedness::one_sided && body.mending.wanted()) {
      const std::string key = body.mending.close_holes ? "close_holes" : "thickness";
      reader_.refuse(*JsonReader::find(value, key),
                     what + " is one-sided, and \"" + key + "\" is for volumes: leave one of the two out");
    }
  }
  if (const JsonValue* thickness = JsonReader::find(value, "one_sided_thickness"))
    body.one_sided_thickness =
        reader_.number(*thickness, "\"one_sided_thickness\" of " + what, positive_length_range);
}

void BodyParser::read_state(const JsonValue& value, const std::string& what, SceneBody& body) const {
  body.pose = read_pose(value, what);
  if (const JsonValue* velocity = JsonReader::find(value, "velocity"))
    body.velocity = reader_.vector(*velocity, "\"velocity\" of " + what, speed_range);
  if (const JsonValue* spin = JsonReader::find(value, "spin"))
    body.spin = reader_.vector(*spin, "\"spin\" of " + what, spin_range);

  const JsonValue* motion = JsonReader::find(value, "motion");
  if (!motion && body.kind == BodyKind::scripted)
    reader_.refuse(value, what + " is scripted but has no \"motion\"");
  if (motion)
    body.motion = read_motion(*motion, what);
}

void BodyParser::read_looks(const JsonValue& value, const std::string& what, SceneBody& body) const {
  if (const JsonValue* groups = JsonReader::find(value, "groups"))
    for (const JsonValue& group : reader_.list(*groups, "\"groups\" of " + what))
      body.groups.push_back(reader_.text(group, "a group of " + what));

  const JsonValue* colour = JsonReader::find(value, "colour");
  if (!colour)
    return;
  std::array<float, 3> parts{};
  if (colour->is_string()) {
    const std::string& code = std::get<std::string>(colour->value);
    if (code.size() != 7 || code[0] != '#' ||
        code.find_first_not_of("0123456789abcdefABCDEF", 1) != std::string::npos)
      reader_.refuse(*colour, "\"colour\" of " + what + " must be three numbers from 0 to 1, or #rrggbb");
    for (std::size_t i = 0; i < 3; ++i)
      parts[i] = static_cast<float>(std::stoi(code.substr(1 + 2 * i, 2), nullptr, 16)) / 255.0f;
  } else {
    const std::vector<double> numbers = reader_.numbers(*colour, "\"colour\" of " + what, 3, unit_interval);
    for (std::size_t i = 0; i < 3; ++i)
      parts[i] = static_cast<float>(numbers[i]);
  }
  body.colour = parts;
}

} // namespace lamina
