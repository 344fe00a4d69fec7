#include "ui/panels/split_view.h"
#include "ui/render/scene_renderer.h"
#include "ui/window/viewport/viewport.h"

#include <algorithm>
#include <cmath>

namespace lamina {

ViewSize Viewport::size_in_points() const {
  const auto split = split_view(panels_, float(width()), without_panels_);
  return {std::max(1, split ? int(std::lround(split->picture)) : width()), std::max(1, height())};
}

// Where a split view begins, the camera moves back so that what was seen is seen between the panels of each
// half. Where it ends, the camera comes back as it was, or as far as it had moved back if somebody has looked
// around since; a pointer in the second half is in the first again.
void Viewport::follow_split() {
  const auto split = split_view(panels_, float(width()));
  if (split && !split_shown_) {
    Camera camera = camera_;
    camera.fit_between(shapes_.bounds_but_floors(*panels_.snapshot),
                       {std::max(1, width()), std::max(1, height())}, free_width());
    before_split_ = camera_;
    in_split_ = camera;
    glide_to(camera);
    quality_.reset();
  }
  if (!split && split_shown_) {
    in_second_ = false;
    second_.reset();
    side_ = {};
    panels_.legend_beside.clear();
    give_back_camera();
    quality_.reset();
  }
  split_shown_ = split.has_value();
}

void Viewport::give_back_camera() {
  if (!before_split_ || !in_split_)
    return;
  // A glide that has not come to its end was nobody's looking around.
  const bool untouched =
      move_.going() || (camera_.eye() == in_split_->eye() && camera_.target() == in_split_->target());
  Camera camera = untouched ? *before_split_ : camera_;
  if (!untouched)
    camera.zoom(before_split_->distance() / in_split_->distance());
  camera.set_orthographic(camera_.orthographic());
  before_split_.reset();
  in_split_.reset();
  glide_to(camera);
}

// Which half the pointer is in. While it holds something it stays in the half where it took hold.
void Viewport::choose_half(QPointF at) {
  if (pointer_.action() != PointerTool::Action::none || edit_tool_.holding())
    return;
  const auto split = split_view(panels_, float(width()));
  in_second_ = split && float(at.x()) >= split->middle;
}

QPointF Viewport::in_picture(QPointF at) const {
  const auto split = split_view(panels_, float(width()));
  return split && in_second_ ? at - QPointF(double(split->second), 0) : at;
}

std::shared_ptr<const Snapshot> Viewport::pointed(std::shared_ptr<const Snapshot> whole) const {
  return whole && in_second_ ? whole->beside : whole;
}

// Bodies are held where the first simulation has them: what is taken hold of in the second half is the same
// point of the same body there.
void Viewport::post_pulled(Request request) {
  const auto now = latest_();
  if (auto* event = std::get_if<Event>(&request); event && in_second_ && now && now->beside)
    if (auto* drag = std::get_if<BeginDrag>(event);
        drag && drag->body < std::min(now->bodies.size(), now->beside->bodies.size()))
      drag->grabbed =
          now->bodies[drag->body].pose * now->beside->bodies[drag->body].pose.to_local(drag->grabbed);
  post_(std::move(request));
}

} // namespace lamina
