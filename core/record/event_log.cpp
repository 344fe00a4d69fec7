#include "core/record/event_log.h"

#include "core/base/error.h"
#include "core/base/nearest_word.h"
#include "core/record/line_reader.h"
#include "core/scene/json_reader.h"

#include <nlohmann/json.hpp>

#include <limits>
#include <optional>

namespace lamina {

namespace {

using Json = nlohmann::ordered_json;

constexpr NumberRange any_number{-std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};

Json to_json(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

/// Writes what is particular to an event.
struct EventWriter {
  Json& json;

  void operator()(const SetSetting& e) const {
    json["event"] = "set";
    json["name"] = e.name;
    json["value"] = std::visit([](const auto& value) { return Json(value); }, e.value);
  }
  void operator()(const ApplyPreset& e) const {
    json["event"] = "preset";
    json["preset"] = e.preset;
  }
  void operator()(const BeginDrag& e) const {
    json["event"] = "begin_drag";
    json["body"] = e.body;
    json["grabbed"] = to_json(e.grabbed);
    if (!e.with.empty())
      json["with"] = e.with;
  }
  void operator()(const MoveDrag& e) const {
    json["event"] = "move_drag";
    json["target"] = to_json(e.target);
  }
  void operator()(const TurnDrag& e) const {
    json["event"] = "turn_drag";
    json["turn"] = to_json(e.turn);
  }
  void operator()(const EndDrag&) const { json["event"] = "end_drag"; }
  void operator()(const SetMaterial& e) const {
    json["event"] = "material";
    json["body"] = e.body;
    json["young_modulus"] = e.material.young_modulus;
    json["poisson_ratio"] = e.material.poisson_ratio;
    json["damping"] = e.material.damping;
    if (e.material.tensile_strength)
      json["tensile_strength"] = *e.material.tensile_strength;
    if (e.material.cloth != ClothMaterial{})
      for (const auto& [name, member] : cloth_numbers)
        json[name] = e.material.cloth.*member;
  }
  void operator()(const SetWeight& e) const {
    json["event"] = "weight";
    json["body"] = e.body;
    if (e.density)
      json["density"] = *e.density;
    if (e.mass)
      json["mass"] = *e.mass;
  }
  void operator()(const SetFriction& e) const {
    json["event"] = "friction";
    json["body"] = e.body;
    if (e.coefficient)
      json["friction_coefficient"] = *e.coefficient;
  }
  void operator()(const SetRestitution& e) const {
    json["event"] = "restitution";
    json["body"] = e.body;
    if (e.coefficient)
      json["restitution"] = *e.coefficient;
  }
  void operator()(const SetContactStiffness& e) const {
    json["event"] = "contact_stiffness";
    json["body"] = e.body;
    json["factor"] = e.factor;
  }
  void operator()(const SetDrive& e) const {
    json["event"] = "drive";
    json["body"] = e.body;
    json["stiffness"] = e.stiffness;
    json["damping"] = e.damping;
  }
  void operator()(const CutBodies& e) const {
    json["event"] = "cut";
    json["bodies"] = e.bodies;
    json["sheet"] = Json::array();
    for (const CutTriangle& triangle : e.sheet)
      json["sheet"].push_back({to_json(triangle[0]), to_json(triangle[1]), to_json(triangle[2])});
  }
  void operator()(const UndoCut&) const { json["event"] = "undo_cut"; }
  void operator()(const SetCamera& e) const {
    json["event"] = "camera";
    json["eye"] = to_json(e.camera.eye);
    json["target"] = to_json(e.camera.target);
    json["up"] = to_json(e.camera.up);
    json["field_of_view"] = e.camera.field_of_view;
    json["image_height"] = e.camera.image_height;
  }
  void operator()(const Reset&) const { json["event"] = "reset"; }
};

/// Reads the members of one event object.
class EventReader {
public:
  EventReader(const JsonReader& reader, const JsonValue& object) : reader_(reader), object_(object) {}

  Event read() const {
    const JsonValue& kind_value = reader_.require(object_, "event", "an event");
    const std::string& kind = reader_.text(kind_value, "\"event\"");
    if (kind == "set")
      return expect({"name", "value"}),
             SetSetting{text("name"), reader_.setting_value(member("value"), "\"value\"")};
    if (kind == "preset")
      return expect({"preset"}), ApplyPreset{text("preset")};
    if (kind == "begin_drag")
      return expect({"body", "grabbed", "with"}), BeginDrag{body(), vector("grabbed"), bodies("with")};
    if (kind == "move_drag")
      return expect({"target"}), MoveDrag{vector("target")};
    if (kind == "turn_drag")
      return expect({"turn"}), TurnDrag{vector("turn")};
    if (kind == "end_drag")
      return expect({}), EndDrag{};
    if (kind == "material")
      return expect({"body", "young_modulus", "poisson_ratio", "damping", "tensile_strength", "thickness",
                     "stretch_stiffness", "shear_stiffness", "bending_stiffness"}),
             SetMaterial{body(),
                         {number("young_modulus"), number("poisson_ratio"), number("damping"),
                          if_given("tensile_strength"), cloth()}};
    if (kind == "weight")
      return expect({"body", "density", "mass"}), SetWeight{body(), if_given("density"), if_given("mass")};
    if (kind == "friction")
      return expect({"body", "friction_coefficient"}), SetFriction{body(), if_given("friction_coefficient")};
    if (kind == "restitution")
      return expect({"body", "restitution"}), SetRestitution{body(), if_given("restitution")};
    if (kind == "contact_stiffness")
      return expect({"body", "factor"}), SetContactStiffness{body(), number("factor")};
    if (kind == "drive")
      return expect({"body", "stiffness", "damping"}),
             SetDrive{body(), number("stiffness"), number("damping")};
    if (kind == "cut")
      return expect({"bodies", "sheet"}), CutBodies{bodies("bodies"), sheet()};
    if (kind == "undo_cut")
      return expect({}), UndoCut{};
    if (kind == "camera")
      return expect({"eye", "target", "up", "field_of_view", "image_height"}), SetCamera{camera()};
    if (kind == "reset")
      return expect({}), Reset{};
    const std::vector<std::string> kinds{"set",       "preset",   "begin_drag",  "move_drag",
                                         "turn_drag", "end_drag", "material",    "weight",
                                         "friction",  "drive",    "camera",      "contact_stiffness",
                                         "cut",       "undo_cut", "restitution", "reset"};
    const std::string nearest = nearest_word(kind.substr(0, 80), kinds);
    reader_.refuse(kind_value, "unknown event \"" + kind.substr(0, 80) + "\"" +
                                   (nearest.empty() ? "" : " (did you mean \"" + nearest + "\"?)"));
  }

private:
  void expect(std::vector<std::string> keys) const {
    keys.insert(keys.end(), {"step", "event"});
    reader_.expect_object(object_, "an event", keys);
  }
  const JsonValue& member(const char* key) const { return reader_.require(object_, key, "the event"); }
  std::string text(const char* key) const { return reader_.text(member(key), key); }
  Vec3 vector(const char* key) const { return reader_.vector(member(key), key, any_number); }
  std::int64_t whole(const char* key) const {
    return reader_.whole(member(key), key, 0, std::numeric_limits<std::uint32_t>::max());
  }
  std::uint32_t body() const { return static_cast<std::uint32_t>(whole("body")); }
  std::optional<double> if_given(const char* key) const {
    return JsonReader::find(object_, key) ? std::optional(number(key)) : std::nullopt;
  }
  double number(const char* key) const { return reader_.number(member(key), key, any_number); }
  ClothMaterial cloth() const {
    ClothMaterial material;
    for (const auto& [name, value] : cloth_numbers)
      material.*value = if_given(name).value_or(material.*value);
    return material;
  }
  std::vector<std::uint32_t> bodies(const std::string& key) const {
    std::vector<std::uint32_t> bodies;
    const JsonValue* list = JsonReader::find(object_, key);
    if (!list)
      return bodies;
    for (const JsonValue& body : reader_.list(*list, "\"" + key + "\""))
      bodies.push_back(static_cast<std::uint32_t>(
          reader_.whole(body, "\"" + key + "\"", 0, std::numeric_limits<std::uint32_t>::max())));
    return bodies;
  }
  std::vector<CutTriangle> sheet() const {
    std::vector<CutTriangle> sheet;
    for (const JsonValue& triangle : reader_.list(member("sheet"), "\"sheet\"")) {
      const JsonValue::Items& corners = reader_.list(triangle, "a triangle of \"sheet\"");
      if (corners.size() != 3)
        reader_.refuse(triangle, "a triangle of \"sheet\" must have three corners");
      CutTriangle& made = sheet.emplace_back();
      for (std::size_t k = 0; k < 3; ++k)
        made[k] = reader_.vector(corners[k], "a corner of \"sheet\"", any_number);
    }
    return sheet;
  }
  CameraView camera() const {
    CameraView view;
    view.eye = vector("eye");
    view.target = vector("target");
    view.up = vector("up");
    view.field_of_view = reader_.number(member("field_of_view"), "\"field_of_view\"", {0, 4});
    view.image_height =
        static_cast<int>(reader_.whole(member("image_height"), "\"image_height\"", 1, 1 << 20));
    return view;
  }

  const JsonReader& reader_;
  const JsonValue& object_;
};

} // namespace

std::string event_to_text(const RecordedEvent& recorded) {
  Json json;
  json["step"] = recorded.step;
  std::visit(EventWriter{json}, recorded.event);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

RecordedEvent event_from_text(std::string_view text, const std::string& file, std::size_t line) {
  const JsonReader reader(file);
  const JsonValue object = parse_json(text, file, line);
  if (!object.is_object())
    reader.refuse(object, std::string("an event must be an object, not ") + object.kind_name());
  RecordedEvent recorded;
  recorded.step = static_cast<std::uint64_t>(reader.whole(
      reader.require(object, "step", "an event"), "\"step\"", 0, std::numeric_limits<std::int64_t>::max()));
  recorded.event = EventReader(reader, object).read();
  return recorded;
}

std::vector<RecordedEvent> read_events(const std::filesystem::path& file) {
  LineReader lines(file);
  std::vector<RecordedEvent> events;
  for (std::string text; lines.next(text);) {
    events.push_back(event_from_text(text, file.string(), lines.line()));
    if (events.size() > 1 && events.back().step < events[events.size() - 2].step)
      lines.refuse("the step goes back");
  }
  return events;
}

} // namespace lamina
