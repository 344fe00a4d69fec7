#include "ui/window/mesh_dialog/division_fields.h"

#include "core/mesh/stuffing/stuffing.h"
#include "core/scene/scene_keys.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSpinBox>

namespace lamina {
namespace {

constexpr int lattice = 0, tetrahedra = 1; // in the order in which they are offered

/// So many follow most shapes, and take some tens of milliseconds a step.
constexpr int usual_stuffing_cells = 16;

QSpinBox* cells_field(const char* name, int most, int value, const QString& tip) {
  auto* field = new QSpinBox;
  field->setObjectName(name);
  field->setRange(1, most);
  field->setValue(value);
  field->setKeyboardTracking(false);
  field->setSuffix(QObject::tr(" cells along"));
  field->setToolTip(tip);
  return field;
}

} // namespace

DivisionFields::DivisionFields(const OpenOptions& options, QWidget* parent) : QWidget(parent) {
  division_ = new QComboBox;
  division_->setObjectName("division");
  division_->addItem(tr("lattice of cubes"));
  division_->addItem(tr("tetrahedra"));
  division_->setItemData(lattice, tr("Cubes around the surface, which they carry. They bend as they should."),
                         Qt::ToolTipRole);
  division_->setItemData(
      tetrahedra,
      tr("They fill the surface, and bodies meet by theirs, which is near it. They can break and be cut."),
      Qt::ToolTipRole);
  division_->setCurrentIndex(options.stuffing_cells > 0 ? tetrahedra : lattice);
  lattice_ = cells_field("cells", most_lattice_cells,
                         options.lattice_cells > 0 ? options.lattice_cells : SceneBody{}.lattice_cells,
                         tr("Along the longest side. More follow finer shapes, part what lies closer "
                            "together, and cost more."));
  stuffing_ = cells_field("tetrahedra", most_stuffing_cells,
                          options.stuffing_cells > 0 ? options.stuffing_cells : usual_stuffing_cells,
                          tr("Along the longest side; smaller ones come where walls are thin. Twice as many "
                             "make eight times as many tetrahedra."));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(division_, 1);
  row->addWidget(lattice_);
  row->addWidget(stuffing_);
  setFocusPolicy(Qt::StrongFocus); // for the label's key
  setFocusProxy(division_);
  choose();
  connect(division_, &QComboBox::currentIndexChanged, this, [this] {
    choose();
    emit changed();
  });
  connect(lattice_, &QSpinBox::valueChanged, this, &DivisionFields::changed);
  connect(stuffing_, &QSpinBox::valueChanged, this, &DivisionFields::changed);
}

int DivisionFields::lattice_cells() const {
  return isEnabled() && division_->currentIndex() == lattice ? lattice_->value() : 0;
}

int DivisionFields::stuffing_cells() const {
  return isEnabled() && division_->currentIndex() == tetrahedra ? stuffing_->value() : 0;
}

bool DivisionFields::made_of_tetrahedra() const {
  return !isEnabled() || division_->currentIndex() == tetrahedra;
}

void DivisionFields::offer(bool choice) {
  setEnabled(choice);
  setToolTip(choice ? QString() : tr("The file holds tetrahedra of its own."));
}

void DivisionFields::choose() {
  lattice_->setVisible(division_->currentIndex() == lattice);
  stuffing_->setVisible(division_->currentIndex() == tetrahedra);
}

} // namespace lamina
