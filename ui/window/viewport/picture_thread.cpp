#include "ui/window/viewport/picture_thread.h"

#include "ui/render/pictures/offscreen.h"

#include <algorithm>
#include <utility>

namespace lamina {
std::shared_ptr<PictureThread> PictureThread::shared() {
  static std::weak_ptr<PictureThread> made;
  std::shared_ptr<PictureThread> thread = made.lock();
  if (!thread) {
    thread.reset(new PictureThread);
    made = thread;
  }
  return thread;
}

PictureThread::PictureThread() : thread_([this] { work(); }) {}

PictureThread::~PictureThread() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    replaced_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void PictureThread::order(PictureOrder order, const QObject* owner) {
  {
    const std::lock_guard lock(mutex_);
    waiting_ = std::move(order);
    owner_ = owner;
    replaced_ = true;
  }
  wake_.notify_all();
}

void PictureThread::draw_for(PictureOrder order, const QObject* owner,
                             std::function<void(const FinishedPicture*)> done) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back({std::move(order), owner, std::move(done)});
    replaced_ = true;
  }
  wake_.notify_all();
}

void PictureThread::tell(const Job& job, std::shared_ptr<const FinishedPicture> drawn) {
  QMetaObject::invokeMethod(
      this,
      [owner = job.owner, done = job.done, drawn = std::move(drawn)] {
        if (owner)
          done(drawn.get());
      },
      Qt::QueuedConnection);
}

void PictureThread::forget(const QObject* owner) {
  const std::lock_guard lock(mutex_);
  if (owner_ == owner) {
    waiting_.reset();
    owner_ = nullptr;
    replaced_ = true;
  }
  if (finished_owner_ == owner) {
    finished_.reset();
    finished_owner_ = nullptr;
  }
}

std::shared_ptr<const FinishedPicture> PictureThread::take(const QObject* owner) {
  const std::lock_guard lock(mutex_);
  return finished_owner_ == owner ? std::exchange(finished_, nullptr) : nullptr;
}

bool PictureThread::failed() const {
  const std::lock_guard lock(mutex_);
  return failed_;
}

void PictureThread::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return ending_ || waiting_ || !jobs_.empty(); });
    if (ending_)
      break;
    std::optional<Job> job;
    const QObject* owner = owner_;
    PictureOrder order;
    if (!jobs_.empty()) {
      job = std::move(jobs_.front());
      jobs_.pop_front();
      order = std::move(job->order);
    } else {
      order = std::move(*waiting_);
      waiting_.reset();
    }
    replaced_ = false;
    lock.unlock();
    std::shared_ptr<const FinishedPicture> drawn;
    const bool ray_traced = order.ray_traced();
    bool broken_off = false;
    try {
      drawn = !ray_traced ? draw(order) : job ? saved_.at_once(order) : shown_.next(order, replaced_);
      broken_off = ray_traced && !drawn;
    } catch (const std::exception&) {
      // The window draws in place then, where it says what is missing.
    }
    if (job)
      tell(*job, drawn);
    lock.lock();
    if (!ray_traced)
      failed_ = !drawn;
    if (job || owner != owner_)
      continue;
    if (ray_traced && !waiting_ && (broken_off || shown_.gets_finer(order)))
      waiting_ = std::move(order);
    if (!drawn)
      continue;
    finished_ = std::move(drawn);
    finished_owner_ = owner;
    emit finished(owner);
  }
  lock.unlock();
  renderers_.clear();
}

std::shared_ptr<const FinishedPicture> PictureThread::draw(PictureOrder order) {
  auto made = std::make_shared<FinishedPicture>();
  made->order = std::move(order);
  const PictureOrder& wanted = made->order;
  for (std::size_t i = 0; i < wanted.parts.size(); ++i) {
    const PictureOrder::Part& part = wanted.parts[i];
    if (renderers_.size() <= i)
      renderers_.push_back(std::make_unique<OffscreenRenderer>());
    Image image =
        renderers_[i]->render(part.snapshot, wanted.camera, part.options, part.size.width, part.size.height);
    made->scales.push_back(renderers_[i]->scales());
    put_part(wanted, i, std::move(image), made->image);
  }
  return made;
}

} // namespace lamina
