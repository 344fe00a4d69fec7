#pragma once

#include "core/scene/scene_file.h"
#include "ui/window/mesh_dialog/mesh_check.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace lamina {

class CheckProgress;
class DivisionFields;
class MendingFields;
class MeshView;

/// The largest extent of the bodies that can move, m; 0 without any.
double movable_extent(const Scene& scene);

/// Whether raw meshes came out so large or small that their unit is hardly the metre, and nobody said which
/// it is.
bool size_is_implausible(const Scene& scene, const OpenOptions& options);

/// Whether meshes become a scene of their own, or bodies of the one that is open.
enum class MeshPlace { own_scene, this_scene };

/// Asks how raw meshes are to be opened: which files, where to, unit or size, the axis that points up, kind,
/// density, what soft bodies are made of, pieces, one-sided, and how open surfaces become volumes. Beside
/// that it shows the meshes with their defects marked, the counts, and why they cannot be a volume.
class MeshDialog : public QDialog {
  Q_OBJECT
public:
  /// Begins with these options; units that they leave open are proposed once the size is known.
  MeshDialog(std::vector<std::filesystem::path> files, const OpenOptions& options, MeshPlace place, bool dark,
             QWidget* parent);

  const MeshCheck* check() const { return check_.get(); } ///< null until it is done
  MeshView& view() { return *view_; }

signals:
  /// With those of the files that were wanted and can be opened.
  void answered(std::vector<std::filesystem::path> files, lamina::OpenOptions options,
                lamina::MeshPlace place);

private:
  QWidget* make_options();
  QWidget* make_findings();
  void add_files(QVBoxLayout& column);
  void show_files();
  std::vector<std::filesystem::path> wanted_files() const; ///< ticked, and fit to be opened
  CheckOptions wanted_check() const;
  void open_chosen();
  void begin_check();
  void stop_check();
  void take(std::shared_ptr<const MeshCheck> check);
  void propose_kind();
  void propose_unit();
  void show_unit();               ///< what the file says of it, and whether that is what is chosen
  double metres_per_unit() const; ///< as chosen; 1 where the size decides and is not known yet
  Mending wanted_mending() const; ///< none of what stays one-sided
  void offer_mending();
  void add_material(QFormLayout& form);
  void show_size();
  void show_kind();
  void show_strength();
  void offer_skinned(bool bones);
  void show_young(double metres);
  BodyKind kind() const;
  bool may_break() const;
  int wanted_lattice_cells() const;  ///< 0 where there is to be no lattice
  int wanted_stuffing_cells() const; ///< 0 where no tetrahedra are to fill anything
  QString way_out() const;           ///< for what cannot be opened as it is
  void show_findings();
  OpenOptions answer() const;

  const std::vector<std::filesystem::path> files_;
  OpenOptions options_;
  const bool dark_;
  std::shared_ptr<const MeshCheck> check_;
  MeshView* view_ = nullptr;
  QComboBox *unit_ = nullptr, *kind_ = nullptr, *up_ = nullptr, *place_ = nullptr;
  std::vector<QCheckBox*> file_boxes_; ///< of each file; none for a single one
  QLineEdit *young_ = nullptr, *strength_ = nullptr;
  DivisionFields* division_ = nullptr;
  QFormLayout* form_ = nullptr;
  QDoubleSpinBox *size_ = nullptr, *density_ = nullptr;
  QCheckBox *pieces_ = nullptr, *one_sided_ = nullptr;
  MendingFields* mending_ = nullptr;
  QLabel *said_ = nullptr, *becomes_ = nullptr, *findings_ = nullptr, *reason_ = nullptr;
  CheckProgress* progress_ = nullptr;
  QPushButton* open_ = nullptr;
  double extent_ = 0;         ///< of the files in their units, as the last check found it
  double checked_metres_ = 1; ///< a unit of the files, as the last check took it
  bool unit_proposed_ = false, kind_proposed_ = false;
};

} // namespace lamina
