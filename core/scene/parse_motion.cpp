#include "core/scene/scene_keys.h"
#include "core/scene/scene_parser.h"

#include <cmath>
#include <numbers>
#include <random>

namespace lamina {

Pose BodyParser::read_pose(const JsonValue& value, const std::string& what) const {
  Pose pose;
  if (const JsonValue* position = JsonReader::find(value, "position"))
    pose.position = reader_.vector(*position, "\"position\" of " + what, length_range);
  const JsonValue* orientation = JsonReader::find(value, "orientation");
  const JsonValue* rotation = JsonReader::find(value, "rotation");
  if (orientation && rotation)
    reader_.refuse(*rotation, what + " has both an \"orientation\" and a \"rotation\"");
  if (orientation)
    pose.orientation = reader_.quaternion(*orientation, "\"orientation\" of " + what);
  if (rotation && rotation->is_array())
    for (const JsonValue& turn : std::get<JsonValue::Items>(rotation->value))
      pose.orientation = (read_rotation(turn, what) * pose.orientation).normalized();
  else if (rotation)
    pose.orientation = read_rotation(*rotation, what);
  return pose;
}

Quat BodyParser::read_rotation(const JsonValue& value, const std::string& what) const {
  static const std::vector<std::string> keys = key_names(rotation_keys());
  reader_.expect_object(value, "a rotation of " + what, keys);
  const Vec3 axis =
      reader_.direction(reader_.require(value, "axis", "a rotation of " + what), "\"axis\" of " + what);
  const double degrees = reader_.number(reader_.require(value, "angle_degrees", "a rotation of " + what),
                                        "\"angle_degrees\" of " + what, angle_range);
  return Quat(Eigen::AngleAxisd(degrees * std::numbers::pi / 180, axis)).normalized();
}

ScriptedMotion BodyParser::read_motion(const JsonValue& value, const std::string& what) const {
  static const std::vector<std::string> keys = key_names(motion_keys());
  reader_.expect_object(value, "the motion of " + what, keys);
  const auto& members = std::get<JsonValue::Members>(value.value);
  const auto number = [&](const char* key, NumberRange range, double initial) {
    const JsonValue* given = JsonReader::find(value, key);
    return given ? reader_.number(*given, std::string("\"") + key + "\" of " + what, range) : initial;
  };

  ScriptedMotion motion;
  if (const JsonValue* keyframes = JsonReader::find(value, "keyframes")) {
    for (const auto& [key, member] : members)
      if (key != "keyframes" && key != "repeat" && key != "interpolation")
        reader_.refuse(member,
                       "\"" + key + "\" and \"keyframes\" exclude each other in the motion of " + what);
    motion.keyframes = read_keyframes(*keyframes, what);
  }
  if (const JsonValue* interpolation = JsonReader::find(value, "interpolation")) {
    if (motion.keyframes.empty())
      reader_.refuse(*interpolation,
                     "\"interpolation\" joins \"keyframes\", which the motion of " + what + " does not have");
    motion.interpolation = static_cast<Interpolation>(
        reader_.choice(*interpolation, "\"interpolation\" of " + what, interpolation_names()));
  }
  if (const JsonValue* repeat = JsonReader::find(value, "repeat"))
    motion.repeat = reader_.boolean(*repeat, "\"repeat\" of " + what);
  if (const JsonValue* amplitude = JsonReader::find(value, "amplitude"))
    motion.amplitude = reader_.vector(*amplitude, "\"amplitude\" of " + what, length_range);
  if (const JsonValue* axis = JsonReader::find(value, "rotation_axis"))
    motion.rotation_axis = reader_.direction(*axis, "\"rotation_axis\" of " + what);
  motion.frequency = number("frequency", frequency_range, 0);
  motion.rotation_rate = number("rotation_rate", spin_range, 0);
  motion.rotation_amplitude = number("rotation_amplitude", angle_range, 0);
  return motion;
}

std::vector<Keyframe> BodyParser::read_keyframes(const JsonValue& value, const std::string& what) const {
  static const std::vector<std::string> keys = key_names(keyframe_keys());
  std::vector<Keyframe> keyframes;
  for (const JsonValue& entry : reader_.list(value, "\"keyframes\" of " + what)) {
    const std::string where = "a keyframe of " + what;
    reader_.expect_object(entry, where, keys);
    Keyframe keyframe;
    keyframe.time_s =
        reader_.number(reader_.require(entry, "time", where), "\"time\" of " + where, time_range);
    if (!keyframes.empty() && keyframe.time_s <= keyframes.back().time_s)
      reader_.refuse(entry, where + " is not later than the one before");
    keyframe.pose = read_pose(entry, where);
    keyframes.push_back(keyframe);
  }
  if (keyframes.empty())
    reader_.refuse(value, "\"keyframes\" of " + what + " is empty");
  return keyframes;
}

namespace {

/// Uniform in [0, 1), the same on every platform.
double uniform(std::mt19937_64& generator) {
  return static_cast<double>(generator() >> 11) * 0x1p-53;
}

/// Uniform over all orientations: Shoemake, Uniform random rotations, Graphics Gems III, 1992.
Quat random_orientation(std::mt19937_64& generator) {
  const double share = uniform(generator);
  const double a = 2 * std::numbers::pi * uniform(generator), b = 2 * std::numbers::pi * uniform(generator);
  const double s = std::sqrt(1 - share), t = std::sqrt(share);
  return Quat(t * std::cos(b), s * std::sin(a), s * std::cos(a), t * std::sin(b)).normalized();
}

} // namespace

void BodyParser::append_array(const JsonValue& value, const std::string& what, const SceneBody& body,
                              std::vector<SceneBody>& bodies) const {
  static const std::vector<std::string> keys = key_names(array_keys());
  const std::string where = "the array of " + what;
  reader_.expect_object(value, where, keys);

  const JsonValue& count_value = reader_.require(value, "count", where);
  const auto& counts = reader_.list(count_value, "\"count\" of " + where);
  if (counts.size() != 3)
    reader_.refuse(count_value, "\"count\" of " + where + " must be three whole numbers");
  std::array<std::int64_t, 3> count{};
  for (std::size_t i = 0; i < 3; ++i)
    count[i] = reader_.whole(counts[i], "\"count\" of " + where, 1, static_cast<std::int64_t>(body_limit));
  if (count[0] * count[1] * count[2] > static_cast<std::int64_t>(body_limit - bodies.size()))
    reader_.refuse(count_value, "more than " + std::to_string(body_limit) + " bodies");

  const JsonValue& spacing_value = reader_.require(value, "spacing", where);
  const Vec3 spacing = spacing_value.is_number()
                           ? Vec3::Constant(reader_.number(spacing_value, "\"spacing\" of " + where,
                                                           {0, length_range.maximum}))
                           : reader_.vector(spacing_value, "\"spacing\" of " + where, length_range);
  const JsonValue* jitter_value = JsonReader::find(value, "jitter");
  const double jitter =
      jitter_value ? reader_.number(*jitter_value, "\"jitter\" of " + where, {0, length_range.maximum}) : 0;
  const JsonValue* seed_value = JsonReader::find(value, "seed");
  const std::int64_t seed =
      seed_value ? reader_.whole(*seed_value, "\"seed\" of " + where, 0, 9007199254740992) : 1;
  const JsonValue* turn_value = JsonReader::find(value, "random_orientation");
  const bool turn = turn_value && reader_.boolean(*turn_value, "\"random_orientation\" of " + where);
  if (body.name.empty())
    reader_.refuse(value, "a body with an \"array\" needs a \"name\"");

  std::mt19937_64 generator(static_cast<std::uint64_t>(seed));
  std::size_t number = 0;
  for (std::int64_t y = 0; y < count[1]; ++y)
    for (std::int64_t z = 0; z < count[2]; ++z)
      for (std::int64_t x = 0; x < count[0]; ++x) {
        SceneBody copy = body;
        copy.name += " " + std::to_string(++number);
        const Vec3 cell(static_cast<double>(x) - 0.5 * static_cast<double>(count[0] - 1),
                        static_cast<double>(y) - 0.5 * static_cast<double>(count[1] - 1),
                        static_cast<double>(z) - 0.5 * static_cast<double>(count[2] - 1));
        copy.pose.position += cell.cwiseProduct(spacing);
        for (int axis = 0; axis < 3 && jitter > 0; ++axis)
          copy.pose.position[axis] += jitter * (2 * uniform(generator) - 1);
        if (turn)
          copy.pose.orientation = (random_orientation(generator) * copy.pose.orientation).normalized();
        bodies.push_back(std::move(copy));
      }
}

} // namespace lamina
