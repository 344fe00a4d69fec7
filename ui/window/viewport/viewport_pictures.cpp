#include "ui/panels/split_view.h"
#include "ui/render/pictures/ray_tracer.h"
#include "ui/render/scene_renderer.h"
#include "ui/window/pictures/picture_legend.h"
#include "ui/window/viewport/picture_thread.h"
#include "ui/window/viewport/viewport.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

constexpr double seen_pixels = 0.25; // what moves by less cannot be seen to move

const std::shared_ptr<const Snapshot>& nothing() {
  static const auto empty = std::make_shared<const Snapshot>();
  return empty;
}

QImage to_qimage(const Image& image) {
  return QImage(image.rgba.data(), image.width, image.height, 4 * image.width, QImage::Format_RGBA8888)
      .copy();
}

// The picture that shows as `on_black` over black and as `on_white` over white.
QImage see_through(const QImage& on_black, const QImage& on_white) {
  QImage picture(on_black.size(), QImage::Format_RGBA8888);
  for (int y = 0; y < picture.height(); ++y) {
    const uchar *black = on_black.constScanLine(y), *white = on_white.constScanLine(y);
    uchar* out = picture.scanLine(y);
    for (int x = 0; x < 4 * picture.width(); x += 4) {
      int let_through = 0;
      for (int k = 0; k < 3; ++k)
        let_through = std::max(let_through, white[x + k] - black[x + k]);
      const int alpha = 255 - std::min(255, let_through);
      for (int k = 0; k < 3; ++k)
        out[x + k] = uchar(alpha > 0 ? std::min(255, 255 * black[x + k] / alpha) : 0);
      out[x + 3] = uchar(alpha);
    }
  }
  return picture;
}

} // namespace

ViewOptions Viewport::options_for(const Snapshot& shown) const {
  ViewOptions options;
  static_cast<ViewModes&>(options) = panels_.view;
  options.dark = panels_.dark;
  options.pixel_ratio = devicePixelRatioF();
  if (!without_panels_) {
    options.hovered_body = hovered_body_;
    options.selected_body = panels_.edit.selected.primary();
    options.outlined_bodies = panels_.edit.selected.bodies();
    if (!panels_.snapshot || pointed(panels_.snapshot).get() == &shown) {
      options.hovered = hovered_;
      options.hand = pointer_.hand();
    }
  }
  return options.ray_traced ? ray_traced_options(options) : options;
}

PictureOrder Viewport::order_of(std::shared_ptr<const Snapshot> shown, const QualityChooser::Drawn& drawn,
                                ViewSize whole) const {
  PictureOrder order{{}, whole, camera_, motion_.count()};
  if (without_panels_)
    order.camera.set_lens_shift(0);
  const auto add = [&](const std::shared_ptr<const Snapshot>& snapshot, ViewSize size) -> auto& {
    ViewOptions options = options_for(*snapshot);
    options.quality = drawn.quality;
    options.resolution = drawn.resolution;
    options.pixel_ratio *= double(whole.height) / size_in_pixels().height;
    return order.parts.emplace_back(PictureOrder::Part{snapshot, options, size, 0, size.width, 0});
  };
  const auto split = shown->beside ? split_view(panels_, float(width()), without_panels_) : std::nullopt;
  if (!split) {
    add(shown, whole);
    return order;
  }
  const int wide = std::max(1, int(std::lround(double(split->picture) * whole.width / std::max(1, width()))));
  const int middle = whole.width / 2;
  add(shown, {wide, whole.height}).columns = std::min(middle, wide);
  PictureOrder::Part& beside = add(shown->beside, {wide, whole.height});
  beside.columns = std::min(whole.width - middle, wide);
  beside.from = wide - beside.columns;
  beside.to = whole.width - beside.columns;
  return order;
}

void Viewport::draw(const PictureOrder& order, unsigned framebuffer) {
  if (order.parts.size() > 1 && !second_) {
    second_ = std::make_unique<SceneRenderer>();
    second_->setup();
  }
  for (std::size_t i = 0; i < order.parts.size(); ++i) {
    const PictureOrder::Part& part = order.parts[i];
    SceneRenderer& renderer = i == 0 ? *renderer_ : *second_;
    const unsigned target = order.is_whole() ? framebuffer : side_.framebuffer(part.size);
    renderer.render(part.snapshot, order.camera, part.options, part.size.width, part.size.height, target);
    if (!order.is_whole())
      side_.show(part.from, part.columns, part.to, framebuffer, order.whole);
  }
}

// The window waits for it.
void Viewport::draw_in_place(const PictureOrder& order) {
  draw(order, defaultFramebufferObject());
  in_place_ = order.parts.front().options.quality;
  if (const std::optional<double> ms = renderer_->take_picture_ms()) {
    const double whole = *ms + (second_ ? second_->take_picture_ms().value_or(*ms) : 0);
    quality_.took(whole);
    panels_.history->set_render(whole);
  }
}

// Makes sure that a picture that may be shown for the wanted one is kept, if that takes no time to wait for.
bool Viewport::keep(const PictureOrder& wanted, bool any_motion) {
  if (in_software_)
    return keep_from_thread(wanted, any_motion);
  if (!kept_of_ || !same(kept_of_->order, wanted)) {
    draw(wanted, kept_.framebuffer(wanted.whole));
    auto drawn = std::make_shared<FinishedPicture>();
    drawn->order = wanted;
    drawn->scales = scales_in_place();
    kept_of_ = std::move(drawn);
  }
  return true;
}

// The newest ray-traced picture of the scene is shown, even while a better one is made. What moves is shown
// as it was when the last picture began, and the next one is ordered when that is there.
bool Viewport::keep_ray_traced(const PictureOrder& wanted) {
  PictureThread& thread = *picture_thread_;
  if (auto finished = thread.take(this); finished && finished->order.ray_traced()) {
    kept_.take(finished->image);
    kept_of_ = std::move(finished);
  }
  const bool begun = ordered_ && ordered_->ray_traced();
  const bool under_way = begun && !(kept_of_ && same(kept_of_->order, *ordered_));
  const bool fine = begun && ordered_->parts.front().options.quality != Quality::low;
  const bool still_right = begun && (same(*ordered_, wanted) || (fine && look_the_same(*ordered_, wanted)));
  if (!still_right && (!under_way || fine)) {
    thread.order(wanted, this);
    ordered_ = wanted;
  }
  return kept_of_ && kept_of_->order.ray_traced() && shows_same_scene(kept_of_->order, wanted);
}

bool Viewport::keep_from_thread(const PictureOrder& wanted, bool any_motion) {
  // What a device holds in its memory cannot be seen from there.
  const bool on_device = std::any_of(wanted.parts.begin(), wanted.parts.end(), [](const auto& part) {
    return part.snapshot->device_evidence != nullptr;
  });
  PictureThread& thread = *picture_thread_;
  if (on_device || thread.failed())
    return false;
  if (auto finished = thread.take(this)) {
    kept_.take(finished->image);
    kept_of_ = std::move(finished);
  }
  if (!ordered_ || !same(*ordered_, wanted)) {
    // One that is under way is waited for, so that one is finished at times.
    const bool under_way = ordered_ && !(kept_of_ && same(kept_of_->order, *ordered_));
    if (!under_way || !any_motion || !alike(*ordered_, wanted)) {
      thread.order(wanted, this);
      ordered_ = wanted;
    }
  }
  return kept_of_ && alike(kept_of_->order, wanted) &&
         (any_motion || kept_of_->order.motion == wanted.motion);
}

void Viewport::draw_scene() {
  const std::shared_ptr<const Snapshot>& shown = panels_.snapshot ? panels_.snapshot : nothing();
  const ViewSize whole = size_in_pixels();
  if (const ViewModes& modes = panels_.view; modes != drawn_modes_) {
    if (drawn_modes_.ray_traced && !modes.ray_traced) {
      picture_thread_->forget(this);
      ordered_.reset();
      kept_of_.reset();
    }
    drawn_modes_ = modes;
    motion_.disturb();
  }
  const double pixel = camera_.metres_per_pixel(whole.height);
  const bool moving = motion_.moves(shown, camera_.view(whole.height), seen_pixels * pixel, panels_.now_s);
  if (moving)
    settle_.start(std::max(1, int(std::ceil(1e3 * motion_.rests_in(panels_.now_s)))));
  // Where the processor draws, nothing that may take long is waited for.
  const bool ray_traced = panels_.view.ray_traced && panels_.snapshot;
  const QualityChooser::Drawn drawn =
      ray_traced ? QualityChooser::Drawn{moving ? Quality::low : Quality::high, 1, !moving}
                 : quality_.choose(panels_.view.quality, moving);
  const bool slow =
      in_software_ && panels_.view.quality != QualityChoice::automatic && drawn.quality != Quality::low;
  const PictureOrder wanted = order_of(drawn.settled ? motion_.steady() : shown, drawn, whole);
  const bool kept = ray_traced ? keep_ray_traced(wanted)
                               : panels_.snapshot && (drawn.settled || slow) && keep(wanted, !drawn.settled);
  if (kept)
    kept_.show(defaultFramebufferObject(), whole);
  else if (drawn.settled || slow || ray_traced)
    draw_in_place(order_of(shown, quality_.choose(QualityChoice::automatic, true), whole));
  else
    draw_in_place(wanted);
  const bool full = !ray_traced || (kept && kept_of_->image.width == whole.width);
  settled_ = kept && full && !moving && kept_of_->order.motion == wanted.motion;

  const std::vector<ShownScales> scales = kept ? kept_of_->scales : scales_in_place();
  panels_.legend = legend_entries(*shown, wanted.parts.front().options, scales.front());
  if (shown->beside && wanted.parts.size() > 1 && scales.size() > 1)
    panels_.legend_beside = legend_entries(*shown->beside, wanted.parts[1].options, scales[1]);
  panels_.shown_bounds = renderer_->scene_bounds(*shown);
}

QImage Viewport::picture(const PictureChoices& choices, std::shared_ptr<const Snapshot> state) {
  if (!renderer_)
    return {};
  makeCurrent();
  const auto before = panels_.snapshot;
  panels_.snapshot = state ? std::move(state) : edit_tool_.shown(latest_());
  without_panels_ = true;
  QImage made;
  try {
    follow_snapshot();
    made = draw_to_save(choices);
  } catch (...) {
    without_panels_ = false;
    panels_.snapshot = before;
    doneCurrent();
    throw;
  }
  without_panels_ = false;
  panels_.snapshot = before;
  doneCurrent();
  redraw();
  return made;
}

void Viewport::picture_later(const PictureChoices& choices, std::shared_ptr<const Snapshot> state,
                             std::function<void(const QImage&)> done) {
  PictureThread& thread = *picture_thread_;
  const bool ray_traced = panels_.view.ray_traced;
  if (!ray_traced && (!in_software_ || state->device_evidence || thread.failed())) {
    done(picture(choices, std::move(state)));
    return;
  }
  without_panels_ = true;
  PictureOrder order = order_of(std::move(state), {saved_quality(), 1}, size_to_save(choices));
  without_panels_ = false;
  thread.draw_for(std::move(order), this,
                  [this, choices, done = std::move(done)](const FinishedPicture* made) {
                    if (!made) {
                      done({});
                      return;
                    }
                    QImage picture = to_qimage(made->image).convertToFormat(QImage::Format_RGB888);
                    if (choices.legend)
                      add_legend(picture, made->order, made->scales);
                    done(picture);
                  });
}

// Rays take as long for every pass: the best quality would take minutes for a video.
Quality Viewport::saved_quality() const {
  return panels_.view.ray_traced ? Quality::medium : Quality::high;
}

ViewSize Viewport::size_to_save(const PictureChoices& choices) const {
  return choices.size.isEmpty() ? size_in_pixels() : ViewSize{choices.size.width(), choices.size.height()};
}

void Viewport::add_legend(QImage& picture, const PictureOrder& order,
                          const std::vector<ShownScales>& scales) const {
  QPainter painter(&picture);
  for (std::size_t i = 0; i < order.parts.size(); ++i) {
    const PictureOrder::Part& part = order.parts[i];
    paint_legend(painter, legend_entries(*part.snapshot, part.options, scales[i]), part.options.dark,
                 part.options.pixel_ratio, i == 0 ? 0 : picture.width() / 2);
  }
}

QImage Viewport::draw_to_save(const PictureChoices& choices) {
  const ViewSize whole = size_to_save(choices);
  PictureOrder order = order_of(panels_.snapshot ? panels_.snapshot : nothing(), {saved_quality(), 1}, whole);
  KeptPicture drawn;
  OrderTracer tracer;
  std::vector<ShownScales> scales;
  const auto drawn_over = [&](const std::optional<std::array<float, 3>>& background) {
    for (PictureOrder::Part& part : order.parts) {
      part.options.flat_background = background;
      part.options.floors = !background;
      part.options.grid = part.options.grid && !background;
    }
    if (order.ray_traced()) {
      const auto traced = tracer.at_once(order);
      scales = traced->scales;
      return to_qimage(traced->image);
    }
    draw(order, drawn.framebuffer(whole));
    scales = scales_in_place();
    return to_qimage(drawn.read());
  };
  QImage picture = choices.transparent ? see_through(drawn_over(std::array{0.0f, 0.0f, 0.0f}),
                                                     drawn_over(std::array{1.0f, 1.0f, 1.0f}))
                                       : drawn_over({}).convertToFormat(QImage::Format_RGB888);
  if (choices.legend)
    add_legend(picture, order, scales);
  return picture;
}

// Of the pictures that the window's own renderers have drawn last.
std::vector<ShownScales> Viewport::scales_in_place() const {
  std::vector<ShownScales> scales{renderer_->scales()};
  if (second_)
    scales.push_back(second_->scales());
  return scales;
}

} // namespace lamina
