#include "tests/ui/window/window_test.h"
#include "ui/window/plots/plot_sheet.h"
#include "ui/window/plots/plot_window.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QWheelEvent>

namespace lamina {
namespace {

class PlotWindowTest : public WindowTest {
protected:
  void open_plots() {
    ASSERT_TRUE(wait_for([&] { return now()->statistics.step > 60; }));
    pause();
    key(Qt::Key_F4);
    ASSERT_TRUE(wait_for([&] { return (plots_ = window_->findChild<PlotWindow*>("plots")) != nullptr; }));
    ASSERT_TRUE(QTest::qWaitForWindowExposed(plots_));
    ASSERT_TRUE(wait_for([&] { return plots_->sheet().plot().times.size() > 20; }));
    plots_->sheet().grab(); // lays it out
  }
  QByteArray text_of(const QString& name) {
    QFile file(folder_.filePath(name));
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << name.toStdString();
    return file.readAll();
  }
  PlotWindow* plots_ = nullptr;
};

TEST_F(PlotWindowTest, TheWheelZoomsAboutThePointerAndADoubleClickShowsAll) {
  open_plots();
  PlotSheet& sheet = plots_->sheet();
  const PlotView all = sheet.view();
  const QPointF middle(0.5 * sheet.width(), 0.5 * sheet.height());
  QWheelEvent wheel(middle, sheet.mapToGlobal(middle), {}, {0, 480}, Qt::NoButton, Qt::NoModifier,
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(&sheet, &wheel);
  EXPECT_TRUE(sheet.zoomed());
  const PlotView near = sheet.view();
  // Four clicks of 0.8 each.
  EXPECT_NEAR(near.to_s - near.from_s, std::pow(0.8, 4) * (all.to_s - all.from_s), 1e-9);
  QTest::mousePress(&sheet, Qt::LeftButton, {}, middle.toPoint());
  QTest::mouseMove(&sheet, middle.toPoint() + QPoint(80, 0));
  QTest::mouseRelease(&sheet, Qt::LeftButton, {}, middle.toPoint() + QPoint(80, 0));
  EXPECT_LT(sheet.view().from_s, near.from_s) << "what is dragged to the right was earlier";
  QTest::mouseDClick(&sheet, Qt::LeftButton, {}, middle.toPoint());
  EXPECT_FALSE(sheet.zoomed());
}

TEST_F(PlotWindowTest, ValuesAreToldAtThePointer) {
  open_plots();
  PlotSheet& sheet = plots_->sheet();
  EXPECT_TRUE(sheet.told().isEmpty());
  QTest::mouseMove(&sheet, QPoint(sheet.width() / 2, sheet.height() / 2));
  ASSERT_TRUE(wait_for([&] { return !sheet.told().isEmpty(); }));
  for (const char* part : {" s", "step ", "kinetic", "potential, 0 at the origin", "total", " J"})
    EXPECT_TRUE(sheet.told().contains(part)) << sheet.told().toStdString();
}

TEST_F(PlotWindowTest, WhatIsSeenIsWrittenAsATableAndAsAPicture) {
  open_plots();
  plots_->save_csv(folder_.filePath("energy.csv").toStdString());
  const QList<QByteArray> lines = text_of("energy.csv").trimmed().split('\n');
  EXPECT_EQ(lines.front(), "step,time_s,kinetic_J,potential_J,contact_J,elastic_J,energy_J");
  EXPECT_EQ(std::size_t(lines.size()), plots_->sheet().plot().times.size() + 1);
  EXPECT_TRUE(lines.back().startsWith(QByteArray::number(qulonglong(now()->statistics.step)) + ","));
  plots_->choose("momentum");
  plots_->save_svg(folder_.filePath("momentum.svg").toStdString());
  EXPECT_TRUE(text_of("momentum.svg").contains("kg m/s"));
}

} // namespace
} // namespace lamina
