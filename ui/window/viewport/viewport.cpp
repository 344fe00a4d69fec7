#include "ui/window/viewport/viewport.h"

#include "ui/panels/split_view.h"
#include "ui/render/evidence/evidence_view.h"
#include "ui/render/pictures/picture_clock.h"
#include "ui/render/scene_renderer.h"
#include "ui/window/viewport/picture_thread.h"
#include "ui/window/viewport/window_contexts.h"

#include <QOpenGLContext>

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lamina {
namespace {

constexpr double frame_s = 1.0 / 60;
constexpr int idle_ms =
    250; // fades, blinking cursors and sizes of files move at this pace when nothing else does

} // namespace

Viewport::Viewport(std::function<void(Request)> post, std::function<std::shared_ptr<const Snapshot>()> latest)
    : post_(std::move(post)), latest_(std::move(latest)),
      pointer_(camera_, [this](Request request) { post_pulled(std::move(request)); }) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setMinimumSize(480, 320);
  panels_.post = post_;
  panels_.camera.look_at = [this](const Vec3& point) {
    Camera centred = camera_;
    centred.centre_on(point);
    glide_to(centred);
  };
  panels_.camera.frame_all = [this] { frame_all(); };
  clock_.start();
  pace_.setSingleShot(true);
  pace_.setTimerType(Qt::PreciseTimer);
  connect(&pace_, &QTimer::timeout, this, [this] { update(); });
  connect(&idle_, &QTimer::timeout, this, [this] { redraw(1); });
  idle_.start(idle_ms);
  // What has come to rest is drawn once more.
  settle_.setSingleShot(true);
  settle_.setTimerType(Qt::PreciseTimer);
  connect(&settle_, &QTimer::timeout, this, [this] { update(); });
  connect(picture_thread_.get(), &PictureThread::finished, this, [this](const QObject* owner) {
    if (owner == this)
      redraw(1);
  });
}

Viewport::~Viewport() {
  picture_thread_->forget(this);
  release_gl();
  // The base class destroys the context when this part of the object is gone already.
  if (context())
    disconnect(context(), nullptr, this, nullptr);
}

void Viewport::release_gl() {
  if (!context())
    return;
  window_contexts::close(*context());
  makeCurrent();
  imgui_.release();
  renderer_.reset();
  second_.reset();
  side_ = {};
  kept_ = {};
  kept_of_.reset();
  doneCurrent();
}

void Viewport::snapshot_ready() {
  if (announced_.exchange(true))
    return;
  QMetaObject::invokeMethod(
      this, [this] { redraw(1); }, Qt::QueuedConnection);
}

void Viewport::redraw(int frames) {
  frames_wanted_ = std::max(frames_wanted_, frames);
  const double wait = last_paint_s_ + frame_s - 1e-3 * double(clock_.elapsed());
  if (wait <= 0)
    update();
  else if (!pace_.isActive())
    pace_.start(int(std::ceil(1e3 * wait)));
}

void Viewport::expect_scene(const Scene& scene, bool keep_camera) {
  look_anew_ = !keep_camera;
  stated_view_ = scene.camera_given ? std::optional(scene.camera) : std::nullopt;
}

void Viewport::set_dark(bool dark) {
  panels_.dark = dark;
  imgui_.set_dark(dark);
  redraw();
}

void Viewport::show_panel(const char* title) {
  panels_.view.panels = true;
  unfold_ = title;
  redraw();
}

void Viewport::walk_panels_by_keyboard() {
  panels_.view.panels = true;
  unfold_ = panel_list().front().title;
  imgui_.set_keyboard_walk(true);
  redraw();
}

ViewSize Viewport::size_in_pixels() const {
  const double ratio = devicePixelRatioF();
  return {std::max(1, int(std::lround(width() * ratio))), std::max(1, int(std::lround(height() * ratio)))};
}

std::uint64_t Viewport::contacts_from_device() const {
  return renderer_ ? renderer_->contacts_from_device() : 0;
}

void Viewport::initializeGL() {
  connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &Viewport::release_gl, Qt::UniqueConnection);
  window_contexts::open(*context());
  try {
    renderer_ = std::make_unique<SceneRenderer>();
    renderer_->setup();
    in_software_ = draws_in_software();
    if (in_software_)
      quality_.begin_low();
  } catch (const std::exception& error) {
    renderer_.reset();
    const QString reason = QString::fromStdString(error.what());
    QMetaObject::invokeMethod(
        this, [this, reason] { emit failed(reason); }, Qt::QueuedConnection);
  }
}

void Viewport::paintGL() {
  last_paint_s_ = 1e-3 * double(clock_.elapsed());
  panels_.now_s = seconds_();
  announced_ = false;
  panels_.snapshot = edit_tool_.shown(latest_());
  if (!renderer_)
    return;
  follow_snapshot();
  move_.follow(camera_, panels_.now_s);
  follow_free_strip();
  draw_scene();
  frame_rate_.drawn(last_paint_s_);
  panels_.frames_per_second = frame_rate_.per_second(last_paint_s_);
  const ViewChoices before = panels_.view;
  draw_panels_over();
  if (before != panels_.view)
    emit view_chosen();
  emit drawn();
  frames_wanted_ = std::max(frames_wanted_ - 1, 0);
  if (frames_wanted_ > 0 || imgui_.events_wait() || move_.going() || overlay_.fading)
    redraw(std::max(1, frames_wanted_));
}

void Viewport::follow_snapshot() {
  if (!panels_.snapshot)
    return;
  // Before the first frame of the panels nobody knows what they leave free.
  if (panels_.view.panels && panels_.rects.all().empty()) {
    redraw();
    return;
  }
  const Snapshot& now = *panels_.snapshot;
  if (now.scene_revision != scene_revision_) {
    scene_revision_ = now.scene_revision;
    move_.stop();
    camera_.set_up(now.up);
    if (std::exchange(look_anew_, true))
      camera_ = own_view();
    told_camera_.reset();
    hovered_body_.reset();
    hovered_.reset();
    pixel_tool_.forget_press();
    edit_tool_.follow(now);
    quality_.reset();
    shapes_.prune();
  }
  pixel_tool_.follow(panels_.snapshot);
  SnapshotExtras extras = needed_extras(panels_.view, now.settings.contact);
  if (now.beside) {
    const SnapshotExtras beside = needed_extras(panels_.view, now.beside->settings.contact);
    extras.pixels |= beside.pixels;
    extras.search |= beside.search;
  }
  // Where no device has them for pictures, they are with the processor whoever points.
  const bool with_processor = extras.drawn && (!now.device_evidence || may_point_at_pixels());
  extras.pixels = extras.pixels || !panels_.shown_pins.empty() || with_processor;
  if (extras != asked_for_) {
    asked_for_ = extras;
    post_(Show{extras});
  }
  follow_split();
  tell_camera();
}

// Where the resolution depends on the view, the camera is an input of the run.
void Viewport::tell_camera() {
  if (panels_.snapshot->settings.contact.ldi.resolution_mode != ResolutionMode::view_dependent)
    return;
  const CameraView view = camera_.view(size_in_pixels().height);
  if (told_camera_ && told_camera_->eye == view.eye && told_camera_->target == view.target &&
      told_camera_->image_height == view.image_height)
    return;
  told_camera_ = view;
  post_(Event(SetCamera{view}));
}

void Viewport::draw_panels_over() {
  imgui_.set_scale(panels_.view.panel_scale);
  imgui_.begin_frame(*this, panels_.now_s);
  panels_.rects.begin_frame();
  if (!unfold_.empty()) {
    ImGui::SetWindowCollapsed(unfold_.c_str(), false);
    ImGui::SetWindowFocus(unfold_.c_str());
    unfold_.clear();
  }
  panels_.profiler_open = false;
  panels_.edit.preview.clear();
  if (panels_.view.panels)
    draw_panels(panels_, float(width()), float(height()));
  point_at();
  const bool free_pointer = mouse_inside_ && !in_second_ && !panel_has(mouse_.x(), mouse_.y());
  edit_tool_.draw(size_in_points(), mouse_.x(), mouse_.y(), free_pointer);
  draw_marks();
  draw_overlay(panels_, overlay_, float(width()), float(height()));
  place_triad();
  triad_.draw(camera_, panels_.dark);
  draw_context_menu(panels_, menu_);
  show_cursor();
  imgui_.end_frame();
}

// What the panels want the pointer to look like.
void Viewport::show_cursor() {
  switch (ImGui::GetMouseCursor()) {
  case ImGuiMouseCursor_ResizeEW:
    setCursor(Qt::SizeHorCursor);
    break;
  case ImGuiMouseCursor_ResizeNS:
    setCursor(Qt::SizeVerCursor);
    break;
  case ImGuiMouseCursor_TextInput:
    setCursor(Qt::IBeamCursor);
    break;
  default:
    if (pointer_.action() == PointerTool::Action::cut)
      setCursor(Qt::CrossCursor);
    else
      unsetCursor();
  }
}

} // namespace lamina
