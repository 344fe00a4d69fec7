#include "ui/window/gallery/gallery_tile.h"

#include "ui/window/gallery/scene_pictures.h"

#include <QPainter>
#include <QPainterPath>
#include <QTextLayout>

#include <algorithm>

namespace lamina {
namespace {

constexpr int padding = 10, gap = 6, sentence_lines = 3, rounding = 6;
constexpr int picture_width = ScenePictures::width / 2, picture_height = ScenePictures::height / 2;

QFont title_font(const QFont& font) {
  QFont bold = font;
  bold.setWeight(QFont::DemiBold);
  return bold;
}

// At most so many lines; the last one ends in dots where there is more.
void draw_lines(QPainter& painter, const QString& text, const QRectF& place, int most) {
  QTextLayout layout(text, painter.font());
  const QFontMetricsF metrics(painter.font());
  layout.beginLayout();
  for (int i = 0; i < most; ++i) {
    QTextLine line = layout.createLine();
    if (!line.isValid())
      break;
    line.setLineWidth(place.width());
    const QPointF base(place.left(), place.top() + i * metrics.lineSpacing() + metrics.ascent());
    const int start = line.textStart();
    const bool last = i + 1 == most && start + line.textLength() < text.size();
    painter.drawText(base, last ? metrics.elidedText(text.mid(start), Qt::ElideRight, place.width())
                                : text.mid(start, line.textLength()));
  }
  layout.endLayout();
}

void draw_picture(QPainter& painter, const QRect& place, const QModelIndex& index, const QPalette& palette) {
  QPainterPath frame;
  frame.addRoundedRect(place, rounding, rounding);
  painter.save();
  painter.setClipPath(frame);
  const QImage picture = index.data(tile_picture).value<QImage>();
  if (!picture.isNull()) {
    painter.drawImage(place, picture);
  } else {
    painter.fillRect(place, palette.color(QPalette::Button));
    const bool problem = index.data(tile_problem).toBool();
    painter.setPen(palette.color(QPalette::WindowText));
    painter.setFont(title_font(painter.font()));
    painter.drawText(place.adjusted(padding, padding, -padding, -padding), Qt::AlignCenter | Qt::TextWordWrap,
                     problem ? QObject::tr("no picture") : index.data(Qt::DisplayRole).toString());
  }
  painter.restore();
}

} // namespace

QSize GalleryTile::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
  const int line = QFontMetrics(option.font).lineSpacing();
  return {picture_width + 2 * padding, picture_height + 2 * padding + 2 * gap + (1 + sentence_lines) * line};
}

void GalleryTile::paint(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const {
  const QPalette& palette = option.palette;
  const bool selected = option.state & QStyle::State_Selected;
  painter->save();
  painter->setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
  if (selected || option.state & QStyle::State_MouseOver) {
    painter->setPen(Qt::NoPen);
    painter->setBrush(palette.color(selected ? QPalette::Highlight : QPalette::Button));
    painter->drawRoundedRect(QRectF(option.rect).adjusted(2, 2, -2, -2), rounding + 2, rounding + 2);
  }
  const int line = QFontMetrics(option.font).lineSpacing();
  const QRect picture(option.rect.left() + padding, option.rect.top() + padding, picture_width,
                      picture_height);
  painter->setFont(option.font);
  draw_picture(*painter, picture, index, palette);

  painter->setPen(palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
  painter->setFont(title_font(option.font));
  const QRectF title(picture.left(), picture.bottom() + 1 + gap, picture_width, line);
  draw_lines(*painter, index.data(Qt::DisplayRole).toString(), title, 1);
  painter->setFont(option.font);
  draw_lines(*painter, index.data(tile_sentence).toString(),
             QRectF(title.left(), title.bottom() + 2, title.width(), sentence_lines * line), sentence_lines);
  painter->restore();
}

} // namespace lamina
