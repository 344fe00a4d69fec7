#include "ui/window/mesh_dialog/mesh_dialog.h"

#include "ui/panels/style.h"
#include "ui/window/mesh_dialog/check_progress.h"
#include "ui/window/mesh_dialog/mending_fields.h"
#include "ui/window/mesh_dialog/mesh_view.h"

#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace lamina {
namespace {

constexpr std::size_t most_notes = 4;

QString counted(std::size_t count, const QString& thing) {
  return QString::fromStdString(grouped(count)) + " " + thing + (count == 1 ? "" : "s");
}

// A line of the legend: a mark in its colour, and how often it occurs.
QString marked(std::size_t count, const QString& thing, DefectKind kind, const QString& sign, bool dark) {
  if (count == 0)
    return {};
  const auto [red, green, blue] = defect_colour(kind, dark);
  return QString("<div><span style='color:%1'><b>%2</b></span> %3</div>")
      .arg(QColor::fromRgbF(red, green, blue).name(), sign, counted(count, thing));
}

} // namespace

MeshDialog::MeshDialog(std::vector<std::filesystem::path> files, const OpenOptions& options, MeshPlace place,
                       bool dark, QWidget* parent)
    : QDialog(parent), files_(std::move(files)), options_(options), dark_(dark) {
  setObjectName("mesh dialog");
  setAttribute(Qt::WA_DeleteOnClose);
  QStringList names;
  for (const auto& file : files_)
    names << QString::fromStdString(file.filename().string());
  setWindowTitle(tr("Open %1").arg(names.join(", ")));
  view_ = new MeshView(files_, dark);

  auto* side = new QVBoxLayout;
  add_files(*side);
  side->addWidget(make_options());
  place_->setCurrentIndex(int(place));
  side->addWidget(make_findings(), 1);
  auto* body = new QHBoxLayout;
  body->addWidget(view_, 3);
  body->addLayout(side, 2);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel);
  open_ = buttons->button(QDialogButtonBox::Open);
  auto* column = new QVBoxLayout(this);
  column->addLayout(body, 1);
  column->addWidget(buttons);
  resize(QSize(900, 560).boundedTo(parent->size() * 0.94));

  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, this, &MeshDialog::open_chosen);
  connect(view_, &MeshView::checked, this, &MeshDialog::take);
  connect(view_, &MeshView::progressed, this, [this](double fraction, const QString& what) {
    progress_->show_progress(fraction);
    findings_->setText(what.toHtmlEscaped() + "…");
  });
  connect(progress_, &CheckProgress::stop_wanted, this, &MeshDialog::stop_check);
  connect(view_, &MeshView::failed, this, [this](const QString& reason) {
    progress_->end();
    reason_->setText(reason.toHtmlEscaped());
    reason_->show();
  });
  begin_check();
}

// A number that is still being typed counts; where it asks for another check, that comes first.
void MeshDialog::open_chosen() {
  for (QAbstractSpinBox* field : findChildren<QAbstractSpinBox*>())
    field->interpretText();
  if (!check_)
    return;
  const OpenOptions chosen = answer();
  const std::vector<std::filesystem::path> files = wanted_files();
  accept();
  emit answered(files, chosen, MeshPlace(place_->currentIndex()));
}

// Several files can be opened in part.
void MeshDialog::add_files(QVBoxLayout& column) {
  if (files_.size() < 2)
    return;
  for (const std::filesystem::path& file : files_) {
    auto* box = new QCheckBox(QString::fromStdString(file.filename().string()).replace('&', "&&"));
    box->setObjectName("file " + QString::fromStdString(file.filename().string()));
    box->setChecked(true);
    connect(box, &QCheckBox::toggled, this, [this] { open_->setEnabled(check_ && !wanted_files().empty()); });
    file_boxes_.push_back(box);
    column.addWidget(box);
  }
}

// A file that cannot be opened says why, and is not in the way of the others. It has no tick until it can be.
void MeshDialog::show_files() {
  for (std::size_t i = 0; i < file_boxes_.size(); ++i) {
    const FileCheck& file = check_->files[i];
    const QString name = QString::fromStdString(file.file.filename().string()).replace('&', "&&");
    file_boxes_[i]->setText(file.accepted() ? name : tr("%1 – cannot be opened").arg(name));
    file_boxes_[i]->setToolTip(QString::fromStdString(file.reason));
    if (file.accepted() != file_boxes_[i]->isEnabled())
      file_boxes_[i]->setChecked(file.accepted());
    file_boxes_[i]->setEnabled(file.accepted());
  }
}

std::vector<std::filesystem::path> MeshDialog::wanted_files() const {
  std::vector<std::filesystem::path> wanted;
  for (std::size_t i = 0; i < check_->files.size(); ++i)
    if (check_->files[i].accepted() && (file_boxes_.empty() || file_boxes_[i]->isChecked()))
      wanted.push_back(check_->files[i].file);
  return wanted;
}

QWidget* MeshDialog::make_findings() {
  findings_ = new QLabel;
  reason_ = new QLabel;
  for (QLabel* label : {findings_, reason_}) {
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse |
                                   Qt::LinksAccessibleByKeyboard);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  }
  connect(findings_, &QLabel::linkActivated, this, &MeshDialog::begin_check);
  findings_->setObjectName("findings");
  reason_->setObjectName("reason");
  auto* inside = new QWidget;
  auto* column = new QVBoxLayout(inside);
  column->setContentsMargins(0, 6, 0, 0);
  column->addWidget(reason_);
  column->addWidget(findings_);
  progress_ = new CheckProgress;
  column->addWidget(progress_);
  column->addStretch(1);
  auto* area = new QScrollArea;
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setWidget(inside);
  return area;
}

CheckOptions MeshDialog::wanted_check() const {
  CheckOptions wanted;
  wanted.split_pieces = pieces_->isChecked();
  wanted.as_one_sided = one_sided_->isChecked();
  wanted.mending = wanted_mending();
  wanted.metres_per_unit = metres_per_unit();
  wanted.lattice_cells = wanted_lattice_cells();
  wanted.stuffing_cells = wanted_stuffing_cells();
  return wanted;
}

void MeshDialog::begin_check() {
  check_.reset();
  open_->setEnabled(false);
  reason_->hide();
  findings_->setText(tr("checking…"));
  progress_->begin();
  const CheckOptions wanted = wanted_check();
  checked_metres_ = wanted.metres_per_unit;
  view_->check(wanted);
}

// Whatever is chosen next begins another check.
void MeshDialog::stop_check() {
  view_->stop();
  progress_->end();
  findings_->setText(tr("Stopped. <a href='again'>Check again</a>, or choose otherwise above."));
}

void MeshDialog::take(std::shared_ptr<const MeshCheck> check) {
  progress_->end();
  check_ = std::move(check);
  extent_ = check_->extent;
  propose_kind();
  if (!unit_proposed_) {
    unit_proposed_ = true;
    propose_unit();
  }
  show_size();
  // What was to be mended may have to be checked again in the size that is known now.
  if (!check_)
    return;
  offer_mending();
  show_files();
  show_findings();
  open_->setEnabled(!wanted_files().empty());
  if (open_->isEnabled())
    open_->setFocus();
}

QString MeshDialog::way_out() const {
  if (!check_->divided)
    return tr("Choose another number of cells above, or another kind.");
  if (one_sided_->isChecked() || check_->boundary_edges == 0)
    return tr("It has to be mended in a mesh editor first.");
  const Mending mending = wanted_mending();
  if (mending.close_holes)
    return tr("It can be given a thickness, or opened as a one-sided surface.");
  if (mending.thickness > 0)
    return tr("It can be opened as a one-sided surface, or mended in a mesh editor.");
  return tr("Its holes can be closed, it can be given a thickness, or be opened as a one-sided surface: "
            "choose above.");
}

void MeshDialog::show_findings() {
  const MeshCheck& c = *check_;
  reason_->setVisible(!c.accepted);
  if (!c.accepted) {
    QStringList reasons;
    for (const FileCheck& file : c.files)
      if (!file.accepted())
        reasons << QString::fromStdString(file.reason).toHtmlEscaped() + ".";
    const QString heading =
        wanted_files().empty() ? tr("Cannot be opened like this") : tr("Not all can be opened like this");
    reason_->setText(QString("<b>%1</b><br>%2<br>%3").arg(heading, reasons.join("<br>"), way_out()));
  }
  QString text = "<div>" +
                 tr("%1, %2, %3")
                     .arg(counted(c.bodies, tr("object")), counted(c.pieces, tr("piece")),
                          counted(c.triangles, tr("triangle"))) +
                 "</div>";
  text += marked(c.boundary_edges, tr("boundary edge"), DefectKind::boundary, "━", dark_);
  text += marked(c.nonmanifold_edges, tr("non-manifold edge"), DefectKind::nonmanifold, "━", dark_);
  text += marked(c.misoriented_edges, tr("misoriented edge"), DefectKind::misoriented, "━", dark_);
  text += marked(c.inverted_pieces, tr("inverted piece"), DefectKind::misoriented, "■", dark_);
  if (c.boundary_edges + c.nonmanifold_edges + c.misoriented_edges + c.inverted_pieces == 0)
    text += "<div>" + tr("No defects found.") + "</div>";
  for (std::size_t i = 0; i < std::min(c.notes.size(), most_notes); ++i)
    text += "<div style='margin-top:5px'>" + QString::fromStdString(c.notes[i]).toHtmlEscaped() + "</div>";
  if (c.notes.size() > most_notes)
    text += "<div>" + tr("and %1 more").arg(c.notes.size() - most_notes) + "</div>";
  findings_->setText(text);
}

} // namespace lamina
