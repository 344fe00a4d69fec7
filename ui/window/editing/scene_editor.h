#pragma once

#include "core/edit/autosave.h"
#include "core/edit/undo_history.h"
#include "core/interactive/request.h"
#include "core/scene/scene_file.h"
#include "core/simulation/snapshot.h"
#include "ui/panels/edit_context.h"

#include <QList>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

class QAction;
class QKeySequence;
class QMenu;
class QMessageBox;
class QShortcut;
class QWidget;

namespace lamina {

class SceneLoader;
class Viewport;

/// The scene of a window as it is edited. It makes, undoes and saves edits, keeps unsaved ones through a
/// crash, and asks before they would be lost. After an edit the simulation stands at the start of the changed
/// scene, with the settings that were in force; a run takes over what it can and goes on.
class SceneEditor : public QObject {
  Q_OBJECT
public:
  SceneEditor(QWidget* window, Viewport& viewport, std::function<void(Request)> post,
              std::function<std::shared_ptr<const Snapshot>()> latest);
  ~SceneEditor() override;

  /// A scene was opened and is shown. Returns the files that it counts as from now on: for edits brought back
  /// after a crash those that were edited.
  std::vector<std::filesystem::path> take(std::shared_ptr<const Scene> scene,
                                          const std::vector<std::filesystem::path>& files);

  /// Whether there are edits that closing or opening would lose, and nobody was asked about yet.
  bool unsaved() const { return history_.modified() && !settled_; }
  /// Asks what to do with unsaved edits, and goes on with `then` unless the answer is to stay.
  void settle(std::function<void()> then);
  /// The window closes, and nothing is worth keeping.
  void leave() { autosave_.remove(); }

  /// Offers what a session that crashed has left, if there is something.
  void offer_left_behind();

  const UndoHistory& history() const { return history_; }
  const std::filesystem::path& file() const { return file_; } ///< that Save writes; empty: it asks
  const std::filesystem::path& autosave_file() const { return autosave_.file(); }

  QList<QAction*> file_actions() const { return {new_, save_, save_as_}; }
  void fill_menu(QMenu& menu); ///< the Edit menu
  /// From now on the scene cannot be edited, for this reason. Empty: it can again.
  void lock(const std::string& why);

public slots:
  void apply(const SceneEdit& edit);
  void undo();
  void redo();
  void save();
  void save_as();
  void add_mesh_files();
  void add_meshes(const std::vector<std::filesystem::path>& files, OpenOptions options = {});
  /// Writes the scene. Returns whether that went well; else the reason was shown.
  bool save_to(const std::filesystem::path& file);
  void keep_unsaved(); ///< the autosave, at once

signals:
  void new_wanted();
  /// Meshes that were to be added shall be a scene of their own instead.
  void scene_wanted(const std::vector<std::filesystem::path>& files, const lamina::OpenOptions& options);
  /// Edits that a crash left are to be opened.
  void restore_wanted(const QString& file);
  /// Save as gave the scene another file.
  void file_changed();
  /// What was edited, saved, or whether it is.
  void changed();
  void said(const QString& message);

private:
  struct Command {
    EditCommand command;
    QAction* action;
    std::size_t least; ///< bodies that must be selected
  };

  void build_actions();
  QAction* action(const QString& text, const QList<QKeySequence>& keys, std::function<void()> act);
  void run(EditCommand command);
  void run_on_selected(EditCommand command);
  void build_align_menu();
  void build_refusals();
  std::vector<QAction*> edit_actions() const;
  void align(int axis, AlignBy by);
  void select_next();
  void select_all();
  void select(const Selection& selection);
  bool may_edit(bool live = false);
  bool in_motion() const;
  void refuse(const std::string& reason);
  void run_slowly(const SceneEdit& edit);
  void finish_slowly(std::function<void()> tell);
  void accept(std::shared_ptr<const Scene> scene, const SceneEdit& edit);
  void show(const std::shared_ptr<const Scene>& scene, bool live);
  void sync();
  void follow_cuts();
  Scene with_present_settings(const Scene& scene) const;
  Vec3 place_for_new() const;
  void take_present_poses();
  bool is_shipped(const std::filesystem::path& file) const;
  void ask_about_meshes();
  void ask_where_to_save(std::function<void()> then);

  QWidget* window_;
  Viewport& viewport_;
  std::function<void(Request)> post_;
  std::function<std::shared_ptr<const Snapshot>()> latest_;
  EditContext& context_;
  UndoHistory history_;
  Autosave autosave_;
  UnsavedEdits restoring_;
  QTimer autosave_timer_;
  std::filesystem::path file_;
  std::size_t cuts_ = 0; ///< of the simulation that can be taken back, as menus and panels know it
  std::uint64_t revision_before_ = 0; ///< snapshots after this one are of the scene that was opened
  bool settled_ = false;
  QPointer<QMessageBox> question_;

  SceneLoader* meshes_;
  std::vector<std::filesystem::path> mesh_files_; ///< being added
  OpenOptions mesh_options_;
  std::thread worker_;
  std::shared_ptr<std::atomic<bool>> stop_worker_;

  QAction *new_ = nullptr, *save_ = nullptr, *save_as_ = nullptr, *undo_ = nullptr, *redo_ = nullptr;
  QMenu *shapes_ = nullptr, *align_ = nullptr;
  QPointer<QMenu> menu_;
  std::vector<QShortcut*> refusals_; ///< keys of edits while the scene is locked: they say why
  std::vector<Command> commands_;
};

} // namespace lamina
