#include "ui/window/pictures/picture_size.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>

namespace lamina {

PictureSize::PictureSize(QSize viewport, QWidget* parent)
    : QWidget(parent), usual_(new QComboBox), width_(new QSpinBox), height_(new QSpinBox) {
  usual_->setObjectName("usual size");
  usual_->addItem(tr("as in the window"), viewport);
  for (const int times : {2, 3, 4})
    if (times * std::max(viewport.width(), viewport.height()) <= largest)
      usual_->addItem(tr("%1 times as in the window").arg(times), times * viewport);
  for (const QSize size : {QSize(1280, 720), QSize(1920, 1080), QSize(2560, 1440), QSize(3840, 2160)})
    usual_->addItem(QString("%1 × %2").arg(size.width()).arg(size.height()), size);
  usual_->addItem(tr("another size"), QSize());
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(usual_, 1);
  for (QSpinBox* side : {width_, height_}) {
    side->setRange(16, largest);
    side->setSuffix(tr(" px"));
    row->addWidget(side);
    if (side == width_)
      row->addWidget(new QLabel("×"));
    connect(side, &QSpinBox::valueChanged, this, [this] {
      const int known = usual_->findData(chosen());
      const QSignalBlocker quiet(usual_);
      usual_->setCurrentIndex(known >= 0 ? known : usual_->count() - 1);
    });
  }
  width_->setObjectName("width");
  height_->setObjectName("height");
  connect(usual_, &QComboBox::currentIndexChanged, this,
          [this] { show_size(usual_->currentData().toSize()); });
  show_size(viewport);
}

QSize PictureSize::chosen() const {
  return {width_->value(), height_->value()};
}

void PictureSize::choose(QSize size) {
  width_->setValue(size.width());
  height_->setValue(size.height());
}

void PictureSize::show_size(QSize size) {
  if (size.isEmpty())
    return;
  const QSignalBlocker quiet_width(width_), quiet_height(height_);
  choose(size);
}

} // namespace lamina
