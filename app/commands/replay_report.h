#pragma once

#include "core/record/arithmetic.h"
#include "core/replay/replay.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <iosfwd>

namespace lamina {

/// What `lamina replay` has found out.
struct ReplayReport {
  const RecordedRun* run = nullptr;
  bool scene_agrees = true; ///< its geometry and settings are, bit by bit, those recorded
  ReplayResult result;
  Arithmetic arithmetic; ///< of now
  std::size_t files = 0; ///< exported
  bool frames = false;   ///< written

  bool agrees() const { return scene_agrees && !result.difference; }
};

nlohmann::ordered_json replay_json(const ReplayReport& report);

/// The same in words.
void print_replay(std::ostream& out, const ReplayReport& report);

} // namespace lamina
