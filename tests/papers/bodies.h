#pragma once

#include "core/scene/scene.h"
#include "core/simulation/simulation.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lamina::papers {

/// A body of an experiment; throws InputError if the mesh cannot be one.
SceneBody body(const std::string& name, TriangleMesh mesh, BodyKind kind, const Pose& pose = {});

/// A one-sided floor in the plane y = 0.
SceneBody floor_sheet(double size);

/// A scene with the settings of a preset; one thread, so that experiments can run beside other work.
std::shared_ptr<Scene> scene_of(std::vector<SceneBody> bodies, const std::string& preset);

/// A scene that comes with the program, but under a penalty, as in the papers; one thread.
std::shared_ptr<Scene> shipped_scene(const std::string& name);

Quat turn(const Vec3& axis, double degrees);

/// Steps until `seconds` of simulated time have passed and calls `look` after each step; throws
/// std::runtime_error if a step is rejected.
void run(Simulation& simulation, double seconds, const std::function<void(const StepStatistics&)>& look);

/// A closed mesh of the shared models ($LAMINA_MODELS or ../shared/models), for example
/// "bodies/bunny_69664_closed.off"; empty path if it is not at hand.
std::filesystem::path shared_model(const std::string& name);

} // namespace lamina::papers
