#include "tests/ui/window/window_test.h"

#include <QDesktopServices>
#include <QUrl>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace lamina {
namespace {

/// Stands in for the browser.
class Browser : public QObject {
  Q_OBJECT
public:
  Browser() { QDesktopServices::setUrlHandler("file", this, "show"); }
  ~Browser() override { QDesktopServices::unsetUrlHandler("file"); }
  QList<QUrl> shown;
public slots:
  void show(const QUrl& url) { shown << url; }
};

TEST_F(WindowTest, TheReportOfTheLastRunOpensInTheBrowser) {
  Browser browser;
  viewport().panels().record.parent = folder_.filePath("runs").toStdString();
  key(Qt::Key_R, Qt::ControlModifier);
  ASSERT_TRUE(wait_for([&] { return !now()->recording.empty(); })) << now()->recording_problem;
  const std::filesystem::path run = now()->recording;
  const std::uint64_t begin = now()->statistics.step;
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step > begin + 5; }));
  key(Qt::Key_R, Qt::ControlModifier);
  ASSERT_TRUE(wait_for([&] { return now()->recording.empty(); }));

  key(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_TRUE(wait_for([&] { return !browser.shown.isEmpty(); }));
  EXPECT_EQ(browser.shown.front().toLocalFile().toStdString(), (run / "report.html").string());
  std::ostringstream page;
  page << std::ifstream(run / "report.html").rdbuf();
  EXPECT_NE(page.str().find("box on the ground"), std::string::npos);
}

TEST_F(WindowTest, WithoutARunThereIsNoReportAndNothingOpens) {
  Browser browser;
  viewport().panels().record.parent = folder_.filePath("none").toStdString();
  bool made = false;
  QObject::connect(window_.get(), &MainWindow::report_made, [&] { made = true; });
  window_->show_report();
  wait_for_frames();
  EXPECT_FALSE(made);
  EXPECT_TRUE(browser.shown.isEmpty());
}

} // namespace
} // namespace lamina

#include "report_test.moc"
