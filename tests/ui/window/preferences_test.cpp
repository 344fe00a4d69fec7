#include "tests/ui/panels/contrast.h"
#include "tests/ui/window/window_test.h"
#include "ui/window/main/about_dialog.h"
#include "ui/window/preferences/preferences_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPalette>
#include <QPushButton>
#include <QSettings>
#include <QSlider>

namespace lamina {
namespace {

class PreferencesTest : public WindowTest {
protected:
  PreferencesDialog& open_dialog() {
    QTest::keyClick(&viewport(), Qt::Key_Comma, Qt::ControlModifier);
    auto* dialog = window_->findChild<PreferencesDialog*>();
    EXPECT_NE(dialog, nullptr);
    EXPECT_TRUE(QTest::qWaitForWindowActive(dialog));
    return *dialog;
  }
  template <class Widget>
  Widget& widget(PreferencesDialog& dialog, const char* name) {
    return *dialog.findChild<Widget*>(name);
  }
};

TEST_F(PreferencesTest, TheSizeOfThePanelsChangesThemAtOnceAndLastsOverARestart) {
  const WidgetRects::Rect before = *viewport().panels().rects.find("resolution");
  PreferencesDialog& dialog = open_dialog();
  auto& scale = widget<QSlider>(dialog, "panel scale");
  scale.setFocus();
  QTest::keyClick(&scale, Qt::Key_End);
  wait_for_frames(6);
  const WidgetRects::Rect after = *viewport().panels().rects.find("resolution");
  EXPECT_DOUBLE_EQ(viewport().panels().view.panel_scale, largest_panel_scale);
  // A field is a line of text and its padding, both of which are rounded to pixels.
  EXPECT_NEAR(double(after.y1 - after.y0), 2 * double(before.y1 - before.y0), 2);
  dialog.close();
  window_->close();
  make_window();
  EXPECT_DOUBLE_EQ(viewport().panels().view.panel_scale, largest_panel_scale);
}

TEST_F(PreferencesTest, EverythingInTheDialogLastsOverARestartAndDefaultsComeBack) {
  PreferencesDialog& dialog = open_dialog();
  const auto choose = [&](const char* name, Qt::Key key) {
    auto& box = widget<QComboBox>(dialog, name);
    box.setFocus();
    QTest::keyClick(&box, key);
  };
  choose("theme", Qt::Key_End);
  choose("quality", Qt::Key_Down);
  choose("motion", Qt::Key_End);
  EXPECT_TRUE(viewport().panels().reduced_motion);
  auto& runs = widget<QLineEdit>(dialog, "record folder");
  runs.setFocus();
  runs.selectAll();
  QTest::keyClicks(&runs, folder_.filePath("my runs"));
  EXPECT_EQ(runs.text(), folder_.filePath("my runs"));
  QTest::keyClick(&runs, Qt::Key_Tab);
  EXPECT_EQ(viewport().panels().record.parent, folder_.filePath("my runs").toStdString());
  EXPECT_EQ(viewport().panels().view.theme, ThemeChoice::dark);
  EXPECT_LT(QApplication::palette().color(QPalette::Window).lightness(), 128);
  dialog.close();
  window_->close();
  make_window();
  EXPECT_EQ(viewport().panels().view.theme, ThemeChoice::dark);
  EXPECT_EQ(viewport().panels().view.quality, QualityChoice::low);
  EXPECT_EQ(viewport().panels().view.motion, MotionChoice::reduced);
  EXPECT_EQ(viewport().panels().record.parent, folder_.filePath("my runs").toStdString());

  PreferencesDialog& again = open_dialog();
  QTest::mouseClick(again.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::RestoreDefaults),
                    Qt::LeftButton);
  const ViewChoices usual;
  EXPECT_EQ(viewport().panels().view.theme, usual.theme);
  EXPECT_EQ(viewport().panels().view.quality, usual.quality);
  EXPECT_EQ(viewport().panels().view.motion, usual.motion);
  EXPECT_NE(viewport().panels().record.parent, folder_.filePath("my runs").toStdString());
}

TEST_F(PreferencesTest, APreferencesFileWithNonsenseStartsWithUsefulValues) {
  QSettings ini(QSettings::IniFormat, QSettings::UserScope, "lamina", "lamina");
  ini.setValue("view/panel_scale", "enormous");
  ini.setValue("view/theme", 77);
  ini.sync();
  const Preferences read = load_preferences();
  EXPECT_DOUBLE_EQ(read.view.panel_scale, smallest_panel_scale);
  EXPECT_EQ(read.view.theme, ThemeChoice::system);
}

TEST_F(PreferencesTest, TextStandsOutInBothThemesOfTheDesktop) {
  const auto rgb = [](QPalette::ColorRole role) {
    const QColor c = QApplication::palette().color(role);
    return Rgb{c.redF(), c.greenF(), c.blueF()};
  };
  for (const ThemeChoice theme : {ThemeChoice::light, ThemeChoice::dark}) {
    SCOPED_TRACE(theme == ThemeChoice::dark ? "dark" : "light");
    DesktopTheme chooser;
    chooser.choose(theme);
    EXPECT_GE(contrast(rgb(QPalette::WindowText), rgb(QPalette::Window)), least_contrast);
    EXPECT_GE(contrast(rgb(QPalette::Text), rgb(QPalette::Base)), least_contrast);
    EXPECT_GE(contrast(rgb(QPalette::ButtonText), rgb(QPalette::Button)), least_contrast);
    EXPECT_GE(contrast(rgb(QPalette::ToolTipText), rgb(QPalette::ToolTipBase)), least_contrast);
    EXPECT_GE(contrast(rgb(QPalette::HighlightedText), rgb(QPalette::Highlight)), least_contrast);
    EXPECT_GE(contrast(rgb(QPalette::PlaceholderText), rgb(QPalette::Base)), least_contrast);
    EXPECT_GE(contrast(rgb(QPalette::Link), rgb(QPalette::Window)), least_contrast);
  }
}

TEST_F(PreferencesTest, AboutPutsVersionsAndDevicesOnTheClipboard) {
  window_->about();
  auto* dialog = window_->findChild<AboutDialog*>();
  ASSERT_NE(dialog, nullptr);
  QTest::mouseClick(dialog->findChild<QPushButton*>("copy"), Qt::LeftButton);
  const QString text = QApplication::clipboard()->text();
  for (const char* part :
       {"Lamina ", "Processor: ", "Memory: ", "OpenGL: ", "Qt: 6", "Dear ImGui: ", "Eigen: ", "Assimp: "})
    EXPECT_TRUE(text.contains(part)) << part << " is not in\n" << text.toStdString();
  EXPECT_FALSE(text.contains("OpenGL: \n")) << "the driver should be named";
  dialog->close();
}

TEST_F(PreferencesTest, ThePictureGoesToTheClipboardWithoutThePanels) {
  QTest::keyClick(&viewport(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
  const QImage picture = QApplication::clipboard()->image();
  EXPECT_EQ(picture.size(), viewport().size() * viewport().devicePixelRatioF());
}

TEST_F(PreferencesTest, EveryKeyOfAMenuIsInTheTableOfKeys) {
  std::string table;
  for (const KeyGroup& group : viewport().overlay().menu_keys)
    for (const KeyLine& line : group.lines)
      table += line.keys + "\n";
  int keys = 0;
  for (const QAction* entry : window_->findChildren<QAction*>())
    if (const QString key = entry->shortcut().toString(); !key.isEmpty()) {
      ++keys;
      const std::string shown = key == "Right" ? "→" : key == "Left" ? "←" : key.toStdString();
      EXPECT_NE(table.find(shown), std::string::npos) << shown << " " << entry->text().toStdString();
    }
  EXPECT_GT(keys, 20);
}

TEST_F(PreferencesTest, TheTableOfKeysFitsAtEverySizeOfThePanels) {
  window_->resize(1024, 700);
  viewport().panels().view.keys = true;
  for (const double scale : {0.75, 1.0, 2.0}) {
    viewport().panels().view.panel_scale = scale;
    wait_for_frames(6);
    const WidgetRects::Rect table = *viewport().panels().rects.find("keys");
    EXPECT_GE(table.x0, 0) << scale;
    EXPECT_GE(table.y0, 0) << scale;
    EXPECT_LE(table.x1, viewport().width()) << scale;
    EXPECT_LE(table.y1, viewport().height()) << scale;
  }
}

} // namespace
} // namespace lamina
