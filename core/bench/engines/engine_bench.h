#pragma once

#include "core/bench/csv_fields.h"
#include "core/bench/engines/engine_source.h"

#include <array>

namespace lamina::bench {

/// The names of this program's two rows: the response constraints, and penalty.
inline constexpr std::array<const char*, 2> own_engines{"lamina", "lamina-penalty"};

struct EngineResult {
  std::string scene, engine;
  EngineMeasures measures;
  std::string refused; ///< how it broke down, so that there are no measures
  std::string cannot;  ///< what the scene has that the engine does not know, likewise
  bool measured() const { return refused.empty() && cannot.empty(); }
};

struct EngineReport {
  MachineWords machine;
  std::vector<EngineScene> scenes;
  std::vector<EngineDescription> engines; ///< this program first
  std::vector<EngineResult> results;      ///< by scene, engines in their order; none of absent ones
  /// Whether an engine that is there broke down.
  bool refused() const;
};

/// Every scene in every engine, in turns: all engines run a scene before the next scene begins. `names`
/// narrows scenes or engines down, each to those named if any is. Throws InputError for a name that is
/// neither, naming all that are known, and Cancelled.
EngineReport run_engine_bench(const std::vector<std::string>& names, EngineSource& source,
                              const Progress& progress);

/// One row a scene and engine, after lines with # for machine and engines.
std::string engine_csv(const EngineReport& report);
nlohmann::ordered_json engine_json(const EngineReport& report);
/// For people, a table a scene.
std::string engine_text(const EngineReport& report);

} // namespace lamina::bench
