#include "ui/window/preferences/desktop_theme.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QPalette>
#include <QStyleFactory>

namespace lamina {
namespace {

constexpr const char* service = "org.freedesktop.portal.Desktop";
constexpr const char* path = "/org/freedesktop/portal/desktop";
constexpr const char* interface = "org.freedesktop.portal.Settings";
constexpr const char* theme_group = "org.freedesktop.appearance";
constexpr const char* theme_key = "color-scheme"; // 1: dark, 2: light, 0: no preference

/// A setting of some desktop, and the value with which it asks for less motion.
struct MotionSetting {
  const char *group, *key;
  double reduced;
};
constexpr MotionSetting motion_settings[] = {
    {"org.freedesktop.appearance", "reduced-motion", 1},
    {"org.gnome.desktop.interface", "enable-animations", 0},
    {"org.kde.kdeglobals.KDE", "AnimationDurationFactor", 0},
};

QPalette palette(bool dark) {
  const QColor window(dark ? "#22272d" : "#f1f3f5"), base(dark ? "#2b323a" : "#ffffff");
  const QColor text(dark ? "#e4e7ea" : "#1c2126"), faint(dark ? "#929ca8" : "#6a747e");
  const QColor button(dark ? "#2d343c" : "#e6eaee"), accent(dark ? "#2b76b3" : "#1c6fb5"),
      link(dark ? "#5aa9e6" : "#1c6fb5");
  QPalette p(button, window);
  p.setColor(QPalette::Window, window);
  p.setColor(QPalette::WindowText, text);
  p.setColor(QPalette::Base, base);
  p.setColor(QPalette::AlternateBase, window);
  p.setColor(QPalette::Text, text);
  p.setColor(QPalette::Button, button);
  p.setColor(QPalette::ButtonText, text);
  p.setColor(QPalette::BrightText, Qt::white);
  p.setColor(QPalette::ToolTipBase, base);
  p.setColor(QPalette::ToolTipText, text);
  p.setColor(QPalette::PlaceholderText, faint);
  p.setColor(QPalette::Link, link);
  p.setColor(QPalette::Highlight, accent);
  p.setColor(QPalette::HighlightedText, Qt::white);
  for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    p.setColor(QPalette::Disabled, role, faint);
  return p;
}

QVariant innermost(QVariant value) {
  while (value.canConvert<QDBusVariant>())
    value = value.value<QDBusVariant>().variant();
  return value;
}

} // namespace

DesktopTheme::DesktopTheme(QObject* parent) : QObject(parent) {
  system_dark_ = QApplication::palette().color(QPalette::Window).lightness() < 128;
  QApplication::setStyle(QStyleFactory::create("Fusion"));
  QDBusConnection bus = QDBusConnection::sessionBus();
  if (!bus.isConnected())
    return;
  bus.connect(service, path, interface, "SettingChanged", this,
              SLOT(portal_changed(QString, QString, QDBusVariant)));
  ask_portal(theme_group, theme_key);
  for (const MotionSetting& setting : motion_settings)
    ask_portal(setting.group, setting.key);
}

void DesktopTheme::ask_portal(const QString& group, const QString& key) {
  QDBusMessage question = QDBusMessage::createMethodCall(service, path, interface, "Read");
  question << group << key;
  auto* watcher = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(question, 2000), this);
  connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher, group, key] {
    const QDBusPendingReply<QDBusVariant> reply = *watcher;
    watcher->deleteLater();
    if (!reply.isError())
      portal_changed(group, key, reply.value());
  });
}

void DesktopTheme::portal_changed(const QString& group, const QString& key, const QDBusVariant& value) {
  for (const MotionSetting& setting : motion_settings)
    if (group == setting.group && key == setting.key)
      note_motion(group + "." + key, innermost(value.variant()).toDouble() == setting.reduced);
  if (group != theme_group || key != theme_key)
    return;
  const int scheme = innermost(value.variant()).toInt();
  if (scheme == 0)
    return;
  system_dark_ = scheme == 1;
  apply();
}

void DesktopTheme::choose(ThemeChoice choice) {
  choice_ = choice;
  apply();
}

void DesktopTheme::choose(MotionChoice choice) {
  motion_ = choice;
  emit motion_changed(reduced_motion());
}

void DesktopTheme::note_motion(const QString& setting, bool reduced) {
  if (reduced)
    against_motion_.insert(setting);
  else
    against_motion_.erase(setting);
  emit motion_changed(reduced_motion());
}

bool DesktopTheme::reduced_motion() const {
  return motion_ == MotionChoice::system ? !against_motion_.empty() : motion_ == MotionChoice::reduced;
}

void DesktopTheme::apply() {
  const bool dark = choice_ == ThemeChoice::system ? system_dark_ : choice_ == ThemeChoice::dark;
  if (applied_ && dark == dark_)
    return;
  applied_ = true;
  dark_ = dark;
  QApplication::setPalette(palette(dark));
  emit changed(dark);
}

} // namespace lamina
