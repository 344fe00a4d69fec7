#include "ui/panels/split_view.h"
#include "ui/window/viewport/viewport.h"

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

constexpr double same_direction = 1e-3;

} // namespace

// What fits between the panels, where the middle of the picture is that of the window: as much on both sides
// as on that of the wider column.
int Viewport::free_width() const {
  if (const auto split = split_view(panels_, float(width())))
    return std::max(width() / 8, int(split->visible()));
  const FreeStrip free = free_strip(panels_, float(width()));
  const float half = 0.5f * float(width());
  return std::max(width() / 4, int(2 * std::min(half - free.left, free.right - half)));
}

Camera Viewport::framed() {
  Camera camera = camera_;
  camera.frame(shapes_.scene_bounds(*panels_.snapshot), {free_width(), height()});
  return camera;
}

// Scenes say how to look at them as if there were no panels.
Camera Viewport::own_view() {
  Camera camera = stated_view_ ? Camera(*stated_view_) : Camera();
  camera.set_orthographic(camera_.orthographic());
  if (stated_view_) {
    camera.fit_between(shapes_.bounds_but_floors(*panels_.snapshot), size_in_points(), free_width());
  } else {
    camera.set_up(panels_.snapshot->up);
    camera.frame(shapes_.scene_bounds(*panels_.snapshot), {free_width(), height()});
  }
  return camera;
}

void Viewport::frame_all() {
  if (panels_.snapshot)
    glide_to(framed());
  redraw();
}

void Viewport::look_home() {
  if (panels_.snapshot)
    glide_to(own_view());
  redraw();
}

// Of what is looked at already, the other side is meant.
void Viewport::look_along(const Vec3& direction) {
  Camera camera = camera_;
  const bool there = (camera_.forward() - direction.normalized()).norm() < same_direction;
  camera.look_along(there ? Vec3(-direction) : direction);
  glide_to(camera);
  redraw();
}

void Viewport::look_from(ViewSide side) {
  switch (side) {
  case ViewSide::front:
    return look_along(camera_.front());
  case ViewSide::right:
    return look_along(camera_.side());
  case ViewSide::top:
  case ViewSide::below: {
    // With the front below in the picture.
    Camera camera = camera_;
    camera.look_along(camera_.front());
    camera.look_along(side == ViewSide::top ? Vec3(-camera_.up()) : camera_.up());
    glide_to(camera);
    redraw();
  }
  }
}

void Viewport::set_orthographic(bool on) {
  move_.stop();
  camera_.set_orthographic(on);
  redraw();
}

void Viewport::glide_to(const Camera& camera) {
  move_.stop();
  if (panels_.reduced_motion)
    camera_ = camera;
  else
    move_.begin(camera_, camera, seconds_());
}

bool Viewport::above_floor() {
  const auto floor = panels_.snapshot ? shapes_.level_floor(*panels_.snapshot) : std::nullopt;
  return floor && camera_.is_above(*floor);
}

// The mouse goes below a floor only where it was below it already: a scene, or the view from below, has asked
// for that.
void Viewport::stay_above_floor(bool was_above) {
  if (was_above)
    camera_.stay_above(*shapes_.level_floor(*panels_.snapshot));
}

// In the lower right corner of what the panels leave free, above the boxes that reach so far.
void Viewport::place_triad() {
  const FreeStrip free = free_strip(panels_, float(width()));
  const double margin = AxisTriad::reach + 6;
  double bottom = height();
  for (const char* box : {"legend", "drag hint", "fading hint"})
    if (const WidgetRects::Rect* rect = panels_.rects.find(box); rect && rect->x1 > free.right - 2 * margin)
      bottom = std::min(bottom, double(rect->y0));
  triad_.place({free.right - margin, bottom - margin});
  const bool pointed = mouse_inside_ && pointer_.action() == PointerTool::Action::none &&
                       !edit_tool_.holding() && !panel_has(mouse_.x(), mouse_.y());
  triad_.point_at(pointed ? triad_.end_at(camera_, mouse_) : std::nullopt);
}

bool Viewport::press_triad() {
  const auto end = triad_.end_at(camera_, mouse_);
  if (end)
    look_along(-end->direction());
  return end || triad_.covers(mouse_);
}

} // namespace lamina
