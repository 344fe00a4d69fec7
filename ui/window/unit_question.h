#pragma once

#include "core/scene/scene_file.h"

#include <QDialog>

class QButtonGroup;
class QDoubleSpinBox;

namespace lamina {

/// The largest extent of the bodies that can move, m; 0 without any.
double movable_extent(const Scene& scene);

/// Whether raw meshes came out so large or small that their unit is hardly the metre, and nobody said which
/// it is.
bool size_is_implausible(const Scene& scene, const OpenOptions& options);

/// Asks for the unit of raw meshes.
class UnitQuestion : public QDialog {
  Q_OBJECT
public:
  UnitQuestion(const Scene& scene, QWidget* parent);

signals:
  /// With metres_per_unit or fit_m set; neither: as it is.
  void answered(lamina::OpenOptions options);

private:
  QButtonGroup* choices_;
  QDoubleSpinBox* size_;
};

} // namespace lamina
