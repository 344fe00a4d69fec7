#include "ui/window/mesh_dialog/mending_fields.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>

namespace lamina {

constexpr double millimetres_per_metre = 1000;

MendingFields::MendingFields(const Mending& mending, QWidget* parent) : QWidget(parent) {
  close_holes_ = new QCheckBox(tr("&Close holes"));
  close_holes_->setObjectName("close holes");
  close_holes_->setToolTip(
      tr("Fills every hole with triangles, so that the surface bounds a volume. The rest stays as it is."));
  close_holes_->setChecked(mending.close_holes);
  thickness_ = new QDoubleSpinBox;
  thickness_->setObjectName("thickness");
  thickness_->setRange(0, 1e6);
  thickness_->setDecimals(3);
  thickness_->setSuffix(" mm");
  thickness_->setSpecialValueText(tr("none"));
  thickness_->setKeyboardTracking(false);
  thickness_->setValue(millimetres_per_metre * mending.thickness);
  thickness_->setToolTip(
      tr("Makes a shell of an open surface, as of a garment or a bowl: half the thickness "
         "lies on either side of it. It is the size in the scene, whatever the unit of the "
         "file."));
  auto* label = new QLabel(tr("Give &thickness"));
  label->setBuddy(thickness_);
  label->setToolTip(thickness_->toolTip());

  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(close_holes_);
  row->addStretch(1);
  row->addWidget(label);
  row->addWidget(thickness_);
  choose();
  connect(close_holes_, &QCheckBox::toggled, this, &MendingFields::choose);
  connect(thickness_, &QDoubleSpinBox::valueChanged, this, &MendingFields::choose);
}

Mending MendingFields::mending() const {
  if (close_holes_->isChecked())
    return {.close_holes = true};
  return {.thickness = thickness_->value() / millimetres_per_metre};
}

void MendingFields::choose() {
  thickness_->setEnabled(!close_holes_->isChecked());
  close_holes_->setEnabled(!(thickness_->value() > 0));
  emit changed();
}

} // namespace lamina
