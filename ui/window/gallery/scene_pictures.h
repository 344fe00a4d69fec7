#pragma once

#include <QImage>
#include <QObject>

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace lamina {

class OffscreenRenderer;

/// Small pictures of scenes and meshes, made one after the other on a thread of its own with an OpenGL
/// context of its own. They are kept in the user's cache folder. Their name follows from the file's content,
/// the program's version and the theme. Signals come on the thread of this object.
class ScenePictures : public QObject {
  Q_OBJECT
public:
  static constexpr int width = 480, height = 300; ///< pixels

  explicit ScenePictures(QObject* parent = nullptr);
  ~ScenePictures() override; ///< stops and joins

  /// Asks for pictures of these files, in this order, instead of those that were asked for before.
  void want(std::vector<std::filesystem::path> files, bool dark);
  /// Forgets what was asked for; a picture that is being made is given up at its next step.
  void stop();

signals:
  void ready(const QString& file, const QImage& picture);
  void failed(const QString& file, const QString& reason);

private:
  struct Wish {
    std::filesystem::path file;
    bool dark = false;
    std::uint64_t turn = 0;
  };
  void work();
  void fulfil(const Wish& wish);
  QImage draw(const Wish& wish);
  bool stale(const Wish& wish);

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Wish> waiting_;
  std::uint64_t turn_ = 0; ///< wishes of an earlier turn are no longer wanted
  bool ending_ = false;
  std::unique_ptr<OffscreenRenderer> renderer_; ///< of the thread
  std::thread thread_;                          ///< from the first wish on
};

/// Where pictures are kept: "lamina/pictures" in the user's cache folder.
QString picture_cache_folder();

} // namespace lamina
