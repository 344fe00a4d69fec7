#include "ui/window/scene_loader.h"

#include "core/base/error.h"

#include <QElapsedTimer>
#include <QMetaObject>

#include <new>

namespace lamina {

SceneLoader::SceneLoader(QObject* parent) : QObject(parent) {}

SceneLoader::~SceneLoader() {
  cancel();
  if (thread_.joinable())
    thread_.join();
}

void SceneLoader::cancel() {
  if (stop_)
    stop_->store(true);
}

void SceneLoader::finish(std::uint64_t job, std::function<void()> tell) {
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

void SceneLoader::load(std::vector<std::filesystem::path> files, OpenOptions options) {
  cancel();
  const auto stop = std::make_shared<std::atomic<bool>>(false);
  const std::uint64_t job = ++job_;
  stop_ = stop;
  busy_ = true;

  // Ten reports a second are enough to look at.
  auto last = std::make_shared<QElapsedTimer>();
  options.progress = [this, stop, job, last](double fraction, const std::string& what) {
    if (!last->isValid() || last->elapsed() > 100) {
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
  thread_ = std::thread([this, job, before, files = std::move(files), options = std::move(options)] {
    if (before->joinable())
      before->join();
    try {
      auto scene = std::make_shared<const Scene>(open_scene(files, options));
      finish(job, [this, scene] { emit loaded(scene); });
    } catch (const Cancelled&) {
      finish(job, [this] { emit cancelled(); });
    } catch (const MeshRefused& error) {
      finish(job, [this, reason = QString::fromStdString(error.what())] { emit refused(reason); });
    } catch (const std::bad_alloc&) {
      finish(job, [this] { emit failed(tr("There is not enough memory to open this.")); });
    } catch (const std::exception& error) {
      finish(job, [this, reason = QString::fromStdString(error.what())] { emit failed(reason); });
    }
  });
}

} // namespace lamina
