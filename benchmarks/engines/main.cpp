// Bullet and ODE at the scenes of `lamina bench --engines`, in a process of their own. Never installed.
//
// Standard input has one request a line, standard output one answer: README.md here says which.

#include "benchmarks/engines/engine.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdio>
#include <exception>
#include <iostream>

#include <unistd.h>

namespace lamina::engines {
namespace {

using Json = nlohmann::json;

/// Answers go to what standard output was; words of the libraries go to standard error instead.
std::FILE* take_standard_output() {
  const int own = ::dup(1);
  ::dup2(2, 1);
  return ::fdopen(own, "w");
}

Body body_of(const Json& json) {
  Body body;
  body.shape = json.at("shape");
  body.fixed = json.value("fixed", false);
  body.mass = json.at("mass");
  body.inertia = json.at("inertia");
  body.position = json.at("position");
  body.orientation = json.at("orientation");
  body.velocity = json.at("velocity");
  body.spin = json.at("spin");
  body.size = json.value("size", Triple{});
  body.radius = json.value("radius", 0.0);
  body.height = json.value("height", 0.0);
  body.vertices = json.value("vertices", std::vector<Triple>{});
  body.faces = json.value("faces", std::vector<std::vector<int>>{});
  return body;
}

Scene scene_of(const Json& json) {
  Scene scene;
  scene.gravity = json.at("gravity");
  scene.friction = json.at("friction");
  scene.restitution = json.at("restitution");
  scene.time_step = json.at("time_step");
  scene.steps = json.at("steps");
  scene.every = json.at("every");
  for (const Json& body : json.at("bodies"))
    scene.bodies.push_back(body_of(body));
  return scene;
}

Json state_of(const World& world, std::size_t bodies) {
  Json numbers = Json::array();
  for (std::size_t i = 0; i < bodies; ++i)
    for (const double number : world.pose(i))
      numbers.push_back(number);
  return numbers;
}

Json run(const Engine& engine, const Scene& scene) {
  using Clock = std::chrono::steady_clock;
  const std::unique_ptr<World> world = engine.make(scene);
  Json states = Json::array({state_of(*world, scene.bodies.size())}), times = Json::array();
  for (int step = 1; step <= scene.steps; ++step) {
    const auto begin = Clock::now();
    world->step();
    times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    if (step % scene.every == 0)
      states.push_back(state_of(*world, scene.bodies.size()));
  }
  return {{"states", states}, {"milliseconds", times}};
}

Json answer(const std::string& request) {
  const std::vector<Engine> engines{bullet_engine(), ode_engine()};
  if (request == "engines") {
    Json list = Json::array();
    for (const Engine& engine : engines)
      list.push_back({{"name", engine.name},
                      {"version", engine.version},
                      {"how", engine.how},
                      {"settings", engine.settings},
                      {"absence", engine.absence}});
    return list;
  }
  const Json json = Json::parse(request);
  for (const Engine& engine : engines)
    if (engine.make && json.at("engine") == engine.name)
      return run(engine, scene_of(json.at("scene")));
  throw std::runtime_error("no such engine");
}

void serve() {
  std::FILE* answers = take_standard_output();
  if (!answers)
    throw std::runtime_error("lamina-engines: cannot write to standard output");
  for (std::string line; std::getline(std::cin, line);) {
    Json json;
    try {
      json = answer(line);
    } catch (const std::exception& error) {
      json = {{"error", error.what()}};
    }
    std::fprintf(answers, "%s\n", json.dump().c_str());
    std::fflush(answers);
  }
}

} // namespace
} // namespace lamina::engines

int main() {
  try {
    lamina::engines::serve();
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
