#include "ui/window/viewport/cut_stroke.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace lamina {
namespace {

constexpr double sample_pixels = 3; // a body that is less wide under the stroke may be missed
constexpr std::size_t most_samples = 512;
constexpr double beyond = 1.1;     // as deep as all that is to be cut, and some more
constexpr double far_behind = 1e4; // sides of the triangle of parallel rays differ from these by 1 in that

std::set<std::uint32_t> bodies_under(const Stroke& stroke, const Snapshot& snapshot, const Camera& camera,
                                     ViewSize size, Picker& picker) {
  const double length = std::hypot(stroke.x1 - stroke.x0, stroke.y1 - stroke.y0);
  const std::size_t steps =
      std::clamp(static_cast<std::size_t>(std::ceil(length / sample_pixels)), std::size_t{1}, most_samples);
  std::set<std::uint32_t> bodies;
  for (std::size_t i = 0; i <= steps; ++i) {
    const double share = double(i) / double(steps);
    const Ray ray = camera.ray(stroke.x0 + share * (stroke.x1 - stroke.x0),
                               stroke.y0 + share * (stroke.y1 - stroke.y0), size);
    if (const auto hit = picker.body(snapshot, ray))
      bodies.insert(hit->body);
  }
  return bodies;
}

/// How far a box reaches along a direction.
double reach(const Box& box, const Vec3& direction) {
  return direction.dot(box.centre()) + direction.cwiseAbs().dot(0.5 * box.size());
}

/// From the eye through the ends of the stroke, down to a level along the view direction.
CutTriangle triangle_to(double level, const Stroke& stroke, const Camera& camera, ViewSize size) {
  const Vec3 forward = camera.forward();
  const Ray first = camera.ray(stroke.x0, stroke.y0, size), last = camera.ray(stroke.x1, stroke.y1, size);
  const auto at_level = [&](const Ray& ray) {
    return ray.at((level - forward.dot(ray.origin)) / forward.dot(ray.direction));
  };
  Vec3 eye = first.origin;
  if (camera.orthographic())
    eye = 0.5 * (first.origin + last.origin) - far_behind * (level - forward.dot(eye)) * forward;
  return {eye, at_level(first), at_level(last)};
}

std::string name_of(const BodyInfo& info) {
  return "\"" + info.name + "\"";
}

std::string name_and_reason(const BodyInfo& info) {
  return name_of(info) +
         (info.kind == BodyKind::soft ? " (on a lattice)" : " (" + kind_name(info.kind) + ")");
}

std::string list(const std::vector<std::uint32_t>& bodies, const Snapshot& snapshot,
                 std::string (*say)(const BodyInfo&)) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(bodies.size(), most); ++i)
    text += (i > 0 ? ", " : "") + say((*snapshot.infos)[bodies[i]]);
  return bodies.size() > most ? text + " and " + std::to_string(bodies.size() - most) + " more" : text;
}

} // namespace

StrokeCut cut_along(const Stroke& stroke, const Snapshot& snapshot, const Camera& camera, ViewSize size,
                    Picker& picker, ShownShapes& shapes) {
  StrokeCut planned;
  if (!snapshot.infos)
    return planned;
  const Vec3 forward = camera.forward();
  const double eye = forward.dot(camera.eye());
  double level = eye;
  for (const std::uint32_t body : bodies_under(stroke, snapshot, camera, size, picker)) {
    const BodyInfo& info = (*snapshot.infos)[body];
    if (info.can_be_cut) {
      planned.cut.bodies.push_back(body);
      level = std::max(level, reach(shapes.body_bounds(snapshot, body), forward));
    } else if (info.mesh->sidedness == Sidedness::closed) {
      planned.refused.push_back(body);
    }
  }
  if (planned.cut.bodies.empty())
    return planned;
  planned.cut.sheet = {triangle_to(eye + beyond * (level - eye), stroke, camera, size)};
  // A stroke may well end on what others lie on.
  std::erase_if(planned.refused,
                [&snapshot](std::uint32_t body) { return !moves_freely((*snapshot.infos)[body].kind); });
  return planned;
}

std::string describe(const StrokeCut& planned, const Snapshot& snapshot, bool undoable) {
  const std::string refused = list(planned.refused, snapshot, name_and_reason);
  if (!planned.cut.bodies.empty())
    return "cut " + list(planned.cut.bodies, snapshot, name_of) + (undoable ? "; Ctrl+Z takes it back" : "") +
           (refused.empty() ? "" : "; not " + refused);
  return refused.empty() ? "nothing was cut: the line passes over no body"
                         : "only soft bodies of tetrahedra can be cut: not " + refused;
}

} // namespace lamina
