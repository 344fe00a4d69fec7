#include "ui/window/preferences/preferences_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QVBoxLayout>

#include <cmath>

namespace lamina {
namespace {

constexpr int scale_step = 5; // per cent

int whole_percent(double scale) {
  return int(std::lround(100 * scale));
}

} // namespace

PreferencesDialog::PreferencesDialog(const Preferences& now, QWidget* parent) : QDialog(parent), now_(now) {
  setWindowTitle(tr("Preferences"));
  setObjectName("preferences");
  setAttribute(Qt::WA_DeleteOnClose);
  theme_ = new QComboBox;
  theme_->setObjectName("theme");
  theme_->addItems({tr("As the desktop"), tr("Light"), tr("Dark")});
  scale_ = new QSlider(Qt::Horizontal);
  scale_->setObjectName("panel scale");
  scale_->setRange(whole_percent(smallest_panel_scale) / scale_step,
                   whole_percent(largest_panel_scale) / scale_step);
  scale_->setMinimumWidth(220);
  scale_text_ = new QLabel;
  scale_text_->setMinimumWidth(fontMetrics().horizontalAdvance("200 %"));
  auto* scale_row = new QHBoxLayout;
  scale_row->addWidget(scale_);
  scale_row->addWidget(scale_text_);
  motion_ = new QComboBox;
  motion_->setObjectName("motion");
  motion_->addItems({tr("As the desktop"), tr("The camera glides, hints fade"),
                     tr("Reduced: the camera jumps, nothing fades")});
  quality_ = new QComboBox;
  quality_->setObjectName("quality");
  quality_->addItems({tr("Automatic, by the time a picture takes"), tr("Low"), tr("Medium"), tr("High")});

  auto* form = new QFormLayout;
  form->addRow(tr("&Theme"), theme_);
  form->addRow(tr("&Size of the panels"), scale_row);
  static_cast<QLabel*>(form->labelForField(scale_row))->setBuddy(scale_);
  form->addRow(tr("&Motion"), motion_);
  form->addRow(tr("Render &quality"), quality_);
  form->addRow(tr("Folder for &runs"), folder_row(record_folder_, "record folder", tr("Folder for runs")));
  form->addRow(tr("Folder for &pictures"),
               folder_row(picture_folder_, "picture folder", tr("Folder for pictures")));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::RestoreDefaults | QDialogButtonBox::Close);
  // Enter in a field ends the dialog, and never puts the defaults back.
  buttons->button(QDialogButtonBox::RestoreDefaults)->setAutoDefault(false);
  buttons->button(QDialogButtonBox::Close)->setDefault(true);
  auto* column = new QVBoxLayout(this);
  column->addLayout(form);
  column->addWidget(buttons);

  show_all();
  connect(theme_, &QComboBox::currentIndexChanged, this, &PreferencesDialog::tell);
  connect(scale_, &QSlider::valueChanged, this, &PreferencesDialog::tell);
  connect(motion_, &QComboBox::currentIndexChanged, this, &PreferencesDialog::tell);
  connect(quality_, &QComboBox::currentIndexChanged, this, &PreferencesDialog::tell);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this, [this] {
    restore_defaults(now_);
    show_all();
    emit changed(now_);
  });
}

QWidget* PreferencesDialog::folder_row(QLineEdit*& field, const char* name, const QString& title) {
  auto* row = new QWidget;
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  field = new QLineEdit;
  field->setObjectName(name);
  field->setMinimumWidth(280);
  auto* choose = new QPushButton(tr("Choose…"));
  choose->setAutoDefault(false);
  layout->addWidget(field, 1);
  layout->addWidget(choose);
  row->setFocusProxy(field);
  connect(field, &QLineEdit::textEdited, this, &PreferencesDialog::tell);
  connect(choose, &QPushButton::clicked, this, [this, title, edit = field] {
    auto* dialog = new QFileDialog(this, title, edit->text());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, [this, edit](const QString& folder) {
      edit->setText(folder);
      tell();
    });
    dialog->open();
  });
  return row;
}

void PreferencesDialog::show_all() {
  showing_ = true;
  theme_->setCurrentIndex(int(now_.view.theme));
  scale_->setValue(whole_percent(now_.view.panel_scale) / scale_step);
  scale_text_->setText(tr("%1 %").arg(scale_->value() * scale_step));
  motion_->setCurrentIndex(int(now_.view.motion));
  quality_->setCurrentIndex(int(now_.view.quality));
  record_folder_->setText(now_.record_folder);
  picture_folder_->setText(now_.picture_folder);
  showing_ = false;
}

void PreferencesDialog::tell() {
  if (showing_)
    return;
  now_.view.theme = ThemeChoice(theme_->currentIndex());
  now_.view.panel_scale = scale_->value() * scale_step / 100.0;
  now_.view.motion = MotionChoice(motion_->currentIndex());
  now_.view.quality = QualityChoice(quality_->currentIndex());
  // An empty field would mean the folder that the program was started in.
  if (!record_folder_->text().trimmed().isEmpty())
    now_.record_folder = record_folder_->text().trimmed();
  if (!picture_folder_->text().trimmed().isEmpty())
    now_.picture_folder = picture_folder_->text().trimmed();
  scale_text_->setText(tr("%1 %").arg(scale_->value() * scale_step));
  emit changed(now_);
}

} // namespace lamina
