#pragma once

#include "core/base/progress.h"
#include "core/bench/engines/engine_scene.h"
#include "core/bench/spread.h"

#include <stdexcept>
#include <string_view>
#include <vector>

namespace lamina::bench {

/// Where the bodies of a scene went in an engine.
struct EngineRun {
  std::vector<std::vector<Pose>>
      states;                       ///< of all bodies: at first, then after every EngineScene::every steps
  std::vector<double> milliseconds; ///< of each step
};

/// An engine does not have what a scene asks for, which is no fault of a run.
class EngineCannot : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// What an engine answers to a scene. Throws std::runtime_error, saying what is wrong, unless it is a run of
/// just that scene; EngineCannot if it says that it cannot run one.
EngineRun read_engine_run(const EngineScene& scene, std::string_view answer);

/// The scene in this program. Throws std::runtime_error if the simulation stops, and Cancelled.
EngineRun run_lamina_scene(const EngineScene& scene, ResponseKind response, const Progress& progress);

/// m, greatest of any two bodies, or of a body and the ground.
struct Penetration {
  double deepest = 0; ///< after the start
  double last = 0;    ///< at the end
};

/// What a run amounts to, measured by the same code for every engine.
struct EngineMeasures {
  double displacement = 0;                ///< m, greatest of any body's centre from where it began
  double drift = 0;                       ///< m, the same within the last third of the run
  std::optional<Penetration> penetration; ///< none where a body has no parts that it is measured on
  std::optional<bool> holds;              ///< of the questions stands and rests
  std::optional<double> value; ///< of the other questions; none of a body that does not fall so far
  Spread milliseconds;         ///< a step
};
EngineMeasures measure(const EngineScene& scene, const EngineRun& run);

/// m, greatest of any two bodies, or of a body and the ground.
double deepest_penetration(const EngineScene& scene, const std::vector<Pose>& state);

} // namespace lamina::bench
