#pragma once

#include "core/bench/scene_bench.h"

#include <QObject>
#include <QPointer>

#include <atomic>
#include <thread>

class QMenu;
class QProgressDialog;
class QWidget;

namespace lamina {

class MainWindow;

/// Run ▸ Benchmark: times the steps of the window's scene from its beginning, with the settings in force, on
/// a thread of its own. It records them in a new run folder and shows the phases. What runs in the window
/// pauses, for it would take part of the processor.
class SceneBenchmark : public QObject {
  Q_OBJECT
public:
  /// Adds its entry to a menu. Lives as long as the window.
  SceneBenchmark(MainWindow& window, QMenu& menu);
  ~SceneBenchmark() override; ///< ends a benchmark under way

  bool running() const { return thread_.joinable(); }

public slots:
  void start(); ///< does nothing while one is under way or where there is no scene

signals:
  void finished(const QString& folder); ///< the run folder; empty if there is no result

private:
  void begin_progress();
  void show_progress(double fraction, const QString& what);
  /// On the window's thread, once the other has done its work.
  void end(const bench::SceneBenchResult* result, const QString& folder, const QString& problem);

  MainWindow& window_;
  QPointer<QProgressDialog> progress_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

} // namespace lamina
