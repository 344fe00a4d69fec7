#include "ui/window/plots/plot_sheet.h"

#include "ui/panels/style.h"

#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <QPolygonF>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

constexpr double zoom_per_click = 0.8;
constexpr double least_view_s = 1e-6;

QColor to_qcolor(std::uint32_t colour) {
  return QColor(int(colour & 255), int(colour >> 8 & 255), int(colour >> 16 & 255), int(colour >> 24));
}

class QtCanvas : public PlotCanvas {
public:
  explicit QtCanvas(QPainter& painter) : painter_(painter), metrics_(painter.font(), painter.device()) {}

  void fill(PlotPoint from, PlotPoint to, std::uint32_t colour) override {
    painter_.fillRect(QRectF(QPointF(double(from.x), double(from.y)), QPointF(double(to.x), double(to.y))),
                      to_qcolor(colour));
  }
  void curve(std::span<const PlotPoint> points, std::uint32_t colour, float width) override {
    QPolygonF line;
    for (const PlotPoint& point : points)
      line << QPointF(double(point.x), double(point.y));
    painter_.setPen(QPen(to_qcolor(colour), double(width)));
    painter_.drawPolyline(line);
  }
  void text(PlotPoint at, const std::string& text, std::uint32_t colour) override {
    painter_.setPen(to_qcolor(colour));
    painter_.drawText(QPointF(double(at.x), double(at.y) + metrics_.ascent()), QString::fromStdString(text));
  }
  PlotPoint text_size(const std::string& text) const override {
    return {float(metrics_.horizontalAdvance(QString::fromStdString(text))), float(metrics_.height())};
  }
  void clip(PlotPoint from, PlotPoint to) override {
    painter_.setClipRect(
        QRectF(QPointF(double(from.x), double(from.y)), QPointF(double(to.x), double(to.y))));
  }
  void end_clip() override { painter_.setClipping(false); }

private:
  QPainter& painter_;
  QFontMetricsF metrics_;
};

} // namespace

PlotSheet::PlotSheet(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setMinimumSize(320, 200);
}

void PlotSheet::show_plot(TimePlot plot, std::vector<std::uint64_t> steps) {
  plot_ = std::move(plot);
  steps_ = std::move(steps);
  update();
}

void PlotSheet::set_dark(bool dark) {
  dark_ = dark;
  update();
}

void PlotSheet::show_all() {
  zoomed_.reset();
  emit zoomed_changed();
  update();
}

PlotView PlotSheet::whole() const {
  if (plot_.times.size() < 2 || !(plot_.times.back() > plot_.times.front()))
    return {0, 1};
  return {plot_.times.front(), plot_.times.back()};
}

PlotView PlotSheet::view() const {
  return zoomed_.value_or(whole());
}

void PlotSheet::zoom_to(PlotView view) {
  const PlotView all = whole();
  const double length = std::clamp(view.to_s - view.from_s, least_view_s, all.to_s - all.from_s);
  if (length >= all.to_s - all.from_s)
    return show_all();
  const double from_s = std::clamp(view.from_s, all.from_s, all.to_s - length);
  zoomed_ = {from_s, from_s + length};
  emit zoomed_changed();
  update();
}

void PlotSheet::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QtCanvas canvas(painter);
  area_ = draw_time_plot(canvas, plot_, view(), {0, 0}, {float(width()), float(height())}, PlotAxes::all,
                         PlotColours::of(dark_));
  draw_values(painter);
}

std::optional<std::size_t> PlotSheet::pointed() const {
  if (!pointer_ || plot_.times.empty() || pointer_->x() < double(area_.from.x) ||
      pointer_->x() > double(area_.to.x))
    return std::nullopt;
  const double time_s = area_.time_at(view(), float(pointer_->x()));
  const auto after = std::lower_bound(plot_.times.begin(), plot_.times.end(), time_s);
  auto nearest = after == plot_.times.end() ? after - 1 : after;
  if (nearest != plot_.times.begin() && time_s - *(nearest - 1) < *nearest - time_s)
    --nearest;
  return std::size_t(nearest - plot_.times.begin());
}

QString PlotSheet::told() const {
  const auto at = pointed();
  if (!at)
    return {};
  QString text = QString("%1 s").arg(plot_.times[*at], 0, 'f', 4);
  if (*at < steps_.size())
    text += tr("  ·  step %1").arg(QString::fromStdString(grouped(steps_[*at])));
  for (const PlotSeries& series : plot_.series)
    text += "\n" + QString::fromStdString(series.name + "  " + brief(series.values[*at]) +
                                          (plot_.unit.empty() ? "" : " " + plot_.unit));
  return text;
}

void PlotSheet::draw_values(QPainter& painter) {
  const auto at = pointed();
  if (!at)
    return;
  const PlotColours colours = PlotColours::of(dark_);
  const PlotView seen = view();
  const double x = double(area_.from.x) + double(area_.to.x - area_.from.x) *
                                              (plot_.times[*at] - seen.from_s) / (seen.to_s - seen.from_s);
  painter.setPen(QPen(to_qcolor(colours.text), 1, Qt::DashLine));
  painter.drawLine(QPointF(x, double(area_.from.y)), QPointF(x, double(area_.to.y)));
  const QString text = told();
  QRectF box = painter.fontMetrics().boundingRect(QRect(0, 0, 4000, 4000), Qt::AlignLeft, text);
  box.adjust(-8, -6, 8, 6);
  box.moveTopLeft(pointer_->y() + box.height() + 16 < height()
                      ? QPointF(x + 12, pointer_->y() + 12)
                      : QPointF(x + 12, height() - box.height() - 4));
  if (box.right() > width())
    box.moveRight(x - 12);
  QColor behind = to_qcolor(colours.ground);
  behind.setAlpha(235);
  painter.setPen(to_qcolor(colours.grid));
  painter.setBrush(behind);
  painter.drawRoundedRect(box, 4, 4);
  painter.setPen(to_qcolor(colours.text));
  painter.drawText(box.adjusted(8, 6, -8, -6), Qt::AlignLeft, text);
}

void PlotSheet::wheelEvent(QWheelEvent* event) {
  const double factor = std::pow(zoom_per_click, event->angleDelta().y() / 120.0);
  const double about_s = area_.time_at(view(), float(event->position().x()));
  const PlotView seen = view();
  zoom_to({about_s + factor * (seen.from_s - about_s), about_s + factor * (seen.to_s - about_s)});
  event->accept();
}

void PlotSheet::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton)
    held_s_ = area_.time_at(view(), float(event->position().x()));
}

void PlotSheet::mouseMoveEvent(QMouseEvent* event) {
  pointer_ = event->position();
  if (held_s_ && zoomed_) {
    const double by_s = *held_s_ - area_.time_at(view(), float(event->position().x()));
    zoom_to({zoomed_->from_s + by_s, zoomed_->to_s + by_s});
  }
  update();
}

void PlotSheet::mouseReleaseEvent(QMouseEvent*) {
  held_s_.reset();
}

void PlotSheet::mouseDoubleClickEvent(QMouseEvent*) {
  show_all();
}

void PlotSheet::leaveEvent(QEvent*) {
  pointer_.reset();
  update();
}

} // namespace lamina
