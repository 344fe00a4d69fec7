#pragma once

#include "core/base/progress.h"
#include "core/math/camera_view.h"
#include "core/mesh/prepare.h"
#include "core/mesh/procedural.h"
#include "core/settings/settings.h"

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lamina {

enum class BodyKind { rigid, fixed, scripted };

/// A pose at a time, for scripted bodies.
struct Keyframe {
  double time_s = 0;
  Pose pose;
};

/// Prescribed motion: keyframes joined by straight lines and slerp, or a sinusoid about the body's own pose.
struct ScriptedMotion {
  std::vector<Keyframe> keyframes;    ///< in order of time; empty for a sinusoid
  bool repeat = false;                ///< starts over after the last keyframe
  Vec3 amplitude = Vec3::Zero();      ///< m, sinusoid
  Vec3 rotation_axis = Vec3::UnitY(); ///< world
  double rotation_rate = 0;           ///< rad/s, constant turn about rotation_axis
  double rotation_amplitude = 0;      ///< rad, sinusoid about rotation_axis
  double frequency = 0;               ///< Hz
};

/// One body as a scene file states it. Meshes are named by file or recipe; what was loaded hangs beside it.
struct SceneBody {
  std::string name;
  BodyKind kind = BodyKind::rigid;
  std::filesystem::path file; ///< absolute or relative to the scene's folder; empty for a recipe
  int object = -1;            ///< which object of the file; -1: all of them merged into this body
  bool split_pieces = false;  ///< `object` counts the connected pieces of the file instead of its objects
  double scale = 1;           ///< metres per file unit; a factor on a recipe
  std::optional<Recipe> recipe;
  Sidedness sidedness = Sidedness::closed;
  double one_sided_thickness = 10;            ///< m
  std::optional<double> density;              ///< kg/m³; 1000 if neither density nor mass is given
  std::optional<double> mass;                 ///< kg
  std::optional<double> friction_coefficient; ///< overrides the setting; a pair takes the geometric mean
  Pose pose;                                  ///< of the mesh's own origin
  Vec3 velocity = Vec3::Zero();               ///< m/s, of the centre of mass
  Vec3 spin = Vec3::Zero();                   ///< rad/s, world
  std::vector<std::string> groups;            ///< bodies that share a group do not collide
  std::optional<std::array<float, 3>> colour; ///< sRGB, 0..1
  ScriptedMotion motion;
  std::size_t line = 0; ///< in the scene file, for messages; 0 if built

  std::shared_ptr<const PreparedMesh>
      mesh; ///< scaled to metres, about the mesh's own origin; filled by loading
};

/// A scene: what a file in scenes/ holds, or what opening meshes directly builds.
struct Scene {
  std::string title;
  std::string look_for; ///< one sentence on what to watch
  Vec3 gravity = Vec3(0, -9.81, 0);
  Settings settings;
  std::vector<SceneBody> bodies;
  CameraView camera;
  bool camera_given = false;      ///< otherwise the viewport frames all
  std::filesystem::path source;   ///< file it came from; empty if built
  std::vector<std::string> notes; ///< load report, one sentence each

  /// Unit vector against gravity; +y without gravity.
  Vec3 up() const;
};

} // namespace lamina
