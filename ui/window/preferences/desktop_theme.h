#pragma once

#include "ui/panels/view_choices.h"

#include <QDBusVariant>
#include <QObject>

#include <set>

namespace lamina {

/// What the desktop asks for where one has not chosen otherwise: light or dark, for Qt's widgets and the
/// panels alike, and whether things may move by themselves. Asked of the XDG desktop portal; without an
/// answer the palette that Qt was given tells the theme, and things move.
class DesktopTheme : public QObject {
  Q_OBJECT
public:
  explicit DesktopTheme(QObject* parent = nullptr);

  void choose(ThemeChoice choice);
  void choose(MotionChoice choice);
  bool dark() const { return dark_; }
  bool reduced_motion() const;

signals:
  void changed(bool dark);
  void motion_changed(bool reduced);

private slots:
  void portal_changed(const QString& group, const QString& key, const QDBusVariant& value);

private:
  void ask_portal(const QString& group, const QString& key);
  void note_motion(const QString& setting, bool reduced);
  void apply();

  ThemeChoice choice_ = ThemeChoice::system;
  MotionChoice motion_ = MotionChoice::system;
  std::set<QString> against_motion_; ///< settings of the desktop that ask for less of it
  bool system_dark_ = false;
  bool dark_ = false;
  bool applied_ = false;
};

} // namespace lamina
