#pragma once

#include "ui/window/pictures/video_plan.h"

#include <QDialog>

#include <optional>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLineEdit;

namespace lamina {

class PictureSize;

/// What of a recorded run a video may show, s.
struct RunRange {
  double first_s = 0, now_s = 0, last_s = 0;
  double speed = 1; ///< simulated seconds in a second of the video
};

/// Asks what a video is to show, how, and where it goes. What was chosen last is proposed again.
class VideoDialog : public QDialog {
  Q_OBJECT
public:
  /// `viewport` in pixels; `path` without a suffix is proposed; without a run the simulation is filmed.
  VideoDialog(QSize viewport, const QString& path, const std::optional<RunRange>& run,
              QWidget* parent = nullptr);

signals:
  void wanted(const VideoPlan& plan);

private:
  void answer();

  std::optional<RunRange> run_;
  PictureSize* size_;
  QDoubleSpinBox *from_, *to_; ///< of a run, or the length alone
  QComboBox *rate_, *format_;
  QCheckBox* legend_;
  QLineEdit* path_;
};

} // namespace lamina
