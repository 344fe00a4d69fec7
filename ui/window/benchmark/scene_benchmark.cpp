#include "ui/window/benchmark/scene_benchmark.h"

#include "core/base/error.h"
#include "core/record/recorder.h"
#include "ui/window/benchmark/benchmark_dialog.h"
#include "ui/window/editing/scene_editor.h"
#include "ui/window/main/main_window.h"
#include "ui/window/viewport/viewport.h"

#include <QMenu>
#include <QMessageBox>
#include <QProgressDialog>

namespace lamina {
namespace {

constexpr double most_seconds = 10; // of the first of three runs

} // namespace

SceneBenchmark::SceneBenchmark(MainWindow& window, QMenu& menu) : QObject(&window), window_(window) {
  auto* entry = new QAction(tr("&Benchmark"), &window);
  entry->setObjectName("benchmark");
  entry->setShortcut(QKeySequence("Ctrl+Shift+B"));
  entry->setStatusTip(tr("Times the steps of this scene, and records them"));
  connect(entry, &QAction::triggered, this, &SceneBenchmark::start);
  window.addAction(entry);
  menu.addSeparator();
  menu.addAction(entry);
}

SceneBenchmark::~SceneBenchmark() {
  stop_ = true;
  if (thread_.joinable())
    thread_.join();
}

void SceneBenchmark::start() {
  const std::shared_ptr<const Scene> opened = window_.editor().history().current();
  const auto now = window_.latest();
  if (running() || !opened || !now)
    return;
  auto scene = std::make_shared<Scene>(*opened);
  scene->settings = now->settings;
  window_.post(Pause{});
  const auto& panels = window_.viewport().panels();
  const std::filesystem::path folder = new_run_folder(panels.record.parent, panels.scene_name + "-benchmark");
  begin_progress();

  stop_ = false;
  thread_ = std::thread([this, scene, folder] {
    const Progress progress = [this](double fraction, const std::string& what) {
      QMetaObject::invokeMethod(
          this, [this, fraction, words = QString::fromStdString(what)] { show_progress(fraction, words); },
          Qt::QueuedConnection);
      return !stop_.load();
    };
    std::shared_ptr<const bench::SceneBenchResult> result;
    QString problem;
    try {
      bench::SceneBenchPlan plan;
      plan.most_seconds = most_seconds;
      result =
          std::make_shared<const bench::SceneBenchResult>(bench::bench_scene(scene, plan, folder, progress));
    } catch (const Cancelled&) {
      // Nobody wants what is half done, in a folder that was made for it.
      std::error_code error;
      std::filesystem::remove_all(folder, error);
    } catch (const std::exception& error) {
      problem = QString::fromUtf8(error.what());
    }
    QMetaObject::invokeMethod(
        this,
        [this, result, problem, where = QString::fromStdString(folder.string())] {
          end(result.get(), where, problem);
        },
        Qt::QueuedConnection);
  });
}

void SceneBenchmark::begin_progress() {
  progress_ = new QProgressDialog(tr("Timing the scene…"), tr("Cancel"), 0, 1000, &window_);
  progress_->setWindowTitle(tr("Benchmark"));
  progress_->setAttribute(Qt::WA_DeleteOnClose);
  progress_->setAutoReset(false);
  progress_->setMinimumDuration(0);
  connect(progress_, &QProgressDialog::canceled, this, [this] { stop_ = true; });
  progress_->setValue(0);
}

void SceneBenchmark::show_progress(double fraction, const QString& what) {
  if (!progress_)
    return;
  progress_->setValue(int(1000 * fraction));
  progress_->setLabelText(tr("Timing the scene: %1").arg(what));
}

void SceneBenchmark::end(const bench::SceneBenchResult* result, const QString& folder,
                         const QString& problem) {
  thread_.join();
  if (progress_) {
    progress_->disconnect(this);
    progress_->deleteLater();
    progress_.clear();
  }
  if (result)
    (new BenchmarkDialog(*result, folder, &window_))->show();
  else if (!problem.isEmpty())
    (new QMessageBox(QMessageBox::Warning, tr("Benchmark"), problem, QMessageBox::Ok, &window_))->open();
  emit finished(result ? folder : QString());
}

} // namespace lamina
