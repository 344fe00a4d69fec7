#include "core/simulation/run_watch.h"

#include "core/scene/scene.h"
#include "core/settings/setting_list.h"
#include "core/settings/setting_scope.h"
#include "core/simulation/snapshot.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace lamina {

namespace {

/// A run in which everything goes wrong needs no longer list.
constexpr std::size_t most_notices = 20;

std::string figure(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

std::string in_quotes(const std::string& name) {
  return "\"" + name + "\"";
}

/// How often the way from one point to another crosses the triangles of a surface, whose sides count alike.
int crossings(const Vec3& from, const Vec3& to, const VertexPositions& vertices,
              const std::vector<Triangle>& triangles) {
  const Vec3 way = to - from;
  int count = 0;
  for (const Triangle& t : triangles) {
    const Vec3 a = vertices[t[0]];
    const Vec3 b = vertices[t[1]] - a, c = vertices[t[2]] - a, side = way.cross(c);
    const double volume = b.dot(side);
    if (volume == 0)
      continue;
    const Vec3 start = from - a, other = start.cross(b);
    const double u = start.dot(side) / volume, v = way.dot(other) / volume, at = c.dot(other) / volume;
    count += u >= 0 && v >= 0 && u + v <= 1 && at >= 0 && at <= 1;
  }
  return count;
}

/// Where a point of the world lies on a body: in the frame of its mesh if it keeps its shape.
Vec3 on_body(const Body& body, const Vec3& world) {
  return body.deforms() ? world : body.mesh_pose().to_local(world);
}

/// Signed distance of a point to the plane of the triangle above or below it, along a direction; infinity
/// without one.
double distance_along(const Vec3& point, const Vec3& direction, const Surface& surface) {
  double nearest = std::numeric_limits<double>::infinity();
  const VertexPositions positions = surface.vertex_positions();
  for (const Triangle& t : *surface.triangles) {
    const Vec3 a = positions[t[0]];
    const Vec3 b = positions[t[1]] - a, c = positions[t[2]] - a, side = direction.cross(c);
    const double volume = b.dot(side);
    // Only faces that look along the direction: the point lies behind them.
    if (!(b.cross(c).dot(direction) > 0) || volume == 0)
      continue;
    const Vec3 start = point - a, other = start.cross(b);
    const double u = start.dot(side) / volume, v = direction.dot(other) / volume, at = c.dot(other) / volume;
    if (u >= 0 && v >= 0 && u + v <= 1 && at > 0)
      nearest = std::min(nearest, at);
  }
  return nearest;
}

} // namespace

const char* name_of(RunNotice::Kind kind) {
  switch (kind) {
  case RunNotice::Kind::passed_through:
    return "passed through";
  case RunNotice::Kind::below:
    return "began below";
  case RunNotice::Kind::left:
    return "left the scene";
  case RunNotice::Kind::not_converged:
    return "not converged";
  case RunNotice::Kind::clamps_nothing:
    return "clamps nothing";
  }
  return "";
}

void RunWatch::begin(const Scene& scene, std::span<Body* const> bodies) {
  *this = {};
  for (const SceneBody& body : scene.bodies)
    names_.push_back(body.name);
  lost_.assign(bodies.size(), false);
  for (const Body* body : bodies)
    start_.include(body->surface().bounds);
  look_at_clamps(scene, bodies);
  if (scene.gravity.norm() > 0)
    look_below(scene, bodies);
}

/// Whether a body began under the ground, where it falls, or is pushed up through a great depth.
void RunWatch::look_below(const Scene& scene, std::span<Body* const> bodies) {
  for (std::size_t g = 0; g < bodies.size(); ++g) {
    if (scene.bodies[g].sidedness != Sidedness::one_sided || bodies[g]->surface().bounds.empty())
      continue;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (bodies[i]->prescribed())
        continue;
      const double depth =
          distance_along(bodies[i]->pose().position, -scene.gravity.normalized(), bodies[g]->surface());
      if (!std::isfinite(depth))
        continue;
      const double thickness = scene.bodies[g].one_sided_thickness;
      tell(RunNotice::Kind::below, 0, {names_[i], names_[g]},
           in_quotes(names_[i]) + " begins " + figure(depth) + " m below " + in_quotes(names_[g]) +
               (depth < thickness ? ", which pushes it up through all of that: raise its \"position\""
                                  : ", which reaches " + figure(thickness) +
                                        " m down: raise its \"position\", or \"one_sided_thickness\" of " +
                                        in_quotes(names_[g])));
    }
  }
}

void RunWatch::look_at_clamps(const Scene& scene, std::span<Body* const> bodies) {
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t c = 0; c < scene.bodies[i].clamps.size(); ++c) {
      if (bodies[i]->held_by_clamp(c) > 0)
        continue;
      const Box& box = scene.bodies[i].clamps[c].box;
      tell(RunNotice::Kind::clamps_nothing, 0, {names_[i]},
           "clamp " + std::to_string(c + 1) + " of " + in_quotes(names_[i]) + " holds nothing: no " +
               (scene.bodies[i].kind == BodyKind::skinned ? "middle of a bone" : "node") + " lies between (" +
               figure(box.min.x()) + ", " + figure(box.min.y()) + ", " + figure(box.min.z()) + ") and (" +
               figure(box.max.x()) + ", " + figure(box.max.y()) + ", " + figure(box.max.z()) +
               ") m; make the box larger");
    }
}

void RunWatch::before_step(std::span<Body* const> bodies, const StepDivision& division) {
  flights_.clear();
  for (const FastPair& pair : division.too_fast)
    flights_.push_back({pair, on_body(*bodies[pair.other], bodies[pair.body]->pose().position)});
}

void RunWatch::after_step(std::span<Body* const> bodies, const Settings& settings,
                          const StepStatistics& statistics) {
  look_through(bodies, settings, statistics.step);
  look_for_lost(bodies, statistics.step);
  look_at_solve(settings, statistics);
}

/// The centre of a body that came out on the other side went in and out between two detections.
void RunWatch::look_through(std::span<Body* const> bodies, const Settings& settings, std::uint64_t step) {
  for (const Flight& flight : flights_) {
    const auto [body, other, way, parts] = flight.pair;
    const std::vector<std::string> both{names_[body], names_[other]};
    if (told(RunNotice::Kind::passed_through, both))
      continue;
    const Body& obstacle = *bodies[other];
    const VertexPositions vertices =
        obstacle.deforms() ? obstacle.surface().vertex_positions() : obstacle.rest_surface().vertices;
    const int count = crossings(flight.from, on_body(obstacle, bodies[body]->pose().position), vertices,
                                *obstacle.surface().triangles);
    if (count < 2 || count % 2 != 0)
      continue;
    const Setting& substeps = find_setting("substeps");
    const double time_step = settings.simulation.time_step * settings.simulation.substeps / parts;
    const std::string smaller = "time_step=" + figure(time_step);
    tell(RunNotice::Kind::passed_through, step, both,
         in_quotes(both[0]) + " passed through " + in_quotes(both[1]) + " in step " + std::to_string(step) +
             ": they moved " + figure(way) + " m against each other, more than detection every " +
             figure(settings.simulation.time_step / settings.simulation.substeps) + " s sees. " +
             (parts <= substeps.maximum ? "substeps=" + figure(std::ceil(parts)) + " or " + smaller
                                        : smaller) +
             " would have held them");
  }
}

/// What is farther away than everything was wide at the start, and goes on, will not be seen again.
void RunWatch::look_for_lost(std::span<Body* const> bodies, std::uint64_t step) {
  const double reach = start_.size().norm();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (lost_[i] || bodies[i]->prescribed())
      continue;
    const Vec3 centre = bodies[i]->pose().position;
    const Vec3 away = centre - centre.cwiseMax(start_.min).cwiseMin(start_.max);
    if (!(away.norm() > reach) || !(bodies[i]->linear_velocity().dot(away) > 0))
      continue;
    lost_[i] = true;
    tell(RunNotice::Kind::left, step, {names_[i]},
         in_quotes(names_[i]) + " left the scene: after step " + std::to_string(step) + " it is " +
             figure(away.norm()) + " m from where anything began, and moves away at " +
             figure(bodies[i]->linear_velocity().norm()) + " m/s. Put something in its way, or fix it");
  }
}

void RunWatch::look_at_solve(const Settings& settings, const StepStatistics& statistics) {
  const double wanted = wanted_residual(settings);
  if (!(statistics.cg_residual > wanted))
    return;
  residuals_.push_back(statistics.cg_residual);
  const std::string text =
      "the solve did not converge in " + std::to_string(residuals_.size()) +
      (residuals_.size() == 1 ? " step" : " steps") + ": the residual came to " +
      figure(*std::max_element(residuals_.begin(), residuals_.end())) + " after " +
      (uses_constraints(settings) ? "all steps of Newton"
                                  : std::to_string(settings.solver.cg_iterations) + " iterations") +
      ", and should be " + figure(wanted) +
      ". Raise cg_iterations, or lower time_step, poisson_ratio or stiffness";
  for (RunNotice& notice : notices_)
    if (notice.kind == RunNotice::Kind::not_converged) {
      notice.text = text;
      return;
    }
  tell(RunNotice::Kind::not_converged, statistics.step, {}, text);
}

void RunWatch::go_back(std::uint64_t step) {
  std::erase_if(notices_, [step](const RunNotice& notice) { return notice.step > step; });
  if (std::none_of(notices_.begin(), notices_.end(),
                   [](const RunNotice& notice) { return notice.kind == RunNotice::Kind::not_converged; }))
    residuals_.clear();
  for (std::size_t i = 0; i < lost_.size(); ++i)
    lost_[i] = told(RunNotice::Kind::left, {names_[i]});
}

bool RunWatch::told(RunNotice::Kind kind, const std::vector<std::string>& bodies) const {
  return std::any_of(notices_.begin(), notices_.end(),
                     [&](const RunNotice& notice) { return notice.kind == kind && notice.bodies == bodies; });
}

void RunWatch::tell(RunNotice::Kind kind, std::uint64_t step, std::vector<std::string> bodies,
                    std::string text) {
  if (notices_.size() < most_notices)
    notices_.push_back({kind, step, std::move(bodies), std::move(text)});
}

} // namespace lamina
