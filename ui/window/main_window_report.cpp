#include "core/edit/atomic_file.h"
#include "core/report/report_page.h"
#include "ui/panels/panel.h"
#include "ui/window/main_window.h"
#include "ui/window/viewport.h"

#include <QApplication>
#include <QDateTime>
#include <QDesktopServices>
#include <QThreadPool>
#include <QUrl>

#include <array>

namespace lamina {

namespace {

/// The newest run folder in a folder of runs, or an empty path.
std::filesystem::path newest_run(const std::filesystem::path& parent) {
  std::error_code error;
  std::filesystem::path newest;
  std::filesystem::file_time_type time{};
  for (const auto& entry : std::filesystem::directory_iterator(parent, error)) {
    const auto written = std::filesystem::last_write_time(entry.path() / "run.json", error);
    if (!error && (newest.empty() || written > time)) {
      newest = entry.path();
      time = written;
    }
  }
  return newest;
}

/// Makes the page and says where it lies. Throws what reading and writing throw.
std::filesystem::path write_report(const std::filesystem::path& folder, const std::string& made) {
  const std::array runs{read_report_run(folder)};
  ReportExtras extras;
  extras.made = made;
  std::filesystem::path file = folder / "report.html";
  write_whole_file(file, report_page(runs, extras));
  return file;
}

} // namespace

void MainWindow::show_report() {
  const std::filesystem::path folder =
      recording_.empty() ? newest_run(viewport_->panels().record.parent) : std::filesystem::path(recording_);
  if (folder.empty()) {
    say(tr("no run is recorded yet: Ctrl+R records one"));
    return;
  }
  const std::string made = QDateTime::currentDateTime().toString("yyyy-MM-dd HH:mm").toStdString();
  say(tr("making the report…"));
  // Long runs take a second to read, in which the window shall not stand still.
  QThreadPool::globalInstance()->start([window = QPointer<MainWindow>(this), folder, made] {
    QString file, problem;
    try {
      file = QString::fromStdString(write_report(folder, made).string());
    } catch (const std::exception& error) {
      problem = QString::fromUtf8(error.what());
    }
    QMetaObject::invokeMethod(qApp, [window, file, problem] {
      if (!window)
        return;
      if (!problem.isEmpty()) {
        window->say(tr("no report: %1").arg(problem));
        return;
      }
      window->say(tr("report: %1").arg(file));
      QDesktopServices::openUrl(QUrl::fromLocalFile(file));
      emit window->report_made(file);
    });
  });
}

} // namespace lamina
