#pragma once

#include "core/bench/engines/convex_shape.h"
#include "core/mesh/procedural.h"
#include "core/scene/scene.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lamina::bench {

enum class EngineShape { box, sphere, cylinder, hull, mesh };

/// A rigid body of even density about its centre of mass, without words of any engine.
struct EngineBody {
  std::string name;
  EngineShape shape = EngineShape::box;
  Vec3 size = Vec3::Ones(); ///< m, box
  double radius = 0;        ///< m, sphere and cylinder
  double height = 0;        ///< m, cylinder, along its y axis
  Recipe recipe;            ///< mesh, which need not be convex, about its centre of mass
  /// What penetration is measured on, in the body's frame: convex, one for a hull. A sphere needs none; of
  /// any other body without it is not measured.
  std::vector<ConvexShape> parts;
  bool fixed = false;
  double mass = 1;             ///< kg
  Vec3 inertia = Vec3::Zero(); ///< kg·m², about the axes of its frame, which are its principal ones
  Pose pose;
  Vec3 velocity = Vec3::Zero(); ///< m/s
  Vec3 spin = Vec3::Zero();     ///< rad/s, world
};

/// What is asked of a scene, besides drift and penetration.
enum class EngineQuestion {
  stands,       ///< no body is displaced by more than the threshold
  rests,        ///< no body is displaced by more than the threshold in the last third
  resting,      ///< how many bodies are not, where single ones may roll away
  acceleration, ///< of the first body, m/s²
  distance,     ///< that the first body goes, m
  bounce,       ///< height of the first bounce over that of the fall
  speed,        ///< of the fastest body over the last tenth of the run, m/s
  upright,      ///< seconds for which the first body's centre stays above half of its first height
  falls         ///< seconds until the first body's centre has gone down by the threshold
};
/// One word.
const char* name_of(EngineQuestion question);

/// A scene that this program and other engines run: bodies above the fixed plane y = 0. The first one moves.
struct EngineScene {
  std::string name;  ///< one word
  std::string about; ///< a few words
  std::vector<EngineBody> bodies;
  Vec3 gravity = Vec3(0, -9.81, 0); ///< m/s²; a slope is gravity that leans
  double friction = 0.5, restitution = 0;
  double time_step = 0.01, seconds = 0; ///< s
  int every = 10;                       ///< steps between two states that are looked at
  EngineQuestion question = EngineQuestion::stands;
  double threshold = 0;         ///< m, of stands, rests, resting and falls
  std::optional<double> theory; ///< of what is measured

  int steps() const;
};

/// The scenes of `lamina bench --engines`, in their order.
std::vector<EngineScene> engine_scenes();
/// The one of that name. Throws std::out_of_range.
EngineScene engine_scene(const std::string& name);

/// What an engine is told of a scene (benchmarks/engines/README.md).
nlohmann::ordered_json engine_scene_json(const EngineScene& scene);

/// The scene for this program, loaded, with one of the responses and one thread.
Scene lamina_scene(const EngineScene& scene, ResponseKind response);

} // namespace lamina::bench
