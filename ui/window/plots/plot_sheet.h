#pragma once

#include "ui/panels/plots/time_plot.h"

#include <QWidget>

#include <cstdint>
#include <optional>

namespace lamina {

/// A plot that fills a widget. The wheel zooms in time about the pointer, a drag moves along, a double click
/// shows all again. The values at the pointer are told beside it.
class PlotSheet : public QWidget {
  Q_OBJECT
public:
  explicit PlotSheet(QWidget* parent = nullptr);

  /// `steps` has the number of the step at each time.
  void show_plot(TimePlot plot, std::vector<std::uint64_t> steps);
  void set_dark(bool dark);
  void show_all();

  const TimePlot& plot() const { return plot_; }
  PlotView view() const; ///< what is seen of it: all, unless it was zoomed
  bool zoomed() const { return zoomed_.has_value(); }
  /// "0.250 s  ·  step 60", then a line for each value at the pointer; empty where it is elsewhere.
  QString told() const;

  QSize sizeHint() const override { return {900, 520}; }

signals:
  void zoomed_changed();

protected:
  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

private:
  PlotView whole() const;
  void zoom_to(PlotView view);
  std::optional<std::size_t> pointed() const;
  void draw_values(class QPainter& painter);

  TimePlot plot_;
  std::vector<std::uint64_t> steps_;
  PlotArea area_;
  std::optional<PlotView> zoomed_;
  std::optional<QPointF> pointer_;
  std::optional<double> held_s_; ///< the time that a drag took hold of
  bool dark_ = true;
};

} // namespace lamina
