#pragma once

#include "core/scene/scene_file.h"

#include <QObject>

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace lamina {

/// Opens scenes and meshes on a thread of its own, one at a time; beginning another load cancels the one
/// before. Signals come on the thread of this object.
class SceneLoader : public QObject {
  Q_OBJECT
public:
  explicit SceneLoader(QObject* parent = nullptr);
  ~SceneLoader() override; ///< cancels and joins

  void load(std::vector<std::filesystem::path> files, OpenOptions options);
  void cancel();
  bool busy() const { return busy_; }

signals:
  void progressed(double fraction, const QString& what);
  void loaded(std::shared_ptr<const Scene> scene);
  /// One line that names the file and the reason.
  void failed(const QString& reason);
  /// The same for raw meshes that were read but are no volumes.
  void refused(const QString& reason);
  void cancelled();

private:
  void finish(std::uint64_t job, std::function<void()> tell);

  std::shared_ptr<std::atomic<bool>> stop_;
  std::thread thread_;
  std::uint64_t job_ = 0; ///< results of an earlier job come too late and are dropped
  bool busy_ = false;
};

} // namespace lamina
