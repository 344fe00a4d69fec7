#pragma once

#include <QDialog>
#include <QString>

namespace lamina {

/// Versions and devices, a line each, for a bug report. `opengl` is what the viewport draws with.
QString about_text(const QString& opengl);

/// What the program is, the versions it is made of and the machine it runs on; "Copy" puts them on the
/// clipboard as text.
class AboutDialog : public QDialog {
  Q_OBJECT
public:
  AboutDialog(const QString& opengl, QWidget* parent);
};

} // namespace lamina
