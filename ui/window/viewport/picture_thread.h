#pragma once

#include "ui/window/viewport/order_tracer.h"
#include "ui/window/viewport/picture_order.h"

#include <QObject>
#include <QPointer>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace lamina {

class OffscreenRenderer;

/// Draws pictures that may take their time, one after the other, on a thread of its own with an OpenGL
/// context of its own: a window that waits for one handles its events. The application has one, as long as
/// somebody holds it.
///
/// A ray-traced picture comes soon, with few pixels. Unless its quality is low, it then comes again in full
/// size, pass by pass, until it is fine or something else is ordered.
class PictureThread : public QObject {
  Q_OBJECT
public:
  static std::shared_ptr<PictureThread> shared();
  ~PictureThread() override; ///< stops, joins and releases what OpenGL holds

  /// Asks for a picture, in place of one that still waits for its turn.
  void order(PictureOrder order, const QObject* owner);
  /// Asks for a picture of a video, which no other order replaces. `done` is called on the thread of this
  /// object, with null where it could not be drawn, unless the owner is gone by then.
  void draw_for(PictureOrder order, const QObject* owner, std::function<void(const FinishedPicture*)> done);
  /// Forgets what was ordered for this owner, and gives none back.
  void forget(const QObject* owner);
  /// The newest picture of this owner that was not taken yet; null if there is none.
  std::shared_ptr<const FinishedPicture> take(const QObject* owner);

  /// Whether nothing can be drawn here: without EGL, for instance.
  bool failed() const;

signals:
  void finished(const QObject* owner); ///< comes on the thread of this object

private:
  PictureThread();
  void work();
  std::shared_ptr<const FinishedPicture> draw(PictureOrder order);

  struct Job {
    PictureOrder order;
    QPointer<const QObject> owner;
    std::function<void(const FinishedPicture*)> done;
  };
  void tell(const Job& job, std::shared_ptr<const FinishedPicture> drawn);

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<PictureOrder> waiting_;
  std::deque<Job> jobs_; ///< come before the one that waits
  const QObject *owner_ = nullptr, *finished_owner_ = nullptr;
  std::shared_ptr<const FinishedPicture> finished_;
  bool ending_ = false, failed_ = false;
  std::vector<std::unique_ptr<OffscreenRenderer>> renderers_; ///< of the thread: one for each part
  OrderTracer shown_, saved_;                                 ///< of the thread: for pictures of either kind
  std::atomic<bool> replaced_{false}; ///< what gets finer is no longer wanted, or not now
  std::thread thread_;
};

} // namespace lamina
