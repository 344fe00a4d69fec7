#pragma once

#include "core/interactive/simulation_thread.h"
#include "core/scene/scene_file.h"
#include "ui/window/gallery/scene_loader.h"
#include "ui/window/preferences/desktop_theme.h"
#include "ui/window/preferences/preferences.h"
#include "ui/window/runs/run_viewer.h"

#include <QMainWindow>
#include <QPointer>

#include <filesystem>
#include <memory>
#include <mutex>
#include <vector>

class QAction;
class QActionGroup;
class QLabel;
class QMenu;
class QProgressDialog;

namespace lamina {

class PlotWindow;
struct PictureChoices;
struct PlottedSteps;
struct VideoPlan;
struct VideoSource;
class DialogPause;
class SceneEditor;
class ScenePictures;
class Timeline;
class VideoRecorder;
class Viewport;

/// The window of the program: menus, tool bar, status line and dialogs around the viewport, and the
/// simulation that runs behind it on a thread of its own.
class MainWindow : public QMainWindow {
  Q_OBJECT
public:
  MainWindow();
  ~MainWindow() override;

  /// Loads on a worker thread; the scene that runs stays until the new one is ready, and for good if that
  /// fails.
  void open(std::vector<std::filesystem::path> files, OpenOptions options = {});
  bool loading() const { return loader_->busy(); }

  /// Shows a recorded run in place of the simulation, with a timeline below the viewport.
  void open_run(const std::filesystem::path& folder);

  /// Asks how raw meshes are to be opened, showing what is wrong with them, and opens them like that.
  void ask_about_meshes(std::vector<std::filesystem::path> files, const OpenOptions& options);

  /// Shows the gallery at the first start, beside the scene that moves.
  void welcome();

  Viewport& viewport() { return *viewport_; }
  SceneEditor& editor() { return *editor_; }
  RunViewer& runs() { return *runs_; }
  Timeline& timeline() { return *timeline_; }
  VideoRecorder& video() { return *video_; }

  /// What is shown: the simulation's newest snapshot, or the picture of a recorded run.
  std::shared_ptr<const Snapshot> latest() const;
  /// Asks whatever is shown.
  void post(Request request);

public slots:
  void choose_files();
  void reload();
  void choose_mesh_with_options();
  void show_gallery();
  void show_preferences();
  void choose_run();
  void show_last_run();   ///< the newest one, in the timeline
  void take_screenshot(); ///< asks how and where first
  void toggle_video();    ///< asks what it shall be, or ends the one that is made
  void copy_picture();
  void toggle_playing();
  void step_back();        ///< to the end of the step before, if its state is still kept
  void toggle_comparing(); ///< a second simulation beside the first, under another method
  void toggle_recording();
  void choose_record_folder();
  void open_record_folder();
  void show_report(); ///< writes report.html into the last run's folder and opens it in the browser
  void toggle_full_screen();
  void show_plots(const std::string& curves = {}); ///< in a window of their own
  void about();

signals:
  void scene_opened();
  void run_opened();
  void screenshot_saved(const QString& file);
  void video_saved(const QString& path);
  void report_made(const QString& file);

protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

private:
  struct Actions {
    QAction *open, *open_with_options, *open_run, *gallery, *reload, *screenshot, *copy_picture, *video,
        *preferences, *quit;
    QAction *play, *step, *back, *reset;
    QAction *contacts, *cycle_contacts, *regions, *forces, *grid, *ray_traced, *unpin, *frame, *home, *front,
        *right, *top, *below, *orthographic, *panels, *restore_panels, *compare, *profiler, *plots,
        *full_screen, *walk;
    QAction *record, *choose_record, *show_record, *last_run, *report;
    QAction *first_frame, *last_frame, *second_back, *second_on, *slower, *faster, *live, *close_run;
    QAction *keys, *about;
    QActionGroup *themes, *backends;
  };

  void build_actions();
  void build_menus();
  void build_backend_menu(QMenu& menu);
  void build_tool_bar();
  void connect_parts();
  QAction* action(const QString& text, const QList<QKeySequence>& keys, std::function<void()> act,
                  bool repeats = false);
  QAction* toggle(const QString& text, const QKeySequence& key, bool ViewChoices::*choice);
  void fill_recent_menu();
  void list_keys();   ///< for the F1 table: of all actions in the menus
  void sync_view();   ///< menus after what is drawn changed
  void sync_status(); ///< status line, tool bar and titles after a new snapshot
  void set_dark(bool dark);
  void begin_progress(const QString& title, const QString& text, const std::function<void()>& cancel);
  void show_progress(double fraction, const QString& what);
  void close_progress();
  void connect_run();
  void build_run_actions();
  void enable_run_actions(bool on);
  void plot_run(bool on);
  bool bring_steps(PlottedSteps& steps) const;
  void show_run();
  void take_live(bool playing);
  void show_live(std::uint64_t revision_before);
  void run_closed();
  void show_run_status(const Snapshot& now);
  void change_speed(int by);
  std::filesystem::path last_run() const;
  QString new_picture_file() const; ///< without a suffix
  void save_picture(const PictureChoices& choices, const QString& file);
  void begin_video(const VideoPlan& plan);
  VideoSource video_source(const VideoPlan& plan);
  void connect_video();
  void show_video_status();
  void take_scene(std::shared_ptr<const Scene> scene);
  void show_scene(const std::shared_ptr<const Scene>& scene, bool plays = true);
  void new_scene_wanted();
  void show_title();
  void apply_preferences(const Preferences& wanted);
  void keep_preferences();
  void refuse(const QString& reason);
  void say(const QString& message);

  Preferences preferences_;
  DesktopTheme* theme_ = nullptr;
  Viewport* viewport_ = nullptr;
  SceneLoader* loader_ = nullptr;
  SceneEditor* editor_ = nullptr;
  ScenePictures* pictures_ = nullptr; ///< from the first gallery on
  Timeline* timeline_ = nullptr;
  VideoRecorder* video_ = nullptr;
  DialogPause* dialog_pause_ = nullptr;
  Actions actions_{};
  QMenu* recent_menu_ = nullptr;
  QLabel *status_ = nullptr, *message_ = nullptr, *scene_label_ = nullptr, *method_label_ = nullptr,
         *video_label_ = nullptr;
  QPointer<QProgressDialog> progress_;
  PlotWindow* plots_ = nullptr; ///< from the first time that it was shown on
  QString progress_text_;

  std::vector<std::filesystem::path> files_; ///< of the scene that runs
  OpenOptions options_;
  std::vector<std::filesystem::path> wanted_files_; ///< of the load that goes on
  OpenOptions wanted_options_;
  bool reloading_ = false;
  qint64 status_ms_ = 0, size_ms_ = 0;
  std::string recording_;
  std::mutex plots_mutex_; ///< plots and pins are fed by the simulation's thread or by the playback's
  bool plots_of_run_ = false;

  /// Last, so that they stop before anything that their callbacks touch goes away.
  std::unique_ptr<RunViewer> runs_;
  std::unique_ptr<SimulationThread> simulation_;
};

/// The newest run folder in a folder of runs, or an empty path.
std::filesystem::path newest_run(const std::filesystem::path& parent);

/// Whether a path is a folder with a recorded run, or a file in one that stands for it; the folder, or an
/// empty path.
std::filesystem::path run_folder_of(const std::filesystem::path& path);

/// "60 frames/s · 240 steps/s · real time ×1.00 · 12 pairs · 3,204 contact pixels · 0 dropped".
QString status_text(const Snapshot& snapshot, double frames_per_second);

} // namespace lamina
