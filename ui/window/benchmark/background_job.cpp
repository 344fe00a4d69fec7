#include "ui/window/benchmark/background_job.h"

#include "core/base/error.h"

#include <QElapsedTimer>
#include <QMetaObject>

#include <new>

namespace lamina {

namespace {

constexpr int report_ms = 100; // more reports than ten a second cannot be read

} // namespace

BackgroundJob::BackgroundJob(QObject* parent) : QObject(parent) {}

BackgroundJob::~BackgroundJob() {
  cancel();
  if (thread_.joinable())
    thread_.join();
}

void BackgroundJob::cancel() {
  if (stop_)
    stop_->store(true);
}

void BackgroundJob::finish(std::uint64_t job, Tell tell) {
  QMetaObject::invokeMethod(
      this,
      [this, job, tell = std::move(tell)] {
        if (job != job_)
          return;
        busy_ = false;
        tell();
      },
      Qt::QueuedConnection);
}

void BackgroundJob::start(Work work) {
  cancel();
  const auto stop = std::make_shared<std::atomic<bool>>(false);
  const std::uint64_t job = ++job_;
  stop_ = stop;
  busy_ = true;

  const auto last = std::make_shared<QElapsedTimer>();
  const Progress progress = [this, stop, job, last](double fraction, const std::string& what) {
    if (!last->isValid() || last->elapsed() > report_ms) {
      last->start();
      const QString words = QString::fromStdString(what);
      QMetaObject::invokeMethod(
          this,
          [this, job, fraction, words] {
            if (job == job_ && busy_)
              emit progressed(fraction, words);
          },
          Qt::QueuedConnection);
    }
    return !stop->load();
  };

  // The thread before stops at its next progress report; the new one waits for that, not the window.
  auto before = std::make_shared<std::thread>(std::move(thread_));
  thread_ = std::thread([this, job, before, progress, work = std::move(work)] {
    if (before->joinable())
      before->join();
    try {
      finish(job, work(progress));
    } catch (const Cancelled&) {
      finish(job, [this] { emit cancelled(); });
    } catch (const std::bad_alloc&) {
      finish(job, [this] { emit failed(tr("There is not enough memory to open this.")); });
    } catch (const std::exception& error) {
      finish(job, [this, reason = QString::fromStdString(error.what())] { emit failed(reason); });
    }
  });
}

} // namespace lamina
