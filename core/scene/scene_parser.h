#pragma once

#include "core/scene/json_reader.h"
#include "core/scene/scene.h"
#include "core/scene/scene_keys.h"

namespace lamina {

/// Reads the bodies of a scene file. Every refusal is an InputError with file, line and reason.
class BodyParser {
public:
  explicit BodyParser(const JsonReader& reader) : reader_(reader) {}

  /// Reads one entry of `bodies` and appends the body, or all copies of an array, to `bodies`.
  void read(const JsonValue& value, std::vector<SceneBody>& bodies) const;

private:
  void read_mesh(const JsonValue& value, const std::string& what, SceneBody& body) const;
  std::filesystem::path read_file_name(const JsonValue& value, const std::string& what) const;
  void read_material(const JsonValue& value, const std::string& what, SceneBody& body) const;
  void read_state(const JsonValue& value, const std::string& what, SceneBody& body) const;
  void read_deforming(const JsonValue& value, const std::string& what, SceneBody& body) const;
  /// Refuses keys that are for other kinds.
  void check_kind(const std::vector<SceneKey>& keys, const JsonValue& value, const std::string& what,
                  BodyKind kind) const;
  Material read_elasticity(const JsonValue& value, const std::string& of, BodyKind kind) const;
  Clamp read_clamp(const JsonValue& value, const std::string& what) const;
  JointDrive read_drive(const JsonValue& value, const std::string& what) const;
  void read_looks(const JsonValue& value, const std::string& what, SceneBody& body) const;
  Recipe read_recipe(const JsonValue& value, const std::string& what) const;
  Pose read_pose(const JsonValue& value, const std::string& what) const;
  Quat read_rotation(const JsonValue& value, const std::string& what) const;
  ScriptedMotion read_motion(const JsonValue& value, const std::string& what) const;
  std::vector<Keyframe> read_keyframes(const JsonValue& value, const std::string& what) const;
  void append_array(const JsonValue& value, const std::string& what, const SceneBody& body,
                    std::vector<SceneBody>& bodies) const;

  const JsonReader& reader_;
};

/// Reads `pairs` of a scene file, whose bodies must be among `bodies`. Refusals as above.
std::vector<PairRule> read_pairs(const JsonReader& reader, const JsonValue& value,
                                 const std::vector<SceneBody>& bodies);

} // namespace lamina
