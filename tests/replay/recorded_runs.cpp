#include "tests/replay/recorded_runs.h"

#include "core/scene/scene_file.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <sstream>

namespace lamina::test {

std::shared_ptr<const Scene> scene_from(const std::string& text) {
  auto scene = std::make_shared<Scene>(parse_scene(text, ""));
  load_scene_meshes(*scene);
  scene->camera = frame_scene(*scene);
  return scene;
}

std::shared_ptr<const Scene> shipped(const std::string& name) {
  const std::array<std::filesystem::path, 1> files{resolve_scene_name(name)};
  return std::make_shared<const Scene>(open_scene(files));
}

std::shared_ptr<const Scene> every_kind() {
  return scene_from(R"({"title": "every kind", "settings": {"resolution": 10}, "bodies": [
    {"name": "floor", "kind": "fixed", "one_sided": true, "recipe": {"shape": "ground", "size": 10}},
    {"name": "box", "recipe": {"shape": "box", "x": 0.2, "y": 0.2, "z": 0.2}, "position": [0, 0.11, 0],
     "rotation": {"axis": [1, 2, 3], "angle_degrees": 20}, "spin": [1, 2, 0]},
    {"name": "soft", "kind": "soft", "lattice_cells": 3, "material": {"young_modulus": 3e4},
     "recipe": {"shape": "sphere", "radius": 0.12, "triangles": 128}, "position": [0.05, 0.34, 0]},
    {"name": "particles", "kind": "particles", "division": "lattice", "lattice_cells": 3,
     "material": {"young_modulus": 3e4},
     "recipe": {"shape": "box", "x": 0.2, "y": 0.15, "z": 0.2, "triangles": 100}, "position": [0.3, 0.08, 0]},
    {"name": "skinned", "kind": "skinned", "drive": {"stiffness": 8},
     "recipe": {"shape": "octopus", "radius": 0.1, "arm_length": 0.3, "arms": 3, "bones": 2, "triangles": 600},
     "position": [-0.35, 0.3, 0]}]})");
}

std::shared_ptr<const Scene> two_boxes() {
  return scene_from(R"({"title": "two boxes", "bodies": [
    {"name": "floor", "kind": "fixed", "one_sided": true, "recipe": {"shape": "ground", "size": 10}},
    {"name": "low", "recipe": {"shape": "box", "x": 0.2, "y": 0.2, "z": 0.2}, "position": [0, 0.1, 0]},
    {"name": "high", "recipe": {"shape": "box", "x": 0.2, "y": 0.2, "z": 0.2}, "position": [0.03, 0.32, 0],
     "rotation": {"axis": [1, 2, 3], "angle_degrees": 20}}]})");
}

Inputs lively_inputs() {
  return [](Simulation& simulation, const std::function<void(const Event&)>& apply) {
    const std::uint64_t step = simulation.statistics().step;
    const auto bodies = static_cast<std::uint32_t>(simulation.scene().bodies.size());
    const std::uint32_t body = 1 + static_cast<std::uint32_t>(step / 6) % (bodies - 1);
    const Vec3 at = simulation.recorded_snapshot()->bodies[body].pose.position;
    switch (step % 6) {
    case 0:
      apply(BeginDrag{body, at + Vec3(0.01, 0.02, 0)});
      break;
    case 1:
      apply(TurnDrag{Vec3(0.1, 0.2, 0)});
      [[fallthrough]];
    case 2:
    case 3:
      apply(MoveDrag{at + Vec3(0.05, 0.3, -0.02)});
      break;
    case 5:
      apply(EndDrag{});
      break;
    default:
      break;
    }
    if (step == 8)
      apply(SetSetting{"rest_penetration", 3e-4});
    if (step == 9)
      apply(SetSetting{"threads", std::int64_t{2}});
    if (step == 10 && bodies > 2 && simulation.scene().bodies[2].kind == BodyKind::soft)
      apply(SetMaterial{2, {6e4, 0.3, 0.02}});
  };
}

Recorded record_run(const std::filesystem::path& folder, std::shared_ptr<const Scene> scene, int steps,
                    const Inputs& inputs, int frames_from) {
  Simulation simulation(scene);
  Recorder recorder(folder, *scene, simulation.first_settings());
  Recorded recorded;
  const auto apply = [&](const Event& event) {
    recorder.event(simulation.statistics().step, event);
    simulation.apply(event);
  };
  const auto keep = [&] {
    recorded.snapshots.push_back(simulation.snapshot({.pixels = true}));
    if (frames_from >= 0 && simulation.statistics().step >= static_cast<std::uint64_t>(frames_from))
      recorder.frame(*recorded.snapshots.back(), simulation.body_states());
  };
  keep();
  for (int step = 0; step < steps; ++step) {
    if (inputs)
      inputs(simulation, apply);
    EXPECT_TRUE(simulation.step()) << simulation.problem();
    keep();
    recorder.step(simulation.statistics(), *recorded.snapshots.back());
  }
  recorder.finish();
  return recorded;
}

std::string text_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

void put_text(const std::filesystem::path& file, const std::string& text) {
  // Some file systems wait for the disk when a file is emptied and written again.
  std::filesystem::remove(file);
  std::ofstream(file, std::ios::binary) << text;
}

} // namespace lamina::test
