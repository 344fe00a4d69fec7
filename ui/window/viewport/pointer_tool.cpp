#include "ui/window/viewport/pointer_tool.h"

#include "core/body/rotation.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace lamina {
namespace {

constexpr double orbit_per_pixel = 0.008; // rad: a drag across 800 pixels looks at the scene from all around
constexpr double turn_per_pixel = 0.01;   // rad: a way of 314 pixels turns a body round by half
constexpr double zoom_per_click = 0.88;   // six clicks to half the distance
constexpr double farthest_still = 4;      // pixels: a hand that clicks moves less

// Where the ray meets the plane through a point, parallel to the screen.
Vec3 on_screen_plane(const Camera& camera, const Ray& ray, const Vec3& point) {
  const Vec3 forward = camera.forward();
  const double along = ray.direction.dot(forward);
  return ray.at((point - ray.origin).dot(forward) / along);
}

} // namespace

void PointerTool::press_left(const Snapshot* snapshot, double x, double y, ViewSize size,
                             std::span<const std::uint32_t> selected, HeldKeys keys) {
  release();
  x_ = pressed_x_ = x;
  y_ = pressed_y_ = y;
  action_ = keys.shift ? Action::box : Action::orbit;
  if (!snapshot || !snapshot->infos)
    return;
  const auto movable = [&](std::uint32_t body) {
    return body < snapshot->infos->size() && moves_freely((*snapshot->infos)[body].kind);
  };
  const auto hit = picker_.body(*snapshot, camera_.ray(x, y, size));
  if (!hit || !movable(hit->body))
    return;
  action_ = Action::pull;
  grabbed_ = held_ = hit->point;
  turn_ = Quat::Identity();
  std::vector<std::uint32_t> others;
  if (std::find(selected.begin(), selected.end(), hit->body) != selected.end())
    std::copy_if(selected.begin(), selected.end(), std::back_inserter(others),
                 [&](std::uint32_t body) { return body != hit->body && movable(body); });
  std::sort(others.begin(), others.end());
  post_(Event(BeginDrag{hit->body, hit->point, others}));
}

void PointerTool::press_right(double x, double y) {
  release();
  x_ = x;
  y_ = y;
  action_ = Action::pan;
}

void PointerTool::press_cut(double x, double y) {
  release();
  x_ = pressed_x_ = x;
  y_ = pressed_y_ = y;
  action_ = Action::cut;
}

/// Shift pulls towards the eye and away from it, Ctrl turns as if the mouse rolled the body.
void PointerTool::pull(double dx, double dy, ViewSize size, HeldKeys keys) {
  has_pulled_ = true;
  const double depth = (held_ - camera_.eye()).dot(camera_.forward());
  if (keys.control) {
    const Vec3 axis = dx * camera_.up() + dy * camera_.right();
    if (axis.norm() > 0)
      turn_ = (Quat(Eigen::AngleAxisd(turn_per_pixel * axis.norm(), axis.normalized())) * turn_).normalized();
    post_(Event(TurnDrag{rotation_log(turn_)}));
    return;
  }
  if (keys.shift) {
    // A mouse way across the whole picture changes the distance by as much as there is; never through the
    // eye.
    const double factor = std::max(0.1, 1 - 2 * dy / size.height);
    held_ += (factor - 1) * (camera_.orthographic() ? Vec3(camera_.distance() * camera_.forward())
                                                    : Vec3(held_ - camera_.eye()));
  } else {
    held_ = on_screen_plane(camera_, camera_.ray(x_, y_, size), camera_.eye() + depth * camera_.forward());
  }
  post_(Event(MoveDrag{held_}));
}

bool PointerTool::move(double x, double y, ViewSize size, HeldKeys keys) {
  const double dx = x - std::exchange(x_, x), dy = y - std::exchange(y_, y);
  switch (action_) {
  case Action::none:
    return false;
  case Action::pull:
    pull(dx, dy, size, keys);
    return true;
  case Action::box:
  case Action::cut:
    return true;
  case Action::orbit:
    camera_.orbit(-orbit_per_pixel * dx, orbit_per_pixel * dy);
    return true;
  case Action::pan:
    camera_.pan(dx, dy, size);
    return true;
  }
  return false;
}

PointerTool::Rectangle PointerTool::box() const {
  return {std::min(pressed_x_, x_), std::min(pressed_y_, y_), std::max(pressed_x_, x_),
          std::max(pressed_y_, y_)};
}

std::optional<Stroke> PointerTool::stroke() const {
  if (action_ != Action::cut || std::hypot(x_ - pressed_x_, y_ - pressed_y_) <= farthest_still)
    return {};
  return Stroke{pressed_x_, pressed_y_, x_, y_};
}

void PointerTool::release() {
  if (action_ == Action::pull)
    post_(Event(EndDrag{}));
  action_ = Action::none;
}

std::optional<std::vector<std::uint32_t>> PointerTool::boxed(const Snapshot* snapshot, ViewSize size) const {
  const Rectangle r = box();
  if (action_ != Action::box || !snapshot || !snapshot->infos ||
      std::max(r.x1 - r.x0, r.y1 - r.y0) <= farthest_still)
    return {};
  std::vector<std::uint32_t> bodies;
  for (std::uint32_t i = 0; i < snapshot->bodies.size(); ++i) {
    if ((*snapshot->infos)[i].mesh->sidedness == Sidedness::one_sided)
      continue;
    const auto at = camera_.project(snapshot->bodies[i].pose.position, size);
    if (at && at->x() >= r.x0 && at->x() <= r.x1 && at->y() >= r.y0 && at->y() <= r.y1)
      bodies.push_back(i);
  }
  return bodies;
}

void PointerTool::wheel(double clicks, double x, double y, ViewSize size) {
  camera_.zoom_at(std::pow(zoom_per_click, clicks), x, y, size);
}

std::optional<Vec3> PointerTool::point_on(const Snapshot* snapshot, const Ray& ray) {
  if (!snapshot)
    return std::nullopt;
  const auto hit = picker_.body(*snapshot, ray);
  return hit ? std::optional(hit->point) : std::nullopt;
}

} // namespace lamina
