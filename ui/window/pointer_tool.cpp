#include "ui/window/pointer_tool.h"

#include <cmath>
#include <utility>

namespace lamina {
namespace {

constexpr double orbit_per_pixel = 0.008; // rad: a drag across 800 pixels looks at the scene from all around
constexpr double zoom_per_click = 0.88;   // six clicks to half the distance

// Where the ray meets the plane through a point, parallel to the screen.
Vec3 on_screen_plane(const Camera& camera, const Ray& ray, const Vec3& point) {
  const Vec3 forward = camera.forward();
  const double along = ray.direction.dot(forward);
  return ray.at((point - ray.origin).dot(forward) / along);
}

} // namespace

void PointerTool::press_left(const Snapshot* snapshot, double x, double y, ViewSize size) {
  release();
  x_ = x;
  y_ = y;
  action_ = Action::orbit;
  if (!snapshot || !snapshot->infos)
    return;
  const auto hit = picker_.body(*snapshot, camera_.ray(x, y, size));
  if (!hit || (*snapshot->infos)[hit->body].kind != BodyKind::rigid)
    return;
  action_ = Action::pull;
  held_ = hit->point;
  post_(Event(BeginDrag{hit->body, hit->point}));
}

void PointerTool::press_right(double x, double y) {
  release();
  x_ = x;
  y_ = y;
  action_ = Action::pan;
}

bool PointerTool::move(double x, double y, ViewSize size) {
  const double dx = x - std::exchange(x_, x), dy = y - std::exchange(y_, y);
  switch (action_) {
  case Action::none:
    return false;
  case Action::pull:
    held_ = on_screen_plane(camera_, camera_.ray(x, y, size), held_);
    post_(Event(MoveDrag{held_}));
    has_pulled_ = true;
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

void PointerTool::release() {
  if (action_ == Action::pull)
    post_(Event(EndDrag{}));
  action_ = Action::none;
}

void PointerTool::wheel(double clicks, double x, double y, ViewSize size) {
  camera_.zoom_at(std::pow(zoom_per_click, clicks), x, y, size);
}

void PointerTool::centre(const Snapshot* snapshot, double x, double y, ViewSize size) {
  if (!snapshot)
    return;
  if (const auto hit = picker_.body(*snapshot, camera_.ray(x, y, size)))
    camera_.centre_on(hit->point);
}

} // namespace lamina
