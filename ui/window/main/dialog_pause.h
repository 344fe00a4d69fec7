#pragma once

#include <QObject>

#include <functional>
#include <set>

class QWidget;

namespace lamina {

/// Lets what runs behind a dialog stand still: pauses when a dialog that blocks the window opens, and plays
/// on when the last one closes, if it played before.
class DialogPause : public QObject {
public:
  /// Watches the dialogs of `window`, which owns it. `playing` says whether something plays.
  DialogPause(QWidget* window, std::function<bool()> playing, std::function<void(bool)> play);

  /// Whether it plays is settled otherwise, as by another scene: nothing plays on when dialogs close.
  void forget() { played_ = false; }

protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

private:
  QWidget* window_;
  std::function<bool()> playing_;
  std::function<void(bool)> play_;
  std::set<const QObject*> open_;
  bool played_ = false;
};

} // namespace lamina
