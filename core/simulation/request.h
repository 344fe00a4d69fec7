#pragma once

#include "core/scene/scene.h"
#include "core/settings/setting_list.h"

#include <memory>
#include <string>
#include <variant>

namespace lamina {

// Inputs of a simulation, applied at a step boundary in the order in which they came, and recorded with their
// step.
struct SetSetting {
  std::string name;
  SettingValue value;
};
struct ApplyPreset {
  std::string preset;
};
struct BeginDrag {
  std::uint32_t body;
  Vec3 grabbed; ///< world position of the point taken hold of, m
};
struct MoveDrag {
  Vec3 target; ///< world, m
};
struct EndDrag {};
struct SetCamera {
  CameraView camera;
};
struct Reset {}; ///< back to the scene's first state; settings stay

using Event = std::variant<SetSetting, ApplyPreset, BeginDrag, MoveDrag, EndDrag, SetCamera, Reset>;

// Requests to whoever runs the simulation; not part of the run itself.
struct Play {};
struct Pause {};
struct StepOnce {};
struct ReplaceScene {
  std::shared_ptr<const Scene> scene;
};
struct StartRecording {
  std::filesystem::path folder;
};
struct StopRecording {};
struct ShowPixels {
  bool on; ///< whether snapshots carry contact pixels
};

using Request =
    std::variant<Event, Play, Pause, StepOnce, ReplaceScene, StartRecording, StopRecording, ShowPixels>;

} // namespace lamina
