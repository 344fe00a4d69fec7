#pragma once

#include <QStyledItemDelegate>

namespace lamina {

/// Where a tile's parts are in the item's data, beside the title (DisplayRole).
enum TileRole { tile_file = Qt::UserRole, tile_sentence, tile_picture, tile_problem };

/// Paints a tile of the gallery: the picture, or the title where it will be, the title and three lines of
/// what to look for.
class GalleryTile : public QStyledItemDelegate {
public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace lamina
