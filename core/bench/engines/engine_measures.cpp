#include "core/bench/engines/engine_run.h"

#include <algorithm>
#include <cmath>

namespace lamina::bench {

namespace {

using State = std::vector<Pose>;

double displacement(const State& from, const State& to) {
  double most = 0;
  for (std::size_t i = 0; i < from.size(); ++i)
    most = std::max(most, (to[i].position - from[i].position).norm());
  return most;
}

/// Greatest displacement from the state of that index in any later one.
double displacement_since(const std::vector<State>& states, std::size_t first) {
  double most = 0;
  for (std::size_t k = first; k < states.size(); ++k)
    most = std::max(most, displacement(states[first], states[k]));
  return most;
}

/// Where the last third begins.
std::size_t last_third(const std::vector<State>& states) {
  return 2 * (states.size() - 1) / 3;
}

/// How many bodies stay within the threshold from where they are as the last third begins.
int count_resting(const EngineScene& scene, const std::vector<State>& states) {
  const State& from = states[last_third(states)];
  int resting = 0;
  for (std::size_t i = 0; i < from.size(); ++i)
    resting += std::all_of(
        states.begin() + static_cast<std::ptrdiff_t>(last_third(states)), states.end(),
        [&](const State& to) { return (to[i].position - from[i].position).norm() <= scene.threshold; });
  return resting;
}

/// From the ways of both halves, which is exact for steps that add the acceleration to the velocity first.
double acceleration(const EngineScene& scene, const std::vector<State>& states) {
  const std::size_t half = (states.size() - 1) / 2;
  const double time = static_cast<double>(half) * scene.every * scene.time_step;
  const Vec3 first = states[half][0].position - states[0][0].position;
  const Vec3 second = states[2 * half][0].position - states[half][0].position;
  return (second - first).norm() / (time * time);
}

/// Height of the first bounce over that of the fall, by a parabola through the highest states; 0 without.
double bounce_ratio(const EngineScene& scene, const std::vector<State>& states) {
  const double radius = scene.bodies[0].radius;
  const auto height = [&](std::size_t k) { return states[k][0].position.y() - radius; };
  std::size_t k = 0;
  while (k + 1 < states.size() && height(k + 1) <= height(k))
    ++k;
  while (k + 1 < states.size() && height(k + 1) > height(k))
    ++k;
  if (k + 1 >= states.size())
    return 0;
  const double before = height(k - 1), top = height(k), after = height(k + 1);
  const double bend = before - 2 * top + after;
  const double peak = bend < 0 ? top - (before - after) * (before - after) / (8 * bend) : top;
  return std::max(peak, 0.0) / height(0);
}

/// How fast the fastest body moves over the last tenth of the run.
double last_speed(const EngineScene& scene, const std::vector<State>& states) {
  const std::size_t count = std::max<std::size_t>(1, states.size() / 10);
  const State& before = states[states.size() - 1 - count];
  return displacement(before, states.back()) / (static_cast<double>(count) * scene.every * scene.time_step);
}

double seconds_upright(const EngineScene& scene, const std::vector<State>& states) {
  const double least = states[0][0].position.y() / 2;
  std::size_t k = 0;
  while (k + 1 < states.size() && states[k + 1][0].position.y() >= least)
    ++k;
  return static_cast<double>(k) * scene.every * scene.time_step;
}

/// Between two states the way is taken to be straight. None if it does not go down so far.
std::optional<double> seconds_to_fall(const EngineScene& scene, const std::vector<State>& states) {
  const auto fallen = [&](std::size_t k) { return states[0][0].position.y() - states[k][0].position.y(); };
  std::size_t k = 1;
  while (k < states.size() && fallen(k) < scene.threshold)
    ++k;
  if (k == states.size())
    return std::nullopt;
  const double within = (scene.threshold - fallen(k - 1)) / (fallen(k) - fallen(k - 1));
  return (static_cast<double>(k) - 1 + within) * scene.every * scene.time_step;
}

/// Whether each body has what penetration is measured on.
bool penetration_is_known(const EngineScene& scene) {
  return std::all_of(scene.bodies.begin(), scene.bodies.end(), [](const EngineBody& body) {
    return body.shape == EngineShape::sphere || !body.parts.empty();
  });
}

Penetration penetration_of(const EngineScene& scene, const std::vector<State>& states) {
  const double last = deepest_penetration(scene, states.back());
  Penetration found{last, last};
  // Two hundred states show what is deep; all of a heap would take longer than the engines do.
  const std::size_t stride = std::max<std::size_t>(1, states.size() / 200);
  for (std::size_t k = 1; k < states.size(); k += stride)
    found.deepest = std::max(found.deepest, deepest_penetration(scene, states[k]));
  return found;
}

void answer_question(const EngineScene& scene, const std::vector<State>& states, EngineMeasures& measures) {
  switch (scene.question) {
  case EngineQuestion::stands:
    measures.holds = measures.displacement <= scene.threshold;
    break;
  case EngineQuestion::rests:
    measures.holds = measures.drift <= scene.threshold;
    break;
  case EngineQuestion::resting:
    measures.value = count_resting(scene, states);
    break;
  case EngineQuestion::acceleration:
    measures.value = acceleration(scene, states);
    break;
  case EngineQuestion::distance:
    measures.value = states.back()[0].position.x() - states.front()[0].position.x();
    break;
  case EngineQuestion::bounce:
    measures.value = bounce_ratio(scene, states);
    break;
  case EngineQuestion::speed:
    measures.value = last_speed(scene, states);
    break;
  case EngineQuestion::upright:
    measures.value = seconds_upright(scene, states);
    break;
  case EngineQuestion::falls:
    measures.value = seconds_to_fall(scene, states);
    break;
  }
}

} // namespace

EngineMeasures measure(const EngineScene& scene, const EngineRun& run) {
  const std::vector<State>& states = run.states;
  EngineMeasures measures;
  measures.milliseconds = spread_of(run.milliseconds);
  measures.displacement = displacement_since(states, 0);
  measures.drift = displacement_since(states, last_third(states));
  if (penetration_is_known(scene))
    measures.penetration = penetration_of(scene, states);
  answer_question(scene, states, measures);
  return measures;
}

} // namespace lamina::bench
