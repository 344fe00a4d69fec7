#include "ui/window/gallery/scene_loader.h"

#include "core/base/error.h"

namespace lamina {

SceneLoader::SceneLoader(QObject* parent) : QObject(parent) {
  connect(&job_, &BackgroundJob::progressed, this, &SceneLoader::progressed);
  connect(&job_, &BackgroundJob::failed, this, &SceneLoader::failed);
  connect(&job_, &BackgroundJob::cancelled, this, &SceneLoader::cancelled);
}

void SceneLoader::load(std::vector<std::filesystem::path> files, OpenOptions options) {
  job_.start([this, files = std::move(files),
              options = std::move(options)](const Progress& progress) -> BackgroundJob::Tell {
    OpenOptions reporting = options;
    reporting.progress = progress;
    try {
      auto scene = std::make_shared<const Scene>(open_scene(files, reporting));
      return [this, scene] { emit loaded(scene); };
    } catch (const MeshRefused& error) {
      return [this, reason = QString::fromStdString(error.what())] { emit refused(reason); };
    }
  });
}

} // namespace lamina
