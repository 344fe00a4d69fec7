#pragma once

#include "core/scene/scene_file.h"

#include <QWidget>

class QComboBox;
class QSpinBox;

namespace lamina {

/// Asks what soft bodies are cut into, and how finely: a lattice of cubes around the surface, or tetrahedra
/// that fill it.
class DivisionFields : public QWidget {
  Q_OBJECT
public:
  explicit DivisionFields(const OpenOptions& options, QWidget* parent = nullptr);

  int lattice_cells() const;       ///< along the longest side; 0 where tetrahedra are chosen
  int stuffing_cells() const;      ///< the same of tetrahedra; 0 where the lattice is chosen
  bool made_of_tetrahedra() const; ///< those of the file, or those that fill a surface

  /// Both are out of reach, and 0, where the file holds tetrahedra of its own.
  void offer(bool choice);

signals:
  void changed();

private:
  void choose();

  QComboBox* division_ = nullptr;
  QSpinBox *lattice_ = nullptr, *stuffing_ = nullptr;
};

} // namespace lamina
