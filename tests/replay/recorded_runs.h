#pragma once

#include "core/record/recorder.h"
#include "core/simulation/simulation.h"
#include "tests/support/scenes.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lamina::test {

/// A scene from JSON text, loaded.
std::shared_ptr<const Scene> scene_from(const std::string& text);

/// A shipped scene by its name.
std::shared_ptr<const Scene> shipped(const std::string& name);

/// A body of each kind that moves, over a floor: rigid 1, soft 2, particles 3, skinned 4.
std::shared_ptr<const Scene> every_kind();

/// Two rigid boxes over a floor, bodies 1 and 2.
std::shared_ptr<const Scene> two_boxes();

/// What happens in a run: called before each step.
using Inputs = std::function<void(Simulation& simulation, const std::function<void(const Event&)>& apply)>;

/// Drags of every movable body after each other, in the middle of which settings and a material change.
Inputs lively_inputs();

/// What a recording should hold, as the simulation knew it.
struct Recorded {
  std::vector<std::shared_ptr<const Snapshot>> snapshots; ///< with pixels; [0] is the first state
  std::uint64_t last_hash() const { return snapshots.back()->statistics.state_hash; }
};

/// Simulates, records into the folder, and finishes. Frames begin with the state after `frames_from` steps;
/// negative: none are recorded.
Recorded record_run(const std::filesystem::path& folder, std::shared_ptr<const Scene> scene, int steps,
                    const Inputs& inputs = {}, int frames_from = -1);

/// Whole text of a file, and back.
std::string text_of(const std::filesystem::path& file);
void put_text(const std::filesystem::path& file, const std::string& text);

} // namespace lamina::test
