#include "ui/window/pictures/picture_dialog.h"

#include "ui/window/pictures/picture_size.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>

namespace lamina {

PictureDialog::PictureDialog(QSize viewport, const QString& file, QWidget* parent)
    : QDialog(parent), size_(new PictureSize(viewport)),
      transparent_(new QCheckBox(tr("&transparent: without background and ground"))),
      legend_(new QCheckBox(tr("with the &legend"))), file_(new QLineEdit(file)) {
  setObjectName("picture");
  setWindowTitle(tr("Save a picture"));
  setAttribute(Qt::WA_DeleteOnClose);
  const QSettings kept(QSettings::IniFormat, QSettings::UserScope, "lamina", "lamina");
  transparent_->setChecked(kept.value("pictures/transparent", false).toBool());
  legend_->setChecked(kept.value("pictures/legend", false).toBool());
  transparent_->setObjectName("transparent");
  legend_->setObjectName("legend");
  file_->setObjectName("file");
  file_->setMinimumWidth(360);

  auto* browse = new QPushButton(tr("&Other…"));
  browse->setAutoDefault(false);
  connect(browse, &QPushButton::clicked, this, [this] {
    const QString chosen =
        QFileDialog::getSaveFileName(this, tr("Save the picture as"), file_->text(), tr("Pictures (*.png)"));
    if (!chosen.isEmpty())
      file_->setText(chosen.endsWith(".png", Qt::CaseInsensitive) ? chosen : chosen + ".png");
  });
  auto* place = new QHBoxLayout;
  place->addWidget(file_, 1);
  place->addWidget(browse);

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
  buttons->button(QDialogButtonBox::Save)->setDefault(true);
  connect(buttons, &QDialogButtonBox::accepted, this, &PictureDialog::answer);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* form = new QFormLayout(this);
  form->addRow(tr("Size"), size_);
  form->addRow(QString(), transparent_);
  form->addRow(QString(), legend_);
  form->addRow(tr("File"), place);
  form->addRow(buttons);
  buttons->button(QDialogButtonBox::Save)->setFocus();
}

void PictureDialog::answer() {
  QSettings kept(QSettings::IniFormat, QSettings::UserScope, "lamina", "lamina");
  kept.setValue("pictures/transparent", transparent_->isChecked());
  kept.setValue("pictures/legend", legend_->isChecked());
  emit wanted({size_->chosen(), transparent_->isChecked(), legend_->isChecked()}, file_->text());
  accept();
}

} // namespace lamina
