#pragma once

#include <QWidget>

class QProgressBar;
class QPushButton;
class QTimer;

namespace lamina {

/// How far a check is, once it takes longer than a moment, with a button that stops it.
class CheckProgress : public QWidget {
  Q_OBJECT
public:
  explicit CheckProgress(QWidget* parent = nullptr);

  void begin(); ///< shown after a moment
  void show_progress(double fraction);
  void end();

signals:
  void stop_wanted();

private:
  QProgressBar* bar_ = nullptr;
  QPushButton* stop_ = nullptr;
  QTimer* patience_ = nullptr;
};

} // namespace lamina
