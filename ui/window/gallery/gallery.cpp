#include "ui/window/gallery/gallery.h"

#include "core/scene/scene_file.h"
#include "ui/window/gallery/gallery_tile.h"
#include "ui/window/gallery/scene_pictures.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace lamina {
namespace {

constexpr qint64 most_scene_bytes = 1 << 20; // a title is not worth reading more than that

GalleryEntry scene_entry(const QFileInfo& info) {
  GalleryEntry entry{info.filePath().toStdString(), info.completeBaseName(), {}};
  QFile file(info.filePath());
  if (info.size() > most_scene_bytes || !file.open(QIODevice::ReadOnly))
    return entry;
  try {
    const Scene scene = parse_scene(file.readAll().toStdString(), entry.file);
    if (!scene.title.empty())
      entry.title = QString::fromStdString(scene.title);
    entry.sentence = QString::fromStdString(scene.look_for);
  } catch (const std::exception& error) {
    entry.sentence = QString::fromStdString(error.what());
  }
  return entry;
}

} // namespace

std::vector<GalleryEntry> gallery_entries(const QStringList& recent) {
  std::vector<GalleryEntry> entries;
  const QDir folder(QString::fromStdString(shipped_scenes_folder().string()));
  QStringList offered;
  for (const QFileInfo& info : folder.entryInfoList({"*.json"}, QDir::Files, QDir::Name)) {
    entries.push_back(scene_entry(info));
    offered << info.canonicalFilePath();
  }
  for (const QString& file : recent) {
    const QFileInfo info(file);
    if (!info.exists() || offered.contains(info.canonicalFilePath()))
      continue;
    GalleryEntry entry{file.toStdString(), info.fileName(), {}};
    if (info.suffix() == "json")
      entry = scene_entry(info);
    const QString place = QObject::tr("Opened before, in %1").arg(QDir::toNativeSeparators(info.path()));
    entry.sentence = entry.sentence.isEmpty() ? place : entry.sentence + " – " + place;
    entries.push_back(entry);
  }
  return entries;
}

Gallery::Gallery(ScenePictures& pictures, const QStringList& recent, bool dark, QWidget* parent)
    : QDialog(parent), pictures_(&pictures) {
  setWindowTitle(tr("Scenes"));
  setObjectName("gallery");
  setAttribute(Qt::WA_DeleteOnClose);
  resize(QSize(3 * (ScenePictures::width / 2 + 34), 620).boundedTo(parent->size() * 0.94));

  greeting_ =
      new QLabel(tr("<b>Welcome to Lamina.</b> Choose a scene, open a mesh of your own, or close this "
                    "and drag what you see."));
  greeting_->setWordWrap(true);
  greeting_->hide();
  find_ = new QLineEdit;
  find_->setPlaceholderText(tr("Find a scene"));
  find_->setAccessibleName(tr("Find a scene"));
  find_->setClearButtonEnabled(true);
  tiles_ = new QListWidget;
  tiles_->setAccessibleName(tr("Scenes"));
  tiles_->setViewMode(QListView::IconMode);
  tiles_->setMovement(QListView::Static);
  tiles_->setResizeMode(QListView::Adjust);
  tiles_->setUniformItemSizes(true);
  tiles_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  tiles_->setMouseTracking(true);
  tiles_->setItemDelegate(new GalleryTile(tiles_));

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Close);
  auto* other = buttons->addButton(tr("Open a &file…"), QDialogButtonBox::ActionRole);
  auto* column = new QVBoxLayout(this);
  column->addWidget(greeting_);
  column->addWidget(find_);
  column->addWidget(tiles_, 1);
  column->addWidget(buttons);

  fill(gallery_entries(recent));
  connect(find_, &QLineEdit::textChanged, this, &Gallery::find);
  connect(find_, &QLineEdit::returnPressed, this, &Gallery::open_current);
  connect(tiles_, &QListWidget::itemActivated, this, &Gallery::open_current);
  connect(buttons, &QDialogButtonBox::accepted, this, &Gallery::open_current);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(other, &QPushButton::clicked, this, [this] {
    emit file_wanted();
    accept();
  });
  connect(pictures_, &ScenePictures::ready, this, &Gallery::set_picture);
  connect(pictures_, &ScenePictures::failed, this, [this](const QString& file, const QString& reason) {
    if (QListWidgetItem* item = item_of(file)) {
      item->setData(tile_problem, true);
      item->setToolTip(reason);
    }
  });
  std::vector<std::filesystem::path> files;
  for (int i = 0; i < tiles_->count(); ++i)
    files.emplace_back(tiles_->item(i)->data(tile_file).toString().toStdString());
  pictures_->want(std::move(files), dark);
  tiles_->setFocus();
}

Gallery::~Gallery() {
  if (pictures_)
    pictures_->stop();
}

void Gallery::welcome() {
  greeting_->show();
}

void Gallery::fill(const std::vector<GalleryEntry>& entries) {
  for (const GalleryEntry& entry : entries) {
    auto* item = new QListWidgetItem(entry.title, tiles_);
    item->setData(tile_file, QString::fromStdString(entry.file.string()));
    item->setData(tile_sentence, entry.sentence);
    item->setData(Qt::AccessibleTextRole, entry.title + ". " + entry.sentence);
    item->setToolTip(entry.sentence);
  }
  if (tiles_->count() > 0)
    tiles_->setCurrentRow(0);
}

QListWidgetItem* Gallery::item_of(const QString& file) const {
  for (int i = 0; i < tiles_->count(); ++i)
    if (tiles_->item(i)->data(tile_file).toString() == file)
      return tiles_->item(i);
  return nullptr;
}

void Gallery::set_picture(const QString& file, const QImage& picture) {
  if (QListWidgetItem* item = item_of(file))
    item->setData(tile_picture, picture);
}

void Gallery::find(const QString& text) {
  QListWidgetItem* first = nullptr;
  for (int i = 0; i < tiles_->count(); ++i) {
    QListWidgetItem* item = tiles_->item(i);
    const bool fits =
        (item->text() + " " + item->data(tile_sentence).toString()).contains(text, Qt::CaseInsensitive);
    item->setHidden(!fits);
    if (fits && !first)
      first = item;
  }
  tiles_->setCurrentItem(first);
}

void Gallery::open_current() {
  // Enter reaches the tiles or the field first and then the default button.
  const QListWidgetItem* item = tiles_->currentItem();
  if (!isVisible() || !item || item->isHidden())
    return;
  emit chosen(item->data(tile_file).toString());
  accept();
}

} // namespace lamina
