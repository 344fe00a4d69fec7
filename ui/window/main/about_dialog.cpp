#include "ui/window/main/about_dialog.h"

#include "core/base/version.h"
#include "core/record/machine.h"
#include "ui/panels/style.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QVBoxLayout>

#include <Eigen/Core>
#include <imgui.h>

#include <unistd.h>

namespace lamina {
namespace {

QString memory_text() {
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0)
    return "unknown";
  return QString::fromStdString(byte_text(std::uintmax_t(pages) * std::uintmax_t(page)));
}

QString build_kind() {
#ifdef NDEBUG
  return "release";
#else
  return "debug";
#endif
}

} // namespace

QString about_text(const QString& opengl) {
  const Machine machine = this_machine();
  const QScreen* screen = QApplication::primaryScreen();
  QStringList lines;
  lines << QString("Lamina %1 (%2)").arg(LAMINA_VERSION, build_kind());
  lines
      << QString("System: %1, %2").arg(QString::fromStdString(machine.system), QApplication::platformName());
  lines << QString("Processor: %1, %2 threads").arg(QString::fromStdString(machine.cpu)).arg(machine.cores);
  lines << QString("Memory: %1").arg(memory_text());
  lines << QString("OpenGL: %1").arg(opengl);
  if (screen)
    lines << QString("Screen: %1×%2, scale %3")
                 .arg(screen->size().width())
                 .arg(screen->size().height())
                 .arg(screen->devicePixelRatio());
  lines << QString("Qt: %1 (built with %2)").arg(qVersion(), QT_VERSION_STR);
  lines << QString("Dear ImGui: %1").arg(IMGUI_VERSION);
  lines << QString("Eigen: %1.%2.%3")
               .arg(EIGEN_WORLD_VERSION)
               .arg(EIGEN_MAJOR_VERSION)
               .arg(EIGEN_MINOR_VERSION);
  lines << QString("Assimp: %1").arg(LAMINA_ASSIMP_VERSION);
  return lines.join('\n');
}

AboutDialog::AboutDialog(const QString& opengl, QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("About Lamina"));
  setObjectName("about");
  setAttribute(Qt::WA_DeleteOnClose);
  auto* icon = new QLabel;
  icon->setPixmap(parent->windowIcon().pixmap(64, 64));
  icon->setAlignment(Qt::AlignTop);
  auto* words =
      new QLabel(tr("<p><b style='font-size:large'>Lamina %1</b></p>"
                    "<p>A desktop laboratory for volume contact, after Faure, Barbier, Allard and Falipou, "
                    "<i>Image-based collision detection and response between arbitrary volume objects</i>, "
                    "2008.</p><p>Apache License 2.0. Made with Qt, Dear ImGui and Eigen.</p>")
                     .arg(LAMINA_VERSION));
  words->setWordWrap(true);
  auto* head = new QHBoxLayout;
  head->setSpacing(14);
  head->addWidget(icon);
  head->addWidget(words, 1);

  const QString text = about_text(opengl);
  auto* details = new QPlainTextEdit(text);
  details->setObjectName("details");
  details->setReadOnly(true);
  details->setLineWrapMode(QPlainTextEdit::WidgetWidth);
  details->setMinimumSize(480, 13 * fontMetrics().lineSpacing());
  details->setAccessibleName(tr("Versions and devices"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  auto* copy = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
  copy->setObjectName("copy");
  copy->setToolTip(tr("Puts these lines on the clipboard, for a bug report"));
  connect(copy, &QPushButton::clicked, this, [text] { QApplication::clipboard()->setText(text); });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* column = new QVBoxLayout(this);
  column->addLayout(head);
  column->addWidget(details, 1);
  column->addWidget(buttons);
}

} // namespace lamina
