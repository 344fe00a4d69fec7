#pragma once

#include "core/simulation/event.h"
#include "core/simulation/snapshot.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <variant>

namespace lamina {

// Requests to whoever runs the simulation; not part of the run itself.
struct Play {};
struct Pause {};
struct StepOnce {};
/// Back to the end of an earlier step, if its state is still kept; pauses, and ends a recording.
struct GoBack {
  std::uint64_t step;
};
struct ReplaceScene {
  std::shared_ptr<const Scene> scene;
};
struct StartRecording {
  std::filesystem::path folder;
};
struct StopRecording {};
struct Show {
  SnapshotExtras extras; ///< of snapshots from now on
};

/// From now on a second simulation goes along under this method (ComparisonSimulation); it begins in the
/// present state, also where there was one already. An empty method ends it. Lets go of what is held.
struct CompareWith {
  std::string method, backend;
};

/// An input, which is part of the run, or one of those.
using Request = std::variant<Event, Play, Pause, StepOnce, GoBack, ReplaceScene, StartRecording,
                             StopRecording, Show, CompareWith>;

} // namespace lamina
