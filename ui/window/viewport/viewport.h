#pragma once

#include "core/scene/scene.h"
#include "ui/panels/context_menu.h"
#include "ui/panels/overlay.h"
#include "ui/panels/panel.h"
#include "ui/render/camera/camera_move.h"
#include "ui/render/pictures/kept_picture.h"
#include "ui/render/pictures/quality_chooser.h"
#include "ui/render/pictures/side_picture.h"
#include "ui/window/editing/edit_tool.h"
#include "ui/window/pictures/picture_choices.h"
#include "ui/window/viewport/axis_triad.h"
#include "ui/window/viewport/frame_rate.h"
#include "ui/window/viewport/imgui_adapter.h"
#include "ui/window/viewport/motion_watch.h"
#include "ui/window/viewport/picture_thread.h"
#include "ui/window/viewport/pixel_tool.h"
#include "ui/window/viewport/pointer_tool.h"

#include <QElapsedTimer>
#include <QImage>
#include <QOpenGLWidget>
#include <QTimer>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace lamina {

class SceneRenderer;

/// Sides that a scene is looked at from. The front shows x to the right where y is up.
enum class ViewSide { front, right, top, below };

/// The scene, full bleed, with the panels over it. Reads the latest snapshot, posts requests, and never waits
/// for the simulation. Draws at most 60 pictures a second, and only when something changed.
class Viewport : public QOpenGLWidget {
  Q_OBJECT
public:
  Viewport(std::function<void(Request)> post, std::function<std::shared_ptr<const Snapshot>()> latest);
  ~Viewport() override;

  /// Tells that there is a new snapshot. May be called from any thread, as often as one likes.
  void snapshot_ready();

  /// The next snapshot of a new scene is looked at as that scene says; without a camera of its own all is
  /// framed, unless the camera shall stay.
  void expect_scene(const Scene& scene, bool keep_camera);

  /// Moves so that all bodies are seen between the panels.
  void frame_all();
  void look_home();                       ///< as the scene says, or at all of it from the usual side
  void look_along(const Vec3& direction); ///< at the target, from eye to target
  void look_from(ViewSide side);          ///< that side of the scene
  void set_orthographic(bool on);
  void set_dark(bool dark);
  void show_panel(const char* title); ///< unfolds it
  void walk_panels_by_keyboard();

  /// The scene as it is now, without the panels, at the highest quality; of another state of it if one is
  /// given. Null before a scene is drawn. Throws std::runtime_error if the driver has no room for it.
  QImage picture(const PictureChoices& choices = {}, std::shared_ptr<const Snapshot> state = nullptr);
  ViewSize size_in_pixels() const;

  /// The same for `done`, later where the window would have to wait for it, of a state of the scene that is
  /// shown.
  void picture_later(const PictureChoices& choices, std::shared_ptr<const Snapshot> state,
                     std::function<void(const QImage&)> done);

  /// Whether what is seen is a full picture of what rests: with shadows and smoothed edges.
  bool settled() const { return settled_; }
  bool gliding() const { return move_.going(); } ///< the eye is on its way to another view
  /// The quality of the last picture that was drawn while the window waited for it.
  Quality drawn_in_place() const { return in_place_; }

  /// How often contacts were drawn of what a device had in its memory.
  std::uint64_t contacts_from_device() const;

  /// Draws soon: after changing anything that is shown.
  void redraw(int frames = 3);

  PanelContext& panels() { return panels_; }
  Overlay& overlay() { return overlay_; }
  const Camera& camera() const { return camera_; }
  Camera& camera() { return camera_; }
  ImGuiAdapter& imgui() { return imgui_; }
  /// Moments of what glides and fades, s; real time unless given, counted from when the viewport was made.
  void set_clock(std::function<double()> seconds) { seconds_ = std::move(seconds); }
  const AxisTriad& triad() const { return triad_; }
  const PointerTool& pointer() const { return pointer_; }
  const EditTool& edit_tool() const { return edit_tool_; }
  const PixelTool& pixel_tool() const { return pixel_tool_; }

signals:
  void drawn();
  void body_pulled();                 ///< a body was moved by hand
  void view_chosen();                 ///< a panel changed what is drawn
  void said(const QString& message);  ///< for the status line
  void failed(const QString& reason); ///< nothing can be drawn on this machine

protected:
  void initializeGL() override;
  void paintGL() override;
  bool event(QEvent* event) override;
  bool focusNextPrevChild(bool) override { return false; }
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

private:
  ViewSize size_in_points() const; ///< of the picture, or of each half's
  std::shared_ptr<const Snapshot> to_pull() const;
  bool panel_has(double x, double y) const;
  bool keyboard_goes_to_panels(const class QKeyEvent& event) const;
  void follow_snapshot();
  void glide_to(const Camera& camera); ///< at once, if motion is to be reduced
  Camera own_view();                   ///< of the scene, with all of it between the panels
  void stay_above_floor(bool was_above);
  bool above_floor();
  bool press_triad();
  void place_triad();
  int free_width() const;
  double wanted_lens_shift() const;
  void follow_free_strip();
  bool covers_bodies(const FreeStrip& all);
  Camera framed();
  void draw_scene();
  ViewOptions options_for(const Snapshot& shown) const;
  PictureOrder order_of(std::shared_ptr<const Snapshot> shown, const QualityChooser::Drawn& drawn,
                        ViewSize whole) const;
  void draw(const PictureOrder& order, unsigned framebuffer);
  void draw_in_place(const PictureOrder& order);
  bool keep(const PictureOrder& wanted, bool any_motion);
  bool keep_ray_traced(const PictureOrder& wanted);
  bool keep_from_thread(const PictureOrder& wanted, bool any_motion);
  QImage draw_to_save(const PictureChoices& choices);
  Quality saved_quality() const;
  ViewSize size_to_save(const PictureChoices& choices) const;
  void add_legend(QImage& picture, const PictureOrder& order, const std::vector<ShownScales>& scales) const;
  std::vector<ShownScales> scales_in_place() const;
  void follow_split();
  void give_back_camera();
  void choose_half(QPointF at);
  void end_innermost();
  void cut_along_stroke();
  void ask_for_menu(QPointF at);
  void show_cursor();
  QPointF in_picture(QPointF at) const;
  std::shared_ptr<const Snapshot> pointed(std::shared_ptr<const Snapshot> whole) const;
  void post_pulled(Request request);
  void draw_panels_over();
  void point_at();
  void point_at_body(const Snapshot& now);
  bool points_into_picture() const;
  bool may_point_at_pixels() const;
  std::optional<EvidenceReference> evidence_at(double x, double y) const;
  void draw_marks();
  void draw_box() const;
  void draw_stroke() const;
  void draw_pull(const Snapshot& shown, float origin) const;
  void draw_spring(const DragState& drag, float origin) const;
  void tell_camera();
  void release_gl();

  std::function<void(Request)> post_;
  std::function<std::shared_ptr<const Snapshot>()> latest_;
  PanelContext panels_;
  Overlay overlay_;
  Camera camera_;
  CameraMove move_;
  PointerTool pointer_;
  EditTool edit_tool_{camera_, panels_};
  PixelTool pixel_tool_{camera_, panels_};
  ShownShapes shapes_;
  ImGuiAdapter imgui_;
  std::unique_ptr<SceneRenderer> renderer_;
  std::unique_ptr<SceneRenderer> second_; ///< of the second simulation, while there is one
  SidePicture side_;
  bool split_shown_ = false;
  bool more_panels_ = false;        ///< than those that last
  bool between_all_panels_ = false; ///< the picture's middle is between all of them
  double drawn_lens_shift_ = 0;
  std::optional<Camera> before_split_,
      in_split_;           ///< the camera that a split view took, and what it made of it
  bool in_second_ = false; ///< the pointer is, or pressed, in the half of the second simulation
  QualityChooser quality_;
  MotionWatch motion_;
  ViewModes drawn_modes_;
  bool in_software_ = false; ///< the driver draws with the processor
  KeptPicture kept_;
  std::shared_ptr<const FinishedPicture> kept_of_; ///< what kept_ shows
  const std::shared_ptr<PictureThread> picture_thread_ = PictureThread::shared();
  std::optional<PictureOrder> ordered_; ///< from the thread for slow pictures, last
  bool settled_ = false;
  Quality in_place_ = Quality::medium;

  std::atomic<bool> announced_{false}; ///< a repaint for new snapshots is on its way
  QElapsedTimer clock_;
  std::function<double()> seconds_ = [this] { return 1e-3 * double(clock_.elapsed()); };
  QTimer pace_, idle_, settle_;
  double last_paint_s_ = -1;
  FrameRate frame_rate_;
  int frames_wanted_ = 0;

  std::uint64_t scene_revision_ = 0;
  bool look_anew_ = true;                 ///< the next scene is looked at as it says
  std::optional<CameraView> stated_view_; ///< of the scene
  AxisTriad triad_;
  std::optional<CameraView> told_camera_;
  SnapshotExtras asked_for_;
  std::string unfold_;

  ContextMenu menu_;
  HeldKeys held_at_press_;
  std::optional<QPointF> right_pressed_; ///< where a press of the right button may become a click
  QPointF mouse_;
  std::optional<Ray> pressed_ray_; ///< through the last press, if that was not on a panel
  bool mouse_inside_ = false;
  std::optional<std::uint32_t> hovered_body_;
  std::optional<EvidenceReference> hovered_;
  bool without_panels_ = false;
};

} // namespace lamina
