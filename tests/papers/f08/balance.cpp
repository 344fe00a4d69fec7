#include "tests/papers/f08/balance.h"

#include "tests/papers/bodies.h"

#include <cmath>
#include <numbers>

namespace lamina::papers::f08 {

namespace {

constexpr double stiffness = 1e10, weight = 9.81; // Pa/m³, N

/// The fixed cube's top is an edge in the plane y = 0 for edge across edge, otherwise its face.
Pose fixed_pose(Balance contact) {
  if (contact == Balance::edge_across_edge)
    return {Vec3(0, -std::sqrt(0.5), 0), turn(Vec3::UnitX(), 45)};
  return {Vec3(0, -0.5, 0), Quat::Identity()};
}

Pose upper_pose(Balance contact) {
  switch (contact) {
  case Balance::edge_on_face: // turned, so that no side is coplanar with one of the fixed cube
    return {Vec3(0, std::sqrt(0.5), 0), turn(Vec3::UnitY(), 17) * turn(Vec3::UnitX(), 45)};
  case Balance::edge_across_edge:
    return {Vec3(0, std::sqrt(0.5), 0), turn(Vec3::UnitZ(), 45)};
  case Balance::corner_on_face:
    return {Vec3(0, std::sqrt(0.75), 0),
            turn(Vec3::UnitY(), 17) * Quat::FromTwoVectors(Vec3(1, 1, 1), Vec3::UnitY())};
  }
  return {};
}

/// The depth at which k V dV/dd is the weight. V is d² for an edge of 1 m, √3/2 d³ for a corner, 2/3 d³ for
/// two crossing edges.
double exact_depth(Balance contact) {
  const double load = weight / stiffness;
  switch (contact) {
  case Balance::edge_on_face:
    return std::cbrt(load / 2);
  case Balance::corner_on_face:
    return std::pow(load * 4 / 9, 0.2);
  case Balance::edge_across_edge:
    return std::pow(load * 3 / 4, 0.2);
  }
  return 0;
}

} // namespace

BalanceResult balance(const std::string& name, Balance contact, double seconds, int resolution) {
  SceneBody upper = body("cube", make_box(Vec3::Ones()), BodyKind::rigid, upper_pose(contact));
  upper.mass = 1;
  auto scene = scene_of(
      {body("fixed cube", make_box(Vec3::Ones()), BodyKind::fixed, fixed_pose(contact)), upper}, "f08");
  Settings& settings = scene->settings;
  settings.simulation.time_step = 0.001;
  settings.contact.ldi.resolution = resolution;
  settings.response.response = ResponseKind::penalty;
  settings.response.stiffness_source = StiffnessSource::given;
  settings.response.volume_stiffness = stiffness;

  BalanceResult result;
  result.table = {name, {"time_s", "sink_m", "tilt_degrees", "speed_m_s"}, {}};
  result.exact_sink = exact_depth(contact);
  const Pose start = upper.pose;
  Simulation simulation(scene);
  bool holds = true;
  run(simulation, seconds, [&](const StepStatistics& statistics) {
    const BodyState state = simulation.snapshot()->bodies[1];
    const double tilt = start.orientation.angularDistance(state.pose.orientation) * 180 / std::numbers::pi;
    const double sink = start.position.y() - state.pose.position.y();
    holds = holds && tilt < 1;
    if (holds) {
      result.held_s = statistics.time_s;
      result.sink_m = std::max(result.sink_m, sink);
    }
    if (statistics.step % 10 == 0)
      result.table.rows.push_back({statistics.time_s, sink, tilt, state.velocity.norm()});
  });
  return result;
}

} // namespace lamina::papers::f08
