#pragma once

#include "ui/window/preferences/preferences.h"

#include <QDialog>

class QComboBox;
class QLineEdit;
class QSlider;
class QLabel;

namespace lamina {

/// Theme, size of the panels, motion, render quality and folders. Every change takes effect at once.
class PreferencesDialog : public QDialog {
  Q_OBJECT
public:
  PreferencesDialog(const Preferences& now, QWidget* parent);

signals:
  /// The preferences as they are to be now; what the dialog does not show is left as it was.
  void changed(const lamina::Preferences& preferences);

private:
  QWidget* folder_row(QLineEdit*& field, const char* name, const QString& title);
  void show_all();
  void tell();

  Preferences now_;
  QComboBox *theme_ = nullptr, *motion_ = nullptr, *quality_ = nullptr;
  QSlider* scale_ = nullptr;
  QLabel* scale_text_ = nullptr;
  QLineEdit *record_folder_ = nullptr, *picture_folder_ = nullptr;
  bool showing_ = false; ///< fields are being filled, by nobody's hand
};

} // namespace lamina
