#include "core/edit/several_bodies.h"

#include "core/base/error.h"
#include "core/edit/edit_bodies.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace lamina {

namespace {

/// How far a body reaches along a direction, m.
struct Reach {
  double low, high;
};

Reach reach_along(const SceneBody& body, const Vec3& direction) {
  if (body.sidedness == Sidedness::one_sided)
    throw InputError("\"" + body.name + "\" is a floor, which has no end: leave it out of the selection");
  if (!body.mesh || body.mesh->mesh.vertices.empty())
    throw InputError("\"" + body.name + "\" has no surface");
  Reach reach{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const Vec3& vertex : body.mesh->mesh.vertices) {
    const double at = direction.dot(body.pose * vertex);
    reach.low = std::min(reach.low, at);
    reach.high = std::max(reach.high, at);
  }
  return reach;
}

double aligned_place(const Reach& reach, AlignBy by) {
  switch (by) {
  case AlignBy::lowest:
    return reach.low;
  case AlignBy::highest:
    return reach.high;
  case AlignBy::middle:
    break;
  }
  return 0.5 * (reach.low + reach.high);
}

void shift_by(SceneBody& body, const Vec3& shift) {
  move_to(body, (body.pose.position + shift).unaryExpr(&without_noise));
}

SceneEdit named(const Scene& scene, std::span<const std::uint32_t> bodies, const std::string& verb) {
  SceneEdit edit;
  edit.name = verb + " " + names_of(scene, bodies);
  return edit;
}

std::vector<std::uint32_t> checked_bodies(const Scene& scene, const std::vector<std::uint32_t>& bodies,
                                          std::size_t least) {
  if (bodies.size() < least)
    throw InputError(least > 1 ? "select two bodies or more: Shift and a click adds one"
                               : "no body is selected; click one first");
  for (const std::uint32_t body : bodies)
    if (body >= scene.bodies.size())
      throw InputError("a selected body is gone; select again");
  return bodies;
}

std::vector<std::uint32_t> listed(std::span<const std::uint32_t> bodies) {
  return {bodies.begin(), bodies.end()};
}

std::string free_group(const Scene& scene) {
  std::set<std::string> known;
  for (const SceneBody& body : scene.bodies)
    known.insert(body.groups.begin(), body.groups.end());
  for (int number = 1;; ++number)
    if (const std::string name = "group " + std::to_string(number); !known.contains(name))
      return name;
}

} // namespace

std::string names_of(const Scene& scene, std::span<const std::uint32_t> bodies) {
  const auto name = [&](std::size_t i) {
    return bodies[i] < scene.bodies.size() ? scene.bodies[bodies[i]].name : std::string("nothing");
  };
  if (bodies.size() == 1)
    return name(0);
  if (bodies.size() == 2)
    return name(0) + " and " + name(1);
  return std::to_string(bodies.size()) + " bodies";
}

SceneEdit together(std::string name, std::vector<SceneEdit> edits) {
  SceneEdit edit;
  edit.name = std::move(name);
  edit.live = !edits.empty();
  for (const SceneEdit& part : edits) {
    edit.live = edit.live && part.live;
    edit.slow = edit.slow || part.slow;
  }
  edit.change = [edits = std::move(edits)](Scene& scene, const Progress& progress) {
    for (const SceneEdit& part : edits)
      part.change(scene, progress);
  };
  return edit;
}

SceneEdit edit_each(const Scene& scene, std::span<const std::uint32_t> bodies, const std::string& verb,
                    const std::function<SceneEdit(std::size_t)>& edit) {
  if (bodies.size() == 1)
    return edit(bodies[0]);
  std::vector<SceneEdit> edits;
  for (const std::uint32_t body : bodies)
    edits.push_back(edit(body));
  return together(verb + " " + names_of(scene, bodies), std::move(edits));
}

SceneEdit place_bodies(const Scene& scene, std::span<const std::pair<std::uint32_t, Pose>> places,
                       const std::string& verb) {
  std::vector<std::uint32_t> bodies;
  std::vector<SceneEdit> edits;
  for (const auto& [body, pose] : places) {
    bodies.push_back(body);
    edits.push_back(place_body(scene, body, pose, verb));
  }
  return together(verb + " " + names_of(scene, bodies), std::move(edits));
}

SceneEdit duplicate_bodies(const Scene& scene, std::span<const std::uint32_t> bodies) {
  if (bodies.size() == 1)
    return duplicate_body(scene, bodies[0]);
  SceneEdit edit = named(scene, bodies, "duplicate");
  edit.change = [bodies = listed(bodies)](Scene& changed, const Progress& progress) {
    checked_bodies(changed, bodies, 1);
    // Beside all of them: as far as the box around those that have an end is wide.
    const Vec3 up = changed.up();
    const Vec3 aside = std::abs(up.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitZ();
    Box all;
    for (const std::uint32_t body : bodies)
      if (changed.bodies[body].sidedness == Sidedness::closed)
        all.include(starting_bounds(changed.bodies[body]));
    const double size = all.empty() ? 0 : all.size().dot(aside);
    constexpr double gap_of_size = 0.1;
    const Vec3 shift = rounded_length((1 + gap_of_size) * size, size) * aside;
    for (const std::uint32_t body : bodies) {
      const SceneBody original = changed.bodies[body];
      duplicate_body(changed, body).change(changed, progress);
      if (original.sidedness == Sidedness::closed)
        move_to(changed.bodies.back(), (original.pose.position + shift).unaryExpr(&without_noise));
    }
  };
  return edit;
}

SceneEdit remove_bodies(const Scene& scene, std::span<const std::uint32_t> bodies) {
  std::vector<std::uint32_t> from_last = listed(bodies);
  std::sort(from_last.rbegin(), from_last.rend());
  std::vector<SceneEdit> edits;
  for (const std::uint32_t body : from_last)
    edits.push_back(remove_body(scene, body));
  return together("delete " + names_of(scene, bodies), std::move(edits));
}

SceneEdit fix_or_free(const Scene& scene, std::span<const std::uint32_t> bodies) {
  std::vector<std::uint32_t> closed;
  bool any_free = false;
  for (const std::uint32_t body : bodies)
    if (body < scene.bodies.size() &&
        (bodies.size() == 1 || scene.bodies[body].sidedness == Sidedness::closed)) {
      closed.push_back(body);
      any_free = any_free || moves_freely(scene.bodies[body].kind);
    }
  const BodyKind kind = any_free ? BodyKind::fixed : BodyKind::rigid;
  return edit_each(scene, closed, any_free ? "fix" : "free",
                   [&](std::size_t body) { return set_kind(scene, body, kind); });
}

SceneEdit group_bodies(const Scene& scene, std::span<const std::uint32_t> bodies) {
  SceneEdit edit = named(scene, bodies, "group");
  edit.change = [bodies = listed(bodies)](Scene& changed, const Progress&) {
    const std::string group = free_group(changed);
    for (const std::uint32_t body : checked_bodies(changed, bodies, 2))
      changed.bodies[body].groups.push_back(group);
  };
  return edit;
}

SceneEdit ungroup_bodies(const Scene& scene, std::span<const std::uint32_t> bodies) {
  SceneEdit edit = named(scene, bodies, "ungroup");
  edit.change = [bodies = listed(bodies)](Scene& changed, const Progress&) {
    for (const std::uint32_t body : checked_bodies(changed, bodies, 1))
      changed.bodies[body].groups.clear();
  };
  return edit;
}

std::vector<std::uint32_t> with_their_groups(const Scene& scene, std::span<const std::uint32_t> bodies) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < scene.bodies.size(); ++i)
    if (std::any_of(bodies.begin(), bodies.end(), [&](std::uint32_t body) {
          return i == body ||
                 (body < scene.bodies.size() && share_a_group(scene.bodies[i], scene.bodies[body]));
        }))
      all.push_back(i);
  return all;
}

SceneEdit align_bodies(const Scene& scene, std::span<const std::uint32_t> bodies, int axis, AlignBy by) {
  SceneEdit edit = named(scene, bodies, "align");
  edit.change = [bodies = listed(bodies), axis, by](Scene& changed, const Progress&) {
    checked_bodies(changed, bodies, 2);
    const Vec3 direction = Vec3::Unit(axis);
    const double place = aligned_place(reach_along(changed.bodies[bodies[0]], direction), by);
    for (const std::uint32_t body : bodies) {
      SceneBody& moved = changed.bodies[body];
      if (body != bodies[0])
        shift_by(moved, (place - aligned_place(reach_along(moved, direction), by)) * direction);
    }
  };
  return edit;
}

SceneEdit stack_bodies(const Scene& scene, std::span<const std::uint32_t> bodies) {
  SceneEdit edit = named(scene, bodies, "stack");
  edit.change = [bodies = listed(bodies)](Scene& changed, const Progress&) {
    checked_bodies(changed, bodies, 2);
    const Vec3 up = changed.up();
    const Vec3 centre = starting_bounds(changed.bodies[bodies[0]]).centre();
    double top = reach_along(changed.bodies[bodies[0]], up).high;
    for (std::size_t i = 1; i < bodies.size(); ++i) {
      SceneBody& body = changed.bodies[bodies[i]];
      const Reach reach = reach_along(body, up);
      const Vec3 across = centre - starting_bounds(body).centre();
      shift_by(body, across - across.dot(up) * up + (top - reach.low) * up);
      top += reach.high - reach.low;
    }
  };
  return edit;
}

Vec3 middle_of(const Scene& scene, std::span<const std::uint32_t> bodies) {
  if (bodies.size() == 1)
    return scene.bodies[bodies[0]].pose * middle_of(scene.bodies[bodies[0]]);
  Box all;
  for (const std::uint32_t index : bodies) {
    const SceneBody& body = scene.bodies[index];
    if (body.sidedness == Sidedness::one_sided || !body.mesh || body.mesh->report.bounds.empty()) {
      all.include(body.pose.position);
      continue;
    }
    // The corners of its own box are near enough for handles, however many vertices there are.
    const Box& own = body.mesh->report.bounds;
    for (int i = 0; i < 8; ++i)
      all.include(body.pose * Vec3(i & 1 ? own.max.x() : own.min.x(), i & 2 ? own.max.y() : own.min.y(),
                                   i & 4 ? own.max.z() : own.min.z()));
  }
  return all.empty() ? Vec3::Zero() : all.centre();
}

} // namespace lamina
