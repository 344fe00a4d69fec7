#pragma once

#include "ui/panels/view_choices.h"

#include <QDBusVariant>
#include <QObject>

namespace lamina {

/// Light or dark, for Qt's widgets and the panels alike. "System" follows the desktop: its colour-scheme
/// setting where it has one (XDG desktop portal), else the palette that it gave Qt.
class DesktopTheme : public QObject {
  Q_OBJECT
public:
  explicit DesktopTheme(QObject* parent = nullptr);

  void choose(ThemeChoice choice);
  bool dark() const { return dark_; }

signals:
  void changed(bool dark);

private slots:
  void portal_changed(const QString& group, const QString& key, const QDBusVariant& value);

private:
  void ask_portal();
  void apply();

  ThemeChoice choice_ = ThemeChoice::system;
  bool system_dark_ = false;
  bool dark_ = false;
  bool applied_ = false;
};

} // namespace lamina
