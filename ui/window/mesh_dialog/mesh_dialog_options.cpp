#include "core/base/length_units.h"
#include "core/scene/scene_keys.h"
#include "core/scene/soft_material.h"
#include "ui/panels/style.h"
#include "ui/window/mesh_dialog/division_fields.h"
#include "ui/window/mesh_dialog/mending_fields.h"
#include "ui/window/mesh_dialog/mesh_dialog.h"
#include "ui/window/mesh_dialog/mesh_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QDoubleValidator>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStandardItemModel>

#include <algorithm>
#include <array>
#include <string_view>

namespace lamina {
namespace {

// Things to push around on a desk or in a workshop; a scan outside of this is nearly always in other units.
constexpr double largest_m = 20, smallest_m = 0.002;

bool is_plausible(double extent) {
  return extent <= largest_m && extent >= smallest_m;
}

constexpr std::array<const LengthUnit*, 4> units = {length_unit("m"), length_unit("cm"), length_unit("mm"),
                                                    length_unit("in")};
constexpr int millimetres = 2, by_size = int(units.size());

/// The one of so many metres; other units come out of the size that they give.
int unit_of(double metres) {
  return int(std::find(units.begin(), units.end(), length_unit(metres)) - units.begin());
}

constexpr std::array<BodyKind, 4> kinds = {BodyKind::rigid, BodyKind::soft, BodyKind::fixed,
                                           BodyKind::skinned};
constexpr int soft = 1, skinned = 3; // among these

constexpr char axes[] = "yzx"; // the order in which they are offered

constexpr double usual_density = 1000; // kg/m³, water
constexpr double usual_size_m = 0.3;

/// A field for a number in a range, empty where none is given.
void take_numbers(QLineEdit& field, const NumberRange& range, double given) {
  auto* validator = new QDoubleValidator(range.minimum, range.maximum, 6, &field);
  validator->setLocale(QLocale::c());
  field.setValidator(validator);
  if (given > 0)
    field.setText(QString::number(given, 'g', 6));
}

QString number(double value) {
  return QString::fromStdString(brief(value));
}

} // namespace

double movable_extent(const Scene& scene) {
  Box box;
  for (const SceneBody& body : scene.bodies)
    if (moves_freely(body.kind) && body.mesh)
      for (const Vec3& vertex : body.mesh->mesh.vertices)
        box.include(body.pose * vertex);
  return box.empty() ? 0 : box.size().maxCoeff();
}

bool size_is_implausible(const Scene& scene, const OpenOptions& options) {
  if (options.metres_per_unit > 0 || options.fit_m > 0 || scene.source.extension() == ".json")
    return false;
  const double extent = movable_extent(scene);
  return extent > 0 && !is_plausible(extent);
}

QWidget* MeshDialog::make_options() {
  unit_ = new QComboBox;
  unit_->setObjectName("unit");
  for (const LengthUnit* unit : units)
    unit_->addItem(tr(unit->name.data()));
  unit_->addItem(tr("by its size"));
  size_ = new QDoubleSpinBox;
  size_->setObjectName("size");
  size_->setRange(0.001, 1000);
  size_->setDecimals(3);
  size_->setSuffix(" m");
  size_->setValue(options_.fit_m > 0 ? options_.fit_m : usual_size_m);
  said_ = new QLabel;
  said_->setObjectName("said unit");
  said_->setWordWrap(true);
  becomes_ = new QLabel;
  becomes_->setWordWrap(true);
  density_ = new QDoubleSpinBox;
  density_->setObjectName("density");
  density_->setRange(1, 30000);
  density_->setDecimals(0);
  density_->setSuffix(" kg/m³");
  density_->setSingleStep(100);
  density_->setValue(options_.density > 0 ? options_.density : usual_density);
  pieces_ = new QCheckBox(tr("Each connected &piece is a body"));
  pieces_->setObjectName("pieces");
  pieces_->setChecked(options_.split_pieces);
  one_sided_ = new QCheckBox(tr("&One-sided where it is open (stays fixed)"));
  one_sided_->setObjectName("one-sided");
  one_sided_->setToolTip(
      tr("An open surface then bounds a solid that fills all behind it, like the ground."));
  one_sided_->setChecked(options_.as_one_sided);

  kind_ = new QComboBox;
  kind_->setObjectName("kind");
  kind_->addItem(tr("rigid: keeps its shape"));
  kind_->addItem(tr("soft: changes its shape"));
  kind_->addItem(tr("fixed: stays where it is"));
  kind_->addItem(tr("skinned: moves by its bones"));
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (options_.kind == kinds[i])
      kind_->setCurrentIndex(int(i));
  kind_proposed_ = options_.kind.has_value();

  place_ = new QComboBox;
  place_->setObjectName("place");
  place_->addItems({tr("a scene of its own, with a floor"), tr("bodies added to this scene")});
  up_ = new QComboBox;
  up_->setObjectName("up");
  for (const char axis : axes)
    up_->addItem(tr("%1 points up").arg(QChar(axis)));
  up_->setToolTip(tr("Printers and CAD mostly write z, graphics y."));
  up_->setCurrentIndex(int(std::string_view(axes).find(options_.up)));
  view_->set_up(options_.up);

  auto* box = new QWidget;
  auto* form = form_ = new QFormLayout(box);
  form->setContentsMargins(0, 0, 0, 0);
  form->addRow(tr("&Becomes"), place_);
  form->addRow(tr("&Unit"), unit_);
  form->addRow(QString(), said_);
  form->setRowVisible(said_, false);
  form->addRow(tr("&Size"), size_);
  form->addRow(QString(), becomes_);
  form->addRow(tr("&Axis"), up_);
  form->addRow(tr("&Kind"), kind_);
  form->addRow(tr("&Density"), density_);
  add_material(*form);
  form->addRow(pieces_);
  form->addRow(one_sided_);
  mending_ = new MendingFields(options_.mending);
  form->addRow(mending_);
  form->setRowVisible(mending_, false);

  if (options_.fit_m > 0)
    unit_->setCurrentIndex(by_size);
  for (std::size_t i = 0; i < units.size(); ++i)
    if (options_.metres_per_unit == units[i]->metres)
      unit_->setCurrentIndex(int(i));
  unit_proposed_ = options_.fit_m > 0 || options_.metres_per_unit > 0;
  connect(unit_, &QComboBox::currentIndexChanged, this, &MeshDialog::show_size);
  connect(size_, &QDoubleSpinBox::valueChanged, this, &MeshDialog::show_size);
  connect(mending_, &MendingFields::changed, this, &MeshDialog::begin_check);
  connect(density_, &QDoubleSpinBox::valueChanged, this, &MeshDialog::show_size);
  connect(kind_, &QComboBox::currentIndexChanged, this, [this] {
    show_kind();
    begin_check();
  });
  connect(division_, &DivisionFields::changed, this, [this] {
    show_strength();
    begin_check();
  });
  connect(up_, &QComboBox::currentIndexChanged, this, [this](int index) { view_->set_up(axes[index]); });
  show_kind();
  show_size();
  connect(pieces_, &QCheckBox::toggled, this, &MeshDialog::begin_check);
  connect(one_sided_, &QCheckBox::toggled, this, &MeshDialog::begin_check);
  return box;
}

// What is asked of soft bodies only.
void MeshDialog::add_material(QFormLayout& form) {
  young_ = new QLineEdit;
  young_->setObjectName("young");
  young_->setToolTip(tr("Young's modulus: resistance to stretching. Empty: one at which a body of this size "
                        "jiggles and holds its shape."));
  strength_ = new QLineEdit;
  strength_->setObjectName("strength");
  strength_->setToolTip(
      tr("Tensile strength: it breaks where more than this pulls at it. A few hundredths of "
         "Young's modulus let it tear on an edge."));
  strength_->setPlaceholderText(tr("Pa; empty: it never breaks"));
  take_numbers(*young_, young_modulus_range, options_.young_modulus);
  take_numbers(*strength_, strength_range, options_.tensile_strength);
  division_ = new DivisionFields(options_);
  form.addRow(tr("&Young's modulus"), young_);
  form.addRow(tr("&Made of"), division_);
  form.addRow(tr("B&reaks above"), strength_);
}

BodyKind MeshDialog::kind() const {
  return kinds[std::size_t(kind_->currentIndex())];
}

int MeshDialog::wanted_lattice_cells() const {
  return kind() == BodyKind::soft ? division_->lattice_cells() : 0;
}

// What was asked for before the dialog came stays for bodies of other kinds; bones carry a surface as it is.
int MeshDialog::wanted_stuffing_cells() const {
  if (kind() == BodyKind::soft)
    return division_->stuffing_cells();
  return kind() == BodyKind::skinned ? 0 : options_.stuffing_cells;
}

void MeshDialog::show_kind() {
  for (QWidget* field : {static_cast<QWidget*>(young_), static_cast<QWidget*>(division_)})
    form_->setRowVisible(field, kind() == BodyKind::soft);
  density_->setEnabled(kind() != BodyKind::fixed);
  show_strength();
}

// Lattices do not break.
void MeshDialog::show_strength() {
  form_->setRowVisible(strength_, may_break());
}

bool MeshDialog::may_break() const {
  return kind() == BodyKind::soft && division_->made_of_tetrahedra();
}

// Tetrahedra are soft, and bones move what they carry, unless somebody said otherwise.
void MeshDialog::propose_kind() {
  division_->offer(!check_->solid);
  show_strength();
  offer_skinned(check_->bones > 0);
  if ((check_->solid || check_->bones > 0) && !kind_proposed_) {
    kind_proposed_ = true;
    const QSignalBlocker silence(kind_);
    kind_->setCurrentIndex(check_->solid ? soft : skinned);
    show_kind();
  }
}

/// Files without bones cannot be skinned.
void MeshDialog::offer_skinned(bool bones) {
  auto* items = qobject_cast<QStandardItemModel*>(kind_->model());
  items->item(skinned)->setEnabled(bones);
  items->item(skinned)->setToolTip(bones ? QString() : tr("The file holds no bones."));
}

// What the file says, unless that makes it too large or small for a body. Millimetres are what printers and
// CAD write; a scan that is too small needs a size instead.
void MeshDialog::propose_unit() {
  const double said = check_->metres_per_unit, metres = check_->extent * (said > 0 ? said : 1);
  if (metres == 0)
    return;
  if (said > 0)
    size_->setValue(metres);
  if (said > 0 && is_plausible(metres))
    unit_->setCurrentIndex(unit_of(said));
  else if (metres > largest_m)
    unit_->setCurrentIndex(millimetres);
  else if (metres < smallest_m)
    unit_->setCurrentIndex(by_size);
}

void MeshDialog::show_unit() {
  const double said = check_->metres_per_unit, metres = said * check_->extent;
  form_->setRowVisible(said_, said > 0);
  if (!(said > 0))
    return;
  QString text = tr("The file is in %1.").arg(QString::fromStdString(check_->unit));
  if (!is_plausible(metres))
    text += " " + tr("So it would be %1 m across: that may be wrong.").arg(number(metres));
  said_->setText(text);
}

void MeshDialog::show_size() {
  const int choice = unit_->currentIndex();
  form_->setRowVisible(size_, choice == by_size);
  if (!check_)
    return;
  const double metres =
      choice == by_size ? size_->value() : check_->extent * units[std::size_t(choice)]->metres;
  becomes_->setText(tr("%1 units across, becomes %2 m").arg(number(check_->extent), number(metres)));
  show_unit();
  show_young(metres);
  // A thickness means something else in another unit, and what is opened has the very bits of the check.
  if (wanted_check().sized() && metres_per_unit() != checked_metres_)
    begin_check();
}

double MeshDialog::metres_per_unit() const {
  const int choice = unit_->currentIndex();
  if (choice != by_size)
    return units[std::size_t(choice)]->metres;
  return extent_ > 0 ? size_->value() / extent_ : 1;
}

Mending MeshDialog::wanted_mending() const {
  return one_sided_->isChecked() ? Mending{} : mending_->mending();
}

// Only where something is open, and nobody said that it is to stay so.
void MeshDialog::offer_mending() {
  form_->setRowVisible(mending_, check_->boundary_edges > 0 && !one_sided_->isChecked());
}

void MeshDialog::show_young(double metres) {
  if (check_->bodies == 1 && metres > 0)
    young_->setPlaceholderText(tr("%1 Pa, which suits its size")
                                   .arg(number(soft_material(density_->value(), metres).young_modulus)));
  else
    young_->setPlaceholderText(tr("Pa; what suits each one's size"));
}

OpenOptions MeshDialog::answer() const {
  OpenOptions answer = options_;
  const int choice = unit_->currentIndex();
  answer.fit_m = choice == by_size ? size_->value() : 0;
  answer.metres_per_unit = choice == by_size ? 0 : metres_per_unit();
  answer.up = axes[up_->currentIndex()];
  answer.split_pieces = pieces_->isChecked();
  answer.mending = wanted_mending();
  answer.as_one_sided = one_sided_->isChecked();
  answer.kind = kind();
  const bool any_soft = kind() == BodyKind::soft && check_->closed > 0;
  answer.lattice_cells = any_soft ? wanted_lattice_cells() : 0;
  answer.stuffing_cells = wanted_stuffing_cells();
  answer.young_modulus = any_soft ? QLocale::c().toDouble(young_->text()) : 0;
  answer.tensile_strength = may_break() ? QLocale::c().toDouble(strength_->text()) : 0;
  answer.density = density_->value() == usual_density ? 0 : density_->value();
  return answer;
}

} // namespace lamina
