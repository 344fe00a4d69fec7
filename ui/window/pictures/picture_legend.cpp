#include "ui/window/pictures/picture_legend.h"

#include "ui/render/overlay/colour_ramp.h"

#include <QFont>
#include <QFontMetricsF>
#include <QLinearGradient>
#include <QPainter>

#include <algorithm>

namespace lamina {
namespace {

using Mark = LegendEntry::Mark;

QColor ink(const Colour& colour) {
  return QColor::fromRgbF(colour[0], colour[1], colour[2]);
}

/// Lays out the marks and words of a legend line by line; without a painter it only measures.
class Lines {
public:
  Lines(QPainter* painter, const QFont& font, const QColor& text)
      : painter_(painter), metrics_(font), em_(metrics_.height()), text_(text) {}

  void begin(double left, double top) {
    left_ = x_ = left;
    y_ = top;
  }
  double line_height() const { return 1.15 * em_; }
  double widest() const { return widest_; }

  void entry(const LegendEntry& entry) {
    if (entry.mark == Mark::ramp && entry.items.size() > 1) {
      word(entry.text);
      word(entry.items.front().word);
      ramp();
      word(entry.items.back().word);
    } else {
      for (const LegendEntry::Item& item : entry.items) {
        mark(entry.mark, ink(item.colour));
        word(item.word);
      }
      word(entry.text);
    }
    widest_ = std::max(widest_, x_ - left_);
    x_ = left_;
    y_ += line_height();
  }

private:
  void word(const std::string& text) {
    if (text.empty())
      return;
    const QString shown = QString::fromStdString(text);
    if (painter_) {
      painter_->setPen(text_);
      painter_->drawText(QPointF(x_, y_ + metrics_.ascent()), shown);
    }
    x_ += metrics_.horizontalAdvance(shown) + 0.5 * em_;
  }

  void mark(Mark mark, const QColor& colour) {
    const double size = 0.6 * em_, wide = mark == Mark::square ? size : 1.6 * size, middle = y_ + 0.5 * em_;
    if (painter_) {
      painter_->setPen(QPen(colour, 0.12 * em_));
      if (mark == Mark::square)
        painter_->fillRect(QRectF(x_, middle - 0.5 * size, size, size), colour);
      else
        painter_->drawLine(QPointF(x_, middle), QPointF(x_ + wide, middle));
      if (mark == Mark::arrow) {
        painter_->setPen(Qt::NoPen);
        painter_->setBrush(colour);
        const QPointF head[] = {{x_ + wide, middle},
                                {x_ + wide - 0.6 * size, middle - 0.35 * size},
                                {x_ + wide - 0.6 * size, middle + 0.35 * size}};
        painter_->drawPolygon(head, 3);
      }
    }
    x_ += wide + 0.3 * em_;
  }

  void ramp() {
    const QRectF bar(x_, y_ + 0.2 * em_, 8 * em_, 0.6 * em_);
    QLinearGradient colours(bar.topLeft(), bar.topRight());
    for (int i = 0; i <= 16; ++i)
      colours.setColorAt(i / 16.0, ink(ramp_colour(i / 16.0)));
    if (painter_)
      painter_->fillRect(bar, colours);
    x_ += bar.width() + 0.5 * em_;
  }

  QPainter* painter_;
  QFontMetricsF metrics_;
  double em_;
  QColor text_;
  double left_ = 0, x_ = 0, y_ = 0, widest_ = 0;
};

} // namespace

void paint_legend(QPainter& painter, const std::vector<LegendEntry>& entries, bool dark, double scale,
                  int left) {
  if (entries.empty())
    return;
  QFont font;
  font.setPixelSize(std::max(8, int(13 * scale)));
  painter.setFont(font);
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor text = dark ? QColor(235, 238, 242) : QColor(30, 34, 40);
  const double gap = 8 * scale;
  Lines measured(nullptr, font, text);
  for (const LegendEntry& entry : entries)
    measured.entry(entry);
  const double height = measured.line_height() * double(entries.size());
  const QRectF box(left + gap, painter.device()->height() - height - 3 * gap, measured.widest() + 2 * gap,
                   height + 2 * gap);
  painter.setPen(Qt::NoPen);
  painter.setBrush(dark ? QColor(20, 22, 26, 165) : QColor(255, 255, 255, 190));
  painter.drawRoundedRect(box, 4 * scale, 4 * scale);
  Lines lines(&painter, font, text);
  lines.begin(box.left() + gap, box.top() + gap);
  for (const LegendEntry& entry : entries)
    lines.entry(entry);
}

} // namespace lamina
