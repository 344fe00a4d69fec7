#include "ui/window/main/dialog_pause.h"

#include <QApplication>
#include <QDialog>
#include <QEvent>

#include <utility>

namespace lamina {

DialogPause::DialogPause(QWidget* window, std::function<bool()> playing, std::function<void(bool)> play)
    : QObject(window), window_(window), playing_(std::move(playing)), play_(std::move(play)) {
  qApp->installEventFilter(this);
}

bool DialogPause::eventFilter(QObject* watched, QEvent* event) {
  const bool shows = event->type() == QEvent::Show;
  if (!shows && event->type() != QEvent::Hide && event->type() != QEvent::Destroy)
    return false;
  if (shows) {
    const auto* dialog = qobject_cast<QDialog*>(watched);
    if (!dialog || !dialog->isModal() || dialog->parentWidget() != window_)
      return false;
    if (open_.empty() && (played_ = playing_()))
      play_(false);
    open_.insert(watched);
    return false;
  }
  if (open_.erase(watched) > 0 && open_.empty() && std::exchange(played_, false))
    play_(true);
  return false;
}

} // namespace lamina
