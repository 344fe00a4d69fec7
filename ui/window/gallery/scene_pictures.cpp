#include "ui/window/gallery/scene_pictures.h"

#include "core/base/error.h"
#include "core/base/version.h"
#include "core/scene/scene_file.h"
#include "core/simulation/simulation.h"
#include "ui/render/pictures/offscreen.h"

#include <QCryptographicHash>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QSaveFile>
#include <QStandardPaths>

#include <sys/resource.h>

namespace lamina {
namespace {

constexpr int most_steps = 120;   // enough for things to have fallen
constexpr qint64 most_ms = 1500;  // of simulation for one picture
constexpr int most_kept = 300;    // pictures in the cache folder
constexpr int polite = 10;        // the window and its simulation go first
constexpr const char* look = "1"; // changes when pictures are to be drawn differently

QString cache_file(const std::filesystem::path& path, bool dark) {
  QFile file(QString::fromStdString(path.string()));
  QCryptographicHash hash(QCryptographicHash::Sha1);
  hash.addData(QByteArray(LAMINA_VERSION) + look + (dark ? "dark" : "light"));
  if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file))
    throw InputError(path.string(), 0, "cannot be read");
  return QDir(picture_cache_folder()).filePath(hash.result().toHex() + ".png");
}

// The cache is a convenience: what cannot be written is drawn again next time.
void keep(const QImage& picture, const QString& name) {
  QDir folder(picture_cache_folder());
  folder.mkpath(".");
  const QStringList oldest_last = folder.entryList({"*.png"}, QDir::Files, QDir::Time);
  for (qsizetype i = most_kept; i < oldest_last.size(); ++i)
    folder.remove(oldest_last[i]);
  QSaveFile file(name);
  if (file.open(QIODevice::WriteOnly) && picture.save(&file, "PNG"))
    file.commit();
}

OpenOptions picture_options(const std::filesystem::path& file) {
  OpenOptions options;
  if (file.extension() != ".json") {
    // No unit matters to a picture, and an open surface is worth one too.
    options.fit_m = 1;
    options.as_one_sided = true;
  }
  return options;
}

} // namespace

QString picture_cache_folder() {
  return QDir(QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation))
      .filePath("lamina/pictures");
}

ScenePictures::ScenePictures(QObject* parent) : QObject(parent) {}

ScenePictures::~ScenePictures() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    ++turn_;
  }
  wake_.notify_all();
  if (thread_.joinable())
    thread_.join();
}

void ScenePictures::want(std::vector<std::filesystem::path> files, bool dark) {
  {
    const std::lock_guard lock(mutex_);
    ++turn_;
    waiting_.clear();
    for (std::filesystem::path& file : files)
      waiting_.push_back({std::move(file), dark, turn_});
  }
  if (!thread_.joinable())
    thread_ = std::thread([this] { work(); });
  wake_.notify_all();
}

void ScenePictures::stop() {
  const std::lock_guard lock(mutex_);
  ++turn_;
  waiting_.clear();
}

bool ScenePictures::stale(const Wish& wish) {
  const std::lock_guard lock(mutex_);
  return wish.turn != turn_;
}

void ScenePictures::work() {
  setpriority(PRIO_PROCESS, 0, polite);
  for (;;) {
    Wish wish;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
      if (ending_)
        break;
      wish = std::move(waiting_.front());
      waiting_.pop_front();
    }
    fulfil(wish);
  }
  renderer_.reset();
}

void ScenePictures::fulfil(const Wish& wish) {
  const QString file = QString::fromStdString(wish.file.string());
  try {
    const QString name = cache_file(wish.file, wish.dark);
    QImage picture(name);
    if (picture.isNull()) {
      picture = draw(wish);
      keep(picture, name);
    }
    emit ready(file, picture);
  } catch (const Cancelled&) {
    return;
  } catch (const std::exception& error) {
    emit failed(file, QString::fromStdString(error.what()));
  }
}

QImage ScenePictures::draw(const Wish& wish) {
  OpenOptions options = picture_options(wish.file);
  options.progress = [this, &wish](double, const std::string&) { return !stale(wish); };
  const auto scene = std::make_shared<const Scene>(open_scene(std::array{wish.file}, options));
  Simulation simulation(scene);
  QElapsedTimer clock;
  clock.start();
  for (int step = 0; step < most_steps && clock.elapsed() < most_ms; ++step) {
    if (stale(wish))
      throw Cancelled();
    if (!simulation.step())
      break;
  }
  if (!renderer_)
    renderer_ = std::make_unique<OffscreenRenderer>();
  ViewOptions view;
  view.dark = wish.dark;
  view.pixel_ratio = 2;
  const Image image = renderer_->render(*simulation.snapshot(), Camera(scene->camera), view, width, height);
  return QImage(image.rgba.data(), image.width, image.height, 4 * image.width, QImage::Format_RGBA8888)
      .convertToFormat(QImage::Format_RGB32);
}

} // namespace lamina
