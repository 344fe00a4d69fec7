#pragma once

#include "core/interactive/request.h"
#include "core/simulation/snapshot.h"
#include "ui/panels/edit_context.h"
#include "ui/panels/panel_layout.h"
#include "ui/panels/pixel_pins.h"
#include "ui/panels/setting_edits.h"
#include "ui/panels/step_history.h"
#include "ui/panels/view_choices.h"
#include "ui/panels/widget_rects.h"
#include "ui/render/bodies/steady_range.h"
#include "ui/render/overlay/legend_entries.h"

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lamina {

/// What the Record panel shows; the window fills it.
struct RecordStatus {
  std::filesystem::path parent; ///< where run folders go
  std::uintmax_t bytes = 0;     ///< size of the run folder being written
  std::uint64_t first_step = 0; ///< step at which the recording began
  bool filming = false;         ///< a video is being made
  double video_s = 0;           ///< what it shows, in seconds of simulated time
  std::string last_run;         ///< folder of the run that was recorded last, or is shown; empty if none
  bool shows_run = false;       ///< a recorded run is shown in place of the simulation
};

/// A pinned contact pixel and where it is in the snapshot shown; no pixel where it is not in contact.
struct ShownPin {
  NumberedPin numbered;
  std::optional<PixelReference> pixel;
};

/// What panels may ask of the window that holds them.
struct WindowCommands {
  std::function<void()> toggle_recording;
  std::function<void()> choose_record_folder;
  std::function<void()> open_record_folder;
  std::function<void()> show_last_run;
  std::function<void()> take_screenshot;
  std::function<void()> toggle_video;
  std::function<void(const std::string&)> show_plots; ///< in a window of their own, with curves of that name
};

/// What panels may ask of the camera.
struct CameraCommands {
  std::function<void(const Vec3& point)> look_at; ///< puts a point of the world at the centre
  std::function<void()> frame_all;
};

/// The step that all plots over time point at.
struct StepCursor {
  std::optional<std::uint64_t> hovered, pinned;
  std::string hovered_on; ///< name of the plot under the pointer
  float clicked_x = 0;    ///< where the pointer pinned: it points at that step until it moves
  bool pausing = false;   ///< pinned while playing: the pause has been asked for
};

/// The time of a step that stands above a half of a split view.
struct SplitMeter {
  std::string of; ///< method and backend
  std::uint64_t step = 0;
  double mean_ms = 0; ///< over the last steps; 0 before the first
};

/// Everything that a panel sees: the newest snapshot to read, and ways to ask for a change. Panels own no
/// state of the simulation and never wait for it.
struct PanelContext {
  std::shared_ptr<const Snapshot> snapshot; ///< null before the first scene
  std::function<void(Request)> post;
  WindowCommands window;
  CameraCommands camera;
  ViewChoices view;
  std::vector<LegendEntry> legend;        ///< of the picture below the panels
  std::vector<LegendEntry> legend_beside; ///< of that of the second simulation, if there is one
  std::array<SplitMeter, 2> split_meters;
  Box shown_bounds; ///< of the bodies in it, world, m
  RecordStatus record;
  std::string scene_name;
  std::shared_ptr<StepHistory> history = std::make_shared<StepHistory>();
  std::shared_ptr<PixelPins> pins = std::make_shared<PixelPins>();
  std::vector<ShownPin> shown_pins; ///< where they are in the snapshot; the window fills it
  StepCursor cursor;
  SteadyRange error_scale; ///< of the error image, m³ a m²
  SettingEdits edits;
  EditContext edit; ///< of the scene
  WidgetRects rects;
  PanelLayout layout;
  std::optional<std::size_t> panel_in_hand; ///< being moved by its title
  bool fold_anew = false;                   ///< panels shall be folded or open as at first
  double now_s = 0;                         ///< a steady clock, s
  double frames_per_second = 0;             ///< that the window draws; 0 when unknown
  double laid_out_scale = 0;                ///< panel_scale of the last frame, 0 before the first
  bool dark = true;
  bool reduced_motion = false; ///< the camera jumps instead of gliding, and nothing fades
  bool profiler_open = false;  ///< set by the Profiler panel while it can be seen
};

/// One panel: a title, the side of the window where it is at first, and a function that draws its inside.
struct Panel {
  const char* title;
  PanelSide side;
  void (*draw)(PanelContext&);
  bool first = false; ///< with those alike takes what height it wants before the others of its column do
  float opens_above =
      0; ///< folded at first in a viewport lower than this, logical pixels for text of usual size
  bool (*wanted)(const PanelContext&) = nullptr; ///< whether there is anything to show; null: always
};

/// All panels, top to bottom. A new panel is one file and one line in panel_list.cpp.
std::span<const Panel> panel_list();

/// What the panels leave free between them: from left to right, in logical pixels.
struct FreeStrip {
  float left, right;
};
FreeStrip free_strip(const PanelContext& context, float width);
/// What panels leave free that are always there, unlike those that come with a selection or a pin.
FreeStrip lasting_strip(const PanelContext& context, float width);

/// The scale for text in the free strip: smaller than that of the panels where they leave little, 0.5 to 1.
float strip_text_scale(const FreeStrip& strip);

/// Opens above this for panels that are folded at first in any viewport.
inline constexpr float folded_at_first = 1e6f;

/// Draws all panels in two columns that never overlap, within `width` × `height` logical pixels. A panel
/// moves by its title, the edges of columns and panels by the handles beside and below them.
void draw_panels(PanelContext& context, float width, float height);

} // namespace lamina
