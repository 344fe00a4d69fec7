#include "core/bench/engines/engine_run.h"

#include "core/base/error.h"
#include "core/simulation/simulation.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <stdexcept>

namespace lamina::bench {

namespace {

std::vector<Pose> state_of(const nlohmann::json& numbers, std::size_t bodies) {
  if (!numbers.is_array() || numbers.size() != 7 * bodies)
    throw std::runtime_error("its answer has a state of another number of bodies");
  std::vector<Pose> state(bodies);
  for (std::size_t i = 0; i < bodies; ++i) {
    const auto at = [&](std::size_t k) {
      const nlohmann::json& number = numbers[7 * i + k];
      if (!number.is_number())
        throw std::runtime_error("its bodies are nowhere (not a number)");
      return number.get<double>();
    };
    state[i].position = Vec3(at(0), at(1), at(2));
    const Quat turned(at(3), at(4), at(5), at(6));
    if (!(std::abs(turned.norm() - 1) < 1e-2))
      throw std::runtime_error("its answer has an orientation that is none");
    state[i].orientation = turned.normalized();
  }
  return state;
}

std::vector<Pose> state_of(const Simulation& simulation) {
  const auto snapshot = simulation.recorded_snapshot();
  std::vector<Pose> state;
  for (std::size_t i = 1; i < snapshot->bodies.size(); ++i) // the first one is the floor
    state.push_back(snapshot->bodies[i].mesh_pose);
  return state;
}

} // namespace

EngineRun read_engine_run(const EngineScene& scene, std::string_view answer) {
  const nlohmann::json json = nlohmann::json::parse(answer, nullptr, false);
  if (!json.is_object())
    throw std::runtime_error("its answer is no JSON: \"" + std::string(answer.substr(0, 80)) + "\"");
  if (const auto error = json.find("error"); error != json.end() && error->is_string())
    throw std::runtime_error(error->get<std::string>().substr(0, 200));
  if (const auto cannot = json.find("cannot"); cannot != json.end() && cannot->is_string())
    throw EngineCannot(cannot->get<std::string>().substr(0, 200));
  const auto states = json.find("states"), times = json.find("milliseconds");
  const auto steps = static_cast<std::size_t>(scene.steps());
  if (states == json.end() || times == json.end() || !states->is_array() || !times->is_array() ||
      states->size() != 1 + steps / static_cast<std::size_t>(scene.every) || times->size() != steps)
    throw std::runtime_error("its answer is no run of this scene");
  EngineRun run;
  for (const nlohmann::json& numbers : *states)
    run.states.push_back(state_of(numbers, scene.bodies.size()));
  for (const nlohmann::json& time : *times) {
    if (!time.is_number() || !(time.get<double>() >= 0))
      throw std::runtime_error("its answer has a time that is none");
    run.milliseconds.push_back(time.get<double>());
  }
  return run;
}

EngineRun run_lamina_scene(const EngineScene& scene, ResponseKind response, const Progress& progress) {
  Simulation simulation(std::make_shared<const Scene>(lamina_scene(scene, response)));
  EngineRun run;
  run.states.push_back(state_of(simulation));
  for (int step = 1; step <= scene.steps(); ++step) {
    if (!simulation.step())
      throw std::runtime_error("the simulation stopped: " + simulation.problem());
    run.milliseconds.push_back(simulation.statistics().timings.wall);
    if (step % scene.every == 0)
      run.states.push_back(state_of(simulation));
    if (progress && !progress(static_cast<double>(step) / scene.steps(), ""))
      throw Cancelled();
  }
  return run;
}

} // namespace lamina::bench
