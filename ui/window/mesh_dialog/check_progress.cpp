#include "ui/window/mesh_dialog/check_progress.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>

namespace lamina {

constexpr int moment_ms = 300;

CheckProgress::CheckProgress(QWidget* parent) : QWidget(parent) {
  bar_ = new QProgressBar;
  bar_->setObjectName("progress");
  bar_->setRange(0, 1000);
  bar_->setTextVisible(false);
  stop_ = new QPushButton(tr("S&top"));
  stop_->setObjectName("stop");
  stop_->setToolTip(tr("Stops the check, and leaves all choices as they are."));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(bar_, 1);
  row->addWidget(stop_);
  patience_ = new QTimer(this);
  patience_->setSingleShot(true);
  patience_->setInterval(moment_ms);
  connect(patience_, &QTimer::timeout, this, &QWidget::show);
  connect(stop_, &QPushButton::clicked, this, &CheckProgress::stop_wanted);
  hide();
}

void CheckProgress::begin() {
  show_progress(0);
  patience_->start();
}

void CheckProgress::show_progress(double fraction) {
  bar_->setValue(int(bar_->maximum() * fraction));
}

void CheckProgress::end() {
  patience_->stop();
  hide();
}

} // namespace lamina
