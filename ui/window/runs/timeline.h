#pragma once

#include "core/record/recorded_run.h"
#include "core/simulation/snapshot.h"

#include <QWidget>

#include <cstdint>
#include <vector>

class QComboBox;
class QLabel;
class QToolButton;

namespace lamina {

/// The run from end to end as a strip: how much bodies intersect over time, where something was held, what
/// was changed, and where the picture is. Press and drag to go there.
class TimelineTrack : public QWidget {
  Q_OBJECT
public:
  explicit TimelineTrack(QWidget* parent = nullptr);

  /// `times` are those of the frames from `first_step` on.
  void show_run(const RecordedRun& run, std::uint64_t first_step, std::vector<double> times);
  void mark(std::uint64_t step); ///< where the picture is
  void set_dark(bool dark);

  std::uint64_t step_at(int x) const;
  int x_of(std::uint64_t step) const;

  QSize sizeHint() const override { return {400, 44}; }

signals:
  void sought(std::uint64_t step);

protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

private:
  struct Span {
    double from_s, to_s;
  };
  double time_of(std::uint64_t step) const;
  double x_of_time(double time_s) const;
  void find_inputs(const RecordedRun& run);
  void paint_curve(QPainter& painter) const;
  QString describe(std::uint64_t step) const;

  std::vector<double> times_;
  std::uint64_t first_step_ = 0, step_ = 0;
  std::vector<StepStatistics> steps_;
  double peak_ = 0;               ///< greatest value of the curve
  bool volume_ = true;            ///< it is the intersection volume; otherwise kinetic energy
  std::vector<Span> held_;        ///< while something was dragged
  std::vector<double> changes_s_; ///< of settings and bodies
  bool dark_ = false;
};

/// The bar below the viewport while a recorded run is shown.
class Timeline : public QWidget {
  Q_OBJECT
public:
  explicit Timeline(QWidget* parent = nullptr);

  void show_run(const RecordedRun& run, std::uint64_t first_step, std::vector<double> times);
  void follow(const Snapshot& shown);
  void set_dark(bool dark);
  void set_speed(double speed);
  void set_filming(bool filming);

  TimelineTrack& track() { return *track_; }

signals:
  void sought(std::uint64_t step);
  void stepped(int frames);
  void ends_wanted(bool last);
  void play_toggled();
  void speed_chosen(double speed);
  void live_wanted();
  void video_wanted();
  void close_wanted();

private:
  QToolButton* button(const char* name, const QString& text, const QString& tip);

  TimelineTrack* track_;
  QToolButton *first_, *back_, *play_, *next_, *last_, *live_, *video_, *close_;
  QComboBox* speed_;
  QLabel* where_;
  double end_s_ = 0;
  std::uint64_t last_step_ = 0;
  bool dark_ = false;
};

} // namespace lamina
