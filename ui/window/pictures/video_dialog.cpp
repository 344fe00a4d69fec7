#include "ui/window/pictures/video_dialog.h"

#include "ui/window/pictures/picture_size.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>

#include <cmath>

namespace lamina {
namespace {

QDoubleSpinBox* seconds(double least, double most, double value, const char* name) {
  auto* field = new QDoubleSpinBox;
  field->setObjectName(name);
  field->setDecimals(4);
  field->setRange(least, most);
  field->setSuffix(QObject::tr(" s"));
  field->setValue(value);
  return field;
}

// Rounded so that the range of the field holds what it shows.
double down(double value) {
  return std::floor(1e4 * value) / 1e4;
}

} // namespace

VideoDialog::VideoDialog(QSize viewport, const QString& path, const std::optional<RunRange>& run,
                         QWidget* parent)
    : QDialog(parent), run_(run), size_(new PictureSize(viewport)), rate_(new QComboBox),
      format_(new QComboBox), legend_(new QCheckBox(tr("with the &legend"))), path_(new QLineEdit(path)) {
  setObjectName("video");
  setWindowTitle(tr("Make a video"));
  setAttribute(Qt::WA_DeleteOnClose);
  const QSettings kept(QSettings::IniFormat, QSettings::UserScope, "lamina", "lamina");
  const bool has_ffmpeg = !QStandardPaths::findExecutable("ffmpeg").isEmpty();

  auto* range = new QHBoxLayout;
  if (run_) {
    const double last_s = std::ceil(1e4 * run_->last_s) / 1e4;
    from_ = seconds(down(run_->first_s), last_s, down(run_->now_s), "from");
    to_ = seconds(down(run_->first_s), last_s, last_s, "to");
    range->addWidget(new QLabel(tr("from")));
    range->addWidget(from_);
    range->addWidget(new QLabel(tr("to")));
    range->addWidget(to_);
    range->addWidget(new QLabel(tr("of the run, ×%1").arg(run_->speed)));
  } else {
    from_ = nullptr;
    to_ = seconds(0, 3600, 0, "length");
    to_->setSpecialValueText(tr("until it is stopped"));
    range->addWidget(to_);
    range->addWidget(new QLabel(tr("of the simulation, from now on")));
  }
  range->addStretch(1);
  for (const int rate : {24, 25, 30, 50, 60})
    rate_->addItem(tr("%1 pictures a second").arg(rate), rate);
  rate_->setObjectName("rate");
  rate_->setCurrentIndex(std::max(0, rate_->findData(kept.value("video/rate", 30))));
  format_->setObjectName("format");
  if (has_ffmpeg)
    format_->addItem(tr("MP4, by ffmpeg"), true);
  format_->addItem(tr("numbered PNG pictures in a folder"), false);
  if (kept.contains("video/mp4"))
    format_->setCurrentIndex(std::max(0, format_->findData(kept.value("video/mp4"))));
  legend_->setObjectName("legend");
  legend_->setChecked(kept.value("video/legend", false).toBool());
  path_->setObjectName("path");
  path_->setMinimumWidth(360);

  auto* browse = new QPushButton(tr("&Other…"));
  browse->setAutoDefault(false);
  connect(browse, &QPushButton::clicked, this, [this] {
    QString chosen = QFileDialog::getSaveFileName(this, tr("Save the video as"), path_->text());
    if (chosen.endsWith(".mp4", Qt::CaseInsensitive))
      chosen.chop(4);
    if (!chosen.isEmpty())
      path_->setText(chosen);
  });
  auto* place = new QHBoxLayout;
  place->addWidget(path_, 1);
  place->addWidget(browse);

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  QPushButton* begin =
      buttons->addButton(run_ ? tr("&Make the video") : tr("&Begin filming"), QDialogButtonBox::AcceptRole);
  begin->setDefault(true);
  connect(buttons, &QDialogButtonBox::accepted, this, &VideoDialog::answer);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* form = new QFormLayout(this);
  form->addRow(tr("Range"), range);
  form->addRow(tr("Size"), size_);
  form->addRow(tr("Rate"), rate_);
  form->addRow(tr("As"), format_);
  if (!has_ffmpeg) {
    auto* note = new QLabel(tr("An MP4 file needs the program ffmpeg, which is not installed here."));
    note->setObjectName("no ffmpeg");
    form->addRow(QString(), note);
  }
  form->addRow(QString(), legend_);
  form->addRow(tr("File"), place);
  form->addRow(buttons);
  begin->setFocus();
}

void VideoDialog::answer() {
  QSettings kept(QSettings::IniFormat, QSettings::UserScope, "lamina", "lamina");
  kept.setValue("video/rate", rate_->currentData());
  kept.setValue("video/legend", legend_->isChecked());
  if (format_->count() > 1)
    kept.setValue("video/mp4", format_->currentData());
  VideoPlan plan{path_->text(), size_->chosen(), rate_->currentData().toInt(),
                 format_->currentData().toBool(), legend_->isChecked()};
  if (run_) {
    plan.from_s = from_->value();
    plan.length_s = std::max(1e-3, (to_->value() - from_->value()) / run_->speed);
  } else {
    plan.length_s = to_->value();
  }
  emit wanted(plan);
  accept();
}

} // namespace lamina
