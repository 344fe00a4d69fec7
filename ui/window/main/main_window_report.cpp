#include "core/base/atomic_file.h"
#include "core/report/report_page.h"
#include "ui/panels/panel.h"
#include "ui/window/main/main_window.h"
#include "ui/window/viewport/viewport.h"

#include <QApplication>
#include <QDateTime>
#include <QDesktopServices>
#include <QThreadPool>
#include <QUrl>

#include <array>

namespace lamina {

namespace {

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
  const std::filesystem::path folder = last_run();
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
