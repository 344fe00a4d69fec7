#pragma once

#include "core/scene/scene_file.h"
#include "ui/window/benchmark/background_job.h"

#include <QObject>

#include <filesystem>
#include <memory>
#include <vector>

namespace lamina {

/// Opens scenes and meshes on a thread of its own, one at a time; beginning another load cancels the one
/// before. Signals come on the thread of this object.
class SceneLoader : public QObject {
  Q_OBJECT
public:
  explicit SceneLoader(QObject* parent = nullptr);

  void load(std::vector<std::filesystem::path> files, OpenOptions options);
  void cancel() { job_.cancel(); }
  bool busy() const { return job_.busy(); }

signals:
  void progressed(double fraction, const QString& what);
  void loaded(std::shared_ptr<const Scene> scene);
  /// One line that names the file and the reason.
  void failed(const QString& reason);
  /// The same for raw meshes that were read but are no volumes.
  void refused(const QString& reason);
  void cancelled();

private:
  BackgroundJob job_;
};

} // namespace lamina
