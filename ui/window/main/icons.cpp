#include "ui/window/main/icons.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

namespace lamina {
namespace {

QPolygonF triangle(double x0, double x1) {
  return QPolygonF({{x0, 4}, {x1, 12}, {x0, 20}});
}

// Symbols live in a square of 24 units.
void draw(QPainter& p, Symbol symbol) {
  switch (symbol) {
  case Symbol::play:
    p.drawPolygon(triangle(7, 20));
    break;
  case Symbol::pause:
    p.drawRoundedRect(QRectF(6, 4, 4.5, 16), 1, 1);
    p.drawRoundedRect(QRectF(13.5, 4, 4.5, 16), 1, 1);
    break;
  case Symbol::step:
    p.drawPolygon(triangle(5, 15));
    p.drawRoundedRect(QRectF(16, 4, 3.5, 16), 1, 1);
    break;
  case Symbol::back:
    p.drawPolygon(triangle(19, 9));
    p.drawRoundedRect(QRectF(4.5, 4, 3.5, 16), 1, 1);
    break;
  case Symbol::first:
    p.drawPolygon(triangle(14, 5));
    p.drawPolygon(triangle(22, 13));
    p.drawRoundedRect(QRectF(2, 4, 3, 16), 1, 1);
    break;
  case Symbol::last:
    p.drawPolygon(triangle(2, 11));
    p.drawPolygon(triangle(10, 19));
    p.drawRoundedRect(QRectF(19, 4, 3, 16), 1, 1);
    break;
  case Symbol::reset: {
    QPen pen(p.brush(), 2.6);
    pen.setCapStyle(Qt::FlatCap);
    const QBrush brush = p.brush();
    p.setPen(pen);
    p.setBrush(Qt::NoBrush);
    p.drawArc(QRectF(5, 5.5, 14, 14), 120 * 16, -300 * 16);
    p.setPen(Qt::NoPen);
    p.setBrush(brush);
    p.drawPolygon(QPolygonF({{11.5, 1.5}, {11.5, 10.5}, {5, 6.2}}));
    break;
  }
  case Symbol::record:
    p.setBrush(QColor("#d9372c"));
    p.drawEllipse(QPointF(12, 12), 7, 7);
    break;
  case Symbol::stop:
    p.setBrush(QColor("#d9372c"));
    p.drawRoundedRect(QRectF(5.5, 5.5, 13, 13), 2, 2);
    break;
  case Symbol::open: {
    QPainterPath folder;
    folder.addRoundedRect(QRectF(3, 7, 18, 12.5), 1.5, 1.5);
    folder.addRoundedRect(QRectF(3, 4.5, 8, 5), 1.5, 1.5);
    folder.setFillRule(Qt::WindingFill);
    p.drawPath(folder);
    break;
  }
  case Symbol::tiles:
    for (const double x : {3.5, 13.0})
      for (const double y : {3.5, 13.0})
        p.drawRoundedRect(QRectF(x, y, 7.5, 7.5), 1.5, 1.5);
    break;
  case Symbol::contacts: {
    QPainterPath left, right;
    left.addEllipse(QPointF(8.5, 12), 6.5, 6.5);
    right.addEllipse(QPointF(15.5, 12), 6.5, 6.5);
    QPen outline(p.brush(), 1.6);
    p.strokePath(left, outline);
    p.strokePath(right, outline);
    p.fillPath(left.intersected(right), p.brush());
    break;
  }
  case Symbol::frame:
    for (int corner = 0; corner < 4; ++corner) {
      p.drawRect(QRectF(4, 4, 6, 2.2));
      p.drawRect(QRectF(4, 4, 2.2, 6));
      p.translate(24, 0);
      p.rotate(90);
    }
    p.drawEllipse(QPointF(12, 12), 2.6, 2.6);
    break;
  }
}

// Two bodies and the pixel columns of their intersection, as in assets/icons/lamina.svg.
void draw_program_icon(QPainter& p) {
  const QColor ground("#1d2630");
  p.setPen(Qt::NoPen);
  p.setBrush(ground);
  p.drawRoundedRect(QRectF(8, 8, 240, 240), 52, 52);
  QPainterPath left, right;
  left.addEllipse(QPointF(98, 128), 70, 70);
  right.addEllipse(QPointF(158, 128), 70, 70);
  p.fillPath(left, QColor("#e69f00"));
  p.fillPath(right, QColor("#56b4e9"));
  p.fillPath(left.intersected(right), ground);
  const auto column = [&](double x, double top, double bottom, const char* colour) {
    p.setPen(QPen(QColor(colour), 7, Qt::SolidLine, Qt::RoundCap));
    p.drawLine(QPointF(x, top), QPointF(x, bottom));
  };
  column(128, 80, 176, "#46b04e");
  column(114, 92, 164, "#e2423a");
  column(142, 92, 164, "#e2423a");
  column(101, 114, 142, "#4278e2");
  column(155, 114, 142, "#4278e2");
}

} // namespace

QIcon symbol_icon(Symbol symbol, bool dark) {
  QIcon icon;
  for (const int size : {16, 20, 24, 32, 48, 64}) {
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(size / 24.0, size / 24.0);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(dark ? "#d4dae0" : "#39424b"));
    draw(painter, symbol);
    painter.end();
    icon.addPixmap(pixmap);
  }
  return icon;
}

QIcon program_icon() {
  QIcon icon;
  for (const int size : {16, 32, 48, 64, 128, 256}) {
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(size / 256.0, size / 256.0);
    draw_program_icon(painter);
    painter.end();
    icon.addPixmap(pixmap);
  }
  return icon;
}

} // namespace lamina
