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
// half; a pointer in the second half is in the first again where it ends.
void Viewport::follow_split() {
  const auto split = split_view(panels_, float(width()));
  if (split && !split_shown_) {
    Camera camera = camera_;
    camera.fit_between(shapes_.bounds_but_floors(*panels_.snapshot),
                       {std::max(1, width()), std::max(1, height())}, free_width());
    look_from(camera);
    quality_.reset();
  }
  if (!split && split_shown_) {
    in_second_ = false;
    second_.reset();
    side_ = {};
    panels_.legend_beside.clear();
    quality_.reset();
  }
  split_shown_ = split.has_value();
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

ViewOptions Viewport::options_for(const Snapshot& shown) const {
  ViewOptions options;
  static_cast<ViewModes&>(options) = panels_.view;
  options.dark = panels_.dark;
  options.pixel_ratio = devicePixelRatioF();
  if (!without_panels_) {
    options.hovered_body = hovered_body_;
    options.selected_body = panels_.edit.selected;
    if (!panels_.snapshot || pointed(panels_.snapshot).get() == &shown) {
      options.hovered = hovered_;
      options.hand = pointer_.hand();
    }
  }
  return options;
}

void Viewport::draw_scene() {
  static const auto empty = std::make_shared<const Snapshot>();
  const std::shared_ptr<const Snapshot>& shown = panels_.snapshot ? panels_.snapshot : empty;
  ViewOptions options = options_for(*shown);
  const QualityChooser::Drawn drawn = quality_.choose(panels_.view.quality, moves() && !without_panels_);
  options.quality = drawn.quality;
  options.resolution = drawn.resolution;
  if (shown->beside) {
    draw_halves(options);
  } else {
    const ViewSize size = size_in_pixels();
    renderer_->render(shown, camera_, options, size.width, size.height, defaultFramebufferObject());
  }
  panels_.legend = legend_entries(*shown, options, renderer_->scales());
  panels_.shown_bounds = renderer_->scene_bounds(*shown);
  if (const std::optional<double> ms = renderer_->take_picture_ms()) {
    const double whole = *ms + (second_ ? second_->take_picture_ms().value_or(*ms) : 0);
    quality_.took(whole);
    panels_.history->set_render(whole);
  }
}

void Viewport::draw_halves(const ViewOptions& options) {
  const Snapshot& first = *panels_.snapshot;
  const ViewSize whole = size_in_pixels();
  const auto split = split_view(panels_, float(width()), without_panels_);
  const int wide = std::max(1, int(std::lround(double(split->picture) * devicePixelRatioF())));
  const int middle = whole.width / 2;
  const ViewSize size{wide, whole.height};
  if (!second_) {
    second_ = std::make_unique<SceneRenderer>();
    second_->setup();
  }
  const unsigned picture = side_.framebuffer(size), window = defaultFramebufferObject();
  renderer_->render(panels_.snapshot, camera_, options, size.width, size.height, picture);
  side_.show(0, std::min(middle, wide), 0, window, whole);

  ViewOptions beside = options_for(*first.beside);
  beside.quality = options.quality;
  beside.resolution = options.resolution;
  second_->render(first.beside, camera_, beside, size.width, size.height, picture);
  const int columns = std::min(whole.width - middle, wide);
  side_.show(wide - columns, columns, whole.width - columns, window, whole);
  panels_.legend_beside = legend_entries(*first.beside, beside, second_->scales());
}

} // namespace lamina
