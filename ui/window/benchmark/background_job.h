#pragma once

#include "core/base/progress.h"

#include <QObject>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>

namespace lamina {

/// Work on a thread of its own, one piece at a time; beginning another cancels the one before, of which
/// nothing is heard any more. Signals come on the thread of this object.
class BackgroundJob : public QObject {
  Q_OBJECT
public:
  /// What is to be done with the result, on the thread of this object.
  using Tell = std::function<void()>;
  /// Work that reports its progress, and throws Cancelled where that asks it to stop.
  using Work = std::function<Tell(const Progress&)>;

  explicit BackgroundJob(QObject* parent = nullptr);
  ~BackgroundJob() override; ///< cancels and joins

  void start(Work work);
  void cancel();
  bool busy() const { return busy_; }

signals:
  void progressed(double fraction, const QString& what); ///< at most ten times a second
  void failed(const QString& reason);                    ///< one line
  void cancelled();

private:
  void finish(std::uint64_t job, Tell tell);

  std::shared_ptr<std::atomic<bool>> stop_;
  std::thread thread_;
  std::uint64_t job_ = 0; ///< results of an earlier job come too late and are dropped
  bool busy_ = false;
};

} // namespace lamina
