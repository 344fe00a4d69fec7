#include "ui/panels/split_view.h"
#include "ui/window/viewport/viewport.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lamina {
namespace {

constexpr double same_direction = 1e-3;
/// Pixels that the picture follows the edge of a column at once, as a hand pulls it.
constexpr double farthest_jump = 40;

} // namespace

// What fits between the panels, about the middle of what they leave free.
int Viewport::free_width() const {
  if (const auto split = split_view(panels_, float(width())))
    return std::max(width() / 8, int(split->visible()));
  const FreeStrip free = free_strip(panels_, float(width()));
  return std::max(width() / 4, int(free.right - free.left));
}

// So that the target is in the middle of what the panels leave free. Each half of a split view has its middle
// there already.
double Viewport::wanted_lens_shift() const {
  if (split_view(panels_, float(width())))
    return 0;
  const FreeStrip strip =
      between_all_panels_ ? free_strip(panels_, float(width())) : lasting_strip(panels_, float(width()));
  return 0.5 * double(strip.left + strip.right) / std::max(1, width()) - 0.5;
}

// Whether some body is seen between the panels that last, and not between all of them.
bool Viewport::covers_bodies(const FreeStrip& all) {
  for (const Box& box : shapes_.bounds_but_floors(*panels_.snapshot)) {
    const auto at = camera_.project(box.centre(), size_in_points());
    if (at && at->x() >= 0 && at->x() <= width() && (at->x() < all.left || at->x() > all.right))
      return true;
  }
  return false;
}

// Panels that come and go take the picture aside only where they come over bodies, or where somebody has
// asked to see all between them: else each click on a body would. Nothing moves under a hand that holds
// something.
void Viewport::follow_free_strip() {
  const FreeStrip all = free_strip(panels_, float(width())), lasting = lasting_strip(panels_, float(width()));
  const bool more = all.left != lasting.left || all.right != lasting.right;
  if (more && !more_panels_ && panels_.snapshot && covers_bodies(all))
    between_all_panels_ = true;
  if (!more)
    between_all_panels_ = false;
  more_panels_ = more;
  const bool held = pointer_.action() != PointerTool::Action::none || edit_tool_.holding();
  if (!move_.going() && !held) {
    const double wanted = wanted_lens_shift();
    if (std::abs(wanted - camera_.lens_shift()) * width() > farthest_jump)
      glide_to(camera_);
    else
      camera_.set_lens_shift(wanted);
  }
  if (std::exchange(drawn_lens_shift_, camera_.lens_shift()) != camera_.lens_shift())
    motion_.disturb();
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
  camera.set_lens_shift(wanted_lens_shift());
  if (stated_view_) {
    camera.fit_between(shapes_.bounds_but_floors(*panels_.snapshot), size_in_points(), free_width());
  } else {
    camera.set_up(panels_.snapshot->up);
    camera.frame(shapes_.scene_bounds(*panels_.snapshot), {free_width(), height()});
  }
  return camera;
}

void Viewport::frame_all() {
  between_all_panels_ = true;
  if (panels_.snapshot)
    glide_to(framed());
  redraw();
}

void Viewport::look_home() {
  between_all_panels_ = true;
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

void Viewport::glide_to(const Camera& wanted) {
  move_.stop();
  Camera camera = wanted;
  camera.set_lens_shift(wanted_lens_shift());
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
