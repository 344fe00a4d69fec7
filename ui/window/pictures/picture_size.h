#pragma once

#include <QSize>
#include <QWidget>

class QComboBox;
class QSpinBox;

namespace lamina {

/// Asks for the size of a picture: that of the viewport, a multiple of it, a usual one, or any other.
class PictureSize : public QWidget {
  Q_OBJECT
public:
  /// More pixels than this need more memory than most machines give a driver.
  static constexpr int largest = 7680;

  PictureSize(QSize viewport, QWidget* parent = nullptr);
  QSize chosen() const;
  void choose(QSize size);

private:
  void show_size(QSize size);

  QComboBox* usual_;
  QSpinBox *width_, *height_;
};

} // namespace lamina
