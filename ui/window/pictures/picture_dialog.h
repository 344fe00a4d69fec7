#pragma once

#include "ui/window/pictures/picture_choices.h"

#include <QDialog>
#include <QString>

class QCheckBox;
class QLineEdit;

namespace lamina {

class PictureSize;

/// Asks how a picture of the scene is to be saved, and where. What was chosen last is proposed again.
class PictureDialog : public QDialog {
  Q_OBJECT
public:
  /// `viewport` in pixels; `file` is proposed.
  PictureDialog(QSize viewport, const QString& file, QWidget* parent = nullptr);

signals:
  void wanted(const PictureChoices& choices, const QString& file);

private:
  void answer();

  PictureSize* size_;
  QCheckBox *transparent_, *legend_;
  QLineEdit* file_;
};

} // namespace lamina
