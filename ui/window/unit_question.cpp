#include "ui/window/unit_question.h"

#include "ui/panels/style.h"

#include <QButtonGroup>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

#include <array>

namespace lamina {
namespace {

// Things to push around on a desk or in a workshop; a scan outside of this is nearly always in other units.
constexpr double largest_m = 20, smallest_m = 0.002;

struct Unit {
  const char* name;
  double metres;
};
constexpr std::array<Unit, 4> units = {
    {{"metres", 1}, {"centimetres", 0.01}, {"millimetres", 0.001}, {"inches", 0.0254}}};
constexpr int fit_id = int(units.size());

} // namespace

double movable_extent(const Scene& scene) {
  Box box;
  for (const SceneBody& body : scene.bodies)
    if (body.kind == BodyKind::rigid && body.mesh)
      for (const Vec3& vertex : body.mesh->mesh.vertices)
        box.include(body.pose * vertex);
  return box.empty() ? 0 : box.size().maxCoeff();
}

bool size_is_implausible(const Scene& scene, const OpenOptions& options) {
  if (options.metres_per_unit > 0 || options.fit_m > 0 || scene.source.extension() == ".json")
    return false;
  const double extent = movable_extent(scene);
  return extent > largest_m || (extent > 0 && extent < smallest_m);
}

UnitQuestion::UnitQuestion(const Scene& scene, QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Which unit?"));
  setAttribute(Qt::WA_DeleteOnClose);
  const double extent = movable_extent(scene);
  auto* column = new QVBoxLayout(this);
  column->addWidget(new QLabel(tr("Mesh files name no unit, and this one measures %1 across.\n"
                                  "What is one unit of it?")
                                   .arg(QString::fromStdString(brief(extent)))));
  choices_ = new QButtonGroup(this);
  for (std::size_t i = 0; i < units.size(); ++i) {
    const QString size = QString::fromStdString(brief(extent * units[i].metres));
    auto* choice = new QRadioButton(tr("%1  (%2 m across)").arg(tr(units[i].name), size));
    choices_->addButton(choice, int(i));
    column->addWidget(choice);
  }
  auto* fit = new QRadioButton(tr("any; make it this large:"));
  choices_->addButton(fit, fit_id);
  size_ = new QDoubleSpinBox;
  size_->setRange(0.001, 1000);
  size_->setDecimals(3);
  size_->setValue(0.3);
  size_->setSuffix(" m");
  auto* row = new QHBoxLayout;
  row->addWidget(fit);
  row->addWidget(size_);
  column->addLayout(row);
  connect(size_, &QDoubleSpinBox::valueChanged, fit, [fit] { fit->setChecked(true); });
  // Millimetres are what printers and CAD write; a scan that is too small needs a size instead.
  choices_->button(extent > largest_m ? 2 : fit_id)->setChecked(true);

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel);
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    OpenOptions options;
    if (choices_->checkedId() == fit_id)
      options.fit_m = size_->value();
    else if (choices_->checkedId() > 0)
      options.metres_per_unit = units[std::size_t(choices_->checkedId())].metres;
    accept();
    emit answered(options);
  });
}

} // namespace lamina
