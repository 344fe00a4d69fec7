#include "ui/window/plots/plot_window.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "ui/window/plots/plot_sheet.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace lamina {
namespace {

constexpr int look_ms = 200;

} // namespace

PlotWindow::PlotWindow(Bring bring, QWidget* parent)
    : QWidget(parent, Qt::Window), bring_(std::move(bring)), choice_(new QComboBox), lines_(new QHBoxLayout),
      message_(new QLabel), sheet_(new PlotSheet) {
  setObjectName("plots");
  setWindowTitle(tr("Plots – Lamina"));
  choice_->setObjectName("curves");
  auto* all = new QPushButton(tr("&All"));
  auto* csv = new QPushButton(tr("&CSV…"));
  auto* svg = new QPushButton(tr("&SVG…"));
  all->setToolTip(tr("All steps again; a double click in the plot does the same"));
  csv->setObjectName("csv");
  svg->setObjectName("svg");
  csv->setToolTip(tr("Writes the steps in view as a table, in SI units, with the columns of steps.csv"));
  svg->setToolTip(tr("Writes the plot as it is seen, as a vector picture"));
  all->setEnabled(false);
  auto* row = new QHBoxLayout;
  row->addWidget(choice_);
  row->addLayout(lines_);
  row->addStretch(1);
  for (QPushButton* button : {all, csv, svg})
    row->addWidget(button);
  message_->setText(tr("wheel: zoom in time  ·  drag: move along  ·  double click: all"));
  auto* column = new QVBoxLayout(this);
  column->addLayout(row);
  column->addWidget(sheet_, 1);
  column->addWidget(message_);
  connect(choice_, &QComboBox::currentIndexChanged, this, [this] {
    list_lines();
    show_curves();
  });
  connect(all, &QPushButton::clicked, sheet_, &PlotSheet::show_all);
  connect(csv, &QPushButton::clicked, this, [this] { ask_for_file(true); });
  connect(svg, &QPushButton::clicked, this, [this] { ask_for_file(false); });
  connect(sheet_, &PlotSheet::zoomed_changed, all, [this, all] { all->setEnabled(sheet_->zoomed()); });
  connect(&timer_, &QTimer::timeout, this, [this] {
    if (isVisible())
      look();
  });
  timer_.start(look_ms);
}

void PlotWindow::showEvent(QShowEvent* event) {
  look();
  QWidget::showEvent(event);
}

void PlotWindow::look() {
  const std::uint64_t before = steps_.revision;
  if (!bring_(steps_))
    return;
  if (steps_.revision != before)
    sheet_->show_all();
  if (curves_.empty() || steps_.contact != listed_for_)
    list_curves();
  show_curves();
}

void PlotWindow::list_curves() {
  const int before = std::max(0, choice_->currentIndex());
  listed_for_ = steps_.contact;
  curves_ = all_step_curves(steps_.contact);
  const QSignalBlocker quiet(choice_);
  choice_->clear();
  for (const StepCurves& curves : curves_)
    choice_->addItem(tr(curves.title), QString(curves.name));
  choice_->setCurrentIndex(before);
  list_lines();
}

void PlotWindow::list_lines() {
  while (QLayoutItem* item = lines_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  const StepCurves* curves = chosen();
  if (!curves || curves->curves.size() < 2)
    return;
  for (const StepCurve& curve : curves->curves) {
    auto* box = new QCheckBox(tr(curve.name));
    box->setObjectName(curve.column);
    box->setChecked(!hidden_.contains(curve.column));
    connect(box, &QCheckBox::toggled, this, [this, column = std::string(curve.column)](bool on) {
      if (on)
        hidden_.erase(column);
      else
        hidden_.insert(column);
      show_curves();
    });
    lines_->addWidget(box);
  }
}

const StepCurves* PlotWindow::chosen() const {
  const auto at = std::size_t(std::max(0, choice_->currentIndex()));
  return at < curves_.size() ? &curves_[at] : nullptr;
}

void PlotWindow::show_curves() {
  const StepCurves* curves = chosen();
  if (!curves)
    return;
  TimePlot plot;
  plot.title = curves->title;
  plot.unit = curves->unit;
  plot.absence = curves->absence;
  std::vector<std::uint64_t> steps;
  for (const StepStatistics& step : steps_.steps) {
    plot.times.push_back(step.time_s);
    steps.push_back(step.step);
  }
  for (const StepCurve& curve : curves->curves) {
    if (hidden_.contains(curve.column))
      continue;
    PlotSeries& series = plot.series.emplace_back(PlotSeries{curve.name, curve.colour, {}});
    for (const StepStatistics& step : steps_.steps)
      series.values.push_back(curves->shown(curve, step));
  }
  sheet_->show_plot(std::move(plot), std::move(steps));
}

void PlotWindow::choose(const std::string& curves) {
  look();
  if (const int at = choice_->findData(QString::fromStdString(curves)); at >= 0)
    choice_->setCurrentIndex(at);
}

void PlotWindow::set_dark(bool dark) {
  dark_ = dark;
  sheet_->set_dark(dark);
}

void PlotWindow::save_csv(const std::string& file) const {
  const PlotView view = sheet_->view();
  if (const StepCurves* curves = chosen())
    write_whole_file(file, curves_csv(*curves, steps_.steps, view.from_s, view.to_s));
}

void PlotWindow::save_svg(const std::string& file) const {
  write_whole_file(
      file, plot_svg(sheet_->plot(), sheet_->view(), float(sheet_->width()), float(sheet_->height()), dark_));
}

void PlotWindow::ask_for_file(bool csv) {
  const StepCurves* curves = chosen();
  if (!curves)
    return;
  const QString suffix = csv ? "csv" : "svg";
  auto* dialog =
      new QFileDialog(this, csv ? tr("Save the table as") : tr("Save the plot as"), {}, "*." + suffix);
  dialog->setObjectName("save plot");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(suffix);
  dialog->selectFile(curves->name + ("." + suffix));
  connect(dialog, &QFileDialog::fileSelected, this, [this, csv](const QString& file) {
    try {
      csv ? save_csv(file.toStdString()) : save_svg(file.toStdString());
      message_->setText(tr("written: %1").arg(file));
    } catch (const std::exception& error) {
      message_->setText(QString::fromUtf8(error.what()));
    }
  });
  dialog->open();
}

} // namespace lamina
