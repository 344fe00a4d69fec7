#pragma once

#include "core/mesh/prepare.h"

#include <QWidget>

class QCheckBox;
class QDoubleSpinBox;

namespace lamina {

/// Asks how an open surface becomes a volume: by its holes closed, or by a thickness. Choosing one puts the
/// other out of reach.
class MendingFields : public QWidget {
  Q_OBJECT
public:
  explicit MendingFields(const Mending& mending, QWidget* parent = nullptr);

  Mending mending() const; ///< as chosen; neither at first

signals:
  void changed();

private:
  void choose();

  QCheckBox* close_holes_ = nullptr;
  QDoubleSpinBox* thickness_ = nullptr;
};

} // namespace lamina
