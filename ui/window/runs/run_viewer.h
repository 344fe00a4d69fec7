#pragma once

#include "core/interactive/request.h"
#include "core/replay/playback_thread.h"
#include "ui/window/benchmark/background_job.h"

#include <QObject>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lamina {

/// The recorded run that a window shows in place of its simulation. It opens run folders, plays them, answers
/// what panels and keys ask of a simulation, and goes on live from any step.
class RunViewer : public QObject {
  Q_OBJECT
public:
  /// Called with each new picture, on another thread; must be quick.
  using Published = std::function<void(const std::shared_ptr<const Snapshot>&, const RecordedRun&)>;

  RunViewer(QObject* parent, Published published);
  ~RunViewer() override;

  /// Reads a run folder on a thread of its own, and first makes its frames where it has none, by simulating
  /// it again. What is shown stays until that is done, and for good if it fails.
  void open(const std::filesystem::path& folder);
  bool busy() const { return job_.busy(); }
  void cancel() { job_.cancel(); } ///< opening, or going live

  void close(); ///< back to the simulation

  bool active() const { return player_ != nullptr; }
  PlaybackThread* playback() const { return playback_.get(); } ///< null while it goes live
  std::shared_ptr<const Snapshot> latest() const;              ///< there must be a run
  std::shared_ptr<const Scene> scene() const { return player_->scene(); }
  const RecordedRun& run() const { return player_->run(); }
  /// What the user should know of the run, one sentence each.
  const std::vector<std::string>& notes() const { return notes_; }
  double speed() const { return speed_; }

  /// Does what a request means for a run. Returns false where none is shown, or a run has no say in it.
  bool take(const Request& request);

  void step_by(std::int64_t frames); ///< pauses
  void skip(double seconds);         ///< of simulated time
  void seek(std::uint64_t step);
  void toggle_playing();
  void set_speed(double speed);

  /// Makes a simulation that stands where the run does; went_live() comes when it is there.
  void go_live();
  std::unique_ptr<Simulation> take_live() { return std::move(live_); }

signals:
  void began(const QString& title, const QString& what); ///< work that may take long
  void progressed(double fraction, const QString& what);
  void ended(); ///< that work, however it went
  void opened();
  void went_live(bool playing);
  void closed();
  void speed_chosen(double speed);
  void failed(const QString& reason); ///< what was shown stays
  void said(const QString& message);

private:
  struct Opened {
    std::shared_ptr<RunPlayer> player;
    std::shared_ptr<const Snapshot> first, contacts;
    std::vector<std::string> notes;
  };
  static Opened read(const std::filesystem::path& folder, const Progress& progress);
  void show(Opened opened);
  void play(std::shared_ptr<const Snapshot> shown);
  void take_event(const Event& event);

  Published published_;
  std::vector<std::string> notes_;
  double speed_ = 1;
  SnapshotExtras extras_;  ///< as the viewport wants them
  std::uint64_t revision_; ///< of the run that was opened last

  std::shared_ptr<RunPlayer> player_;
  std::unique_ptr<PlaybackThread> playback_;
  std::shared_ptr<const Snapshot> held_;           ///< what is shown while it goes live
  std::shared_ptr<const Snapshot> first_contacts_; ///< the first frame with its contacts, or null
  mutable std::shared_ptr<const Snapshot> touching_,
      touching_of_; ///< the first frame as shown, with them and without
  std::unique_ptr<Simulation> live_;

  BackgroundJob job_; ///< last, so that it ends before what it works on
};

/// Speeds that are offered, slowest first: simulated over wall time.
inline constexpr double playback_speeds[] = {0.1, 0.25, 0.5, 1, 2, 5, 10};

} // namespace lamina
