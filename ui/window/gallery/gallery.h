#pragma once

#include <QDialog>
#include <QPointer>
#include <QString>
#include <QStringList>

#include <filesystem>
#include <vector>

class QLabel;
class QLineEdit;
class QListWidget;
class QListWidgetItem;

namespace lamina {

class ScenePictures;

/// What the gallery offers: a scene that comes with the program, or a file that was opened before.
struct GalleryEntry {
  std::filesystem::path file;
  QString title;
  QString sentence; ///< what to look for, or where the file lies
};

/// The shipped scenes by name, then recent files that are still there and are none of them. A scene file that
/// cannot be read is offered under its file's name, with the reason as its sentence.
std::vector<GalleryEntry> gallery_entries(const QStringList& recent);

/// Tiles of scenes, each with a picture, its title and what to look for. Arrows, typing and the mouse choose;
/// Enter and a double click open. Does not wait for its pictures.
class Gallery : public QDialog {
  Q_OBJECT
public:
  Gallery(ScenePictures& pictures, const QStringList& recent, bool dark, QWidget* parent);
  ~Gallery() override; ///< pictures that are not made yet are left for the next time

  /// A line above the tiles, for the first start of the program.
  void welcome();

signals:
  void chosen(const QString& file);
  void file_wanted(); ///< "Open a file…"

private:
  void fill(const std::vector<GalleryEntry>& entries);
  void set_picture(const QString& file, const QImage& picture);
  void find(const QString& text);
  void open_current();
  QListWidgetItem* item_of(const QString& file) const;

  QPointer<ScenePictures> pictures_; ///< the window may take it along before this dialog
  QListWidget* tiles_ = nullptr;
  QLineEdit* find_ = nullptr;
  QLabel* greeting_ = nullptr;
};

} // namespace lamina
