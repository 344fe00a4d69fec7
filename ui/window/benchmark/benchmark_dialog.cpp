#include "ui/window/benchmark/benchmark_dialog.h"

#include "core/bench/scene_bench.h"

#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QDir>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

namespace lamina {
namespace {

/// What each phase does, in the order of scene_phase_names.
const std::array<const char*, bench::scene_phase_names.size()> phase_sentences{
    QT_TRANSLATE_NOOP("BenchmarkDialog", "Broad phase: which boxes overlap"),
    QT_TRANSLATE_NOOP("BenchmarkDialog", "Upload: what depends on moved vertices"),
    QT_TRANSLATE_NOOP("BenchmarkDialog", "LDI: layered depth images"),
    QT_TRANSLATE_NOOP("BenchmarkDialog", "Volume: overlap and its gradient"),
    QT_TRANSLATE_NOOP("BenchmarkDialog", "Simulation: response and motion"),
    QT_TRANSLATE_NOOP("BenchmarkDialog", "A whole step")};

QLabel* right_aligned(const QString& text, bool bold) {
  auto* label = new QLabel(bold ? "<b>" + text.toHtmlEscaped() + "</b>" : text);
  label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  return label;
}

QLabel* wrapped(const QString& text) {
  auto* label = new QLabel(text.toHtmlEscaped());
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

QGridLayout* phase_table(const bench::SceneBenchResult& result) {
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(24);
  grid->setColumnStretch(0, 1);
  grid->addWidget(right_aligned(BenchmarkDialog::tr("median, ms"), false), 0, 1);
  grid->addWidget(right_aligned(BenchmarkDialog::tr("half of all steps"), false), 0, 2);
  for (int k = 0; k < int(phase_sentences.size()); ++k) {
    const bench::Spread& spread = result.milliseconds[std::size_t(k)];
    const bool whole = k + 1 == int(phase_sentences.size());
    const QString name = BenchmarkDialog::tr(phase_sentences[std::size_t(k)]);
    grid->addWidget(new QLabel(whole ? "<b>" + name.toHtmlEscaped() + "</b>" : name), k + 1, 0);
    grid->addWidget(right_aligned(QString::number(spread.median, 'f', 3), whole), k + 1, 1);
    grid->addWidget(
        right_aligned(QString("%1 – %2").arg(spread.lower, 0, 'f', 3).arg(spread.upper, 0, 'f', 3), whole),
        k + 1, 2);
  }
  return grid;
}

QString machine_text(const bench::SceneBenchResult& result) {
  QStringList words;
  for (const auto& [name, value] : result.machine)
    if (name != "program" && name != "compiler")
      words << (name == "cores" ? BenchmarkDialog::tr("%1 cores").arg(QString::fromStdString(value))
                                : QString::fromStdString(value));
  return words.join("; ");
}

} // namespace

BenchmarkDialog::BenchmarkDialog(const bench::SceneBenchResult& result, const QString& folder,
                                 QWidget* parent)
    : QDialog(parent) {
  setWindowTitle(tr("Benchmark"));
  setObjectName("benchmark result");
  setAttribute(Qt::WA_DeleteOnClose);
  auto* column = new QVBoxLayout(this);
  column->setSpacing(12);
  column->addWidget(
      wrapped(tr("%1: %2 bodies, %3 triangles, %4 × %4 pixels, %5 threads. Median of %6 steps, %7 runs.")
                  .arg(QString::fromStdString(result.title))
                  .arg(result.bodies)
                  .arg(result.triangles)
                  .arg(result.resolution)
                  .arg(result.threads)
                  .arg(result.plan.steps - result.plan.warm_up)
                  .arg(result.plan.repetitions)));
  if (result.refused.empty()) {
    column->addLayout(phase_table(result));
    column->addWidget(new QLabel(
        tr("Real time × %1; all runs ended in the same state.").arg(result.real_time_factor, 0, 'g', 3)));
  } else {
    column->addWidget(wrapped(tr("No speed is stated: %1.").arg(QString::fromStdString(result.refused))));
  }
  column->addWidget(wrapped(machine_text(result)));
  column->addWidget(wrapped(tr("Kept in %1").arg(QDir::toNativeSeparators(folder))));

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  auto* show = buttons->addButton(tr("&Show the folder"), QDialogButtonBox::ActionRole);
  auto* copy = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
  copy->setToolTip(tr("Puts the figures on the clipboard"));
  connect(show, &QPushButton::clicked, this,
          [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); });
  connect(copy, &QPushButton::clicked, this, [text = QString::fromStdString(scene_bench_text(result))] {
    QApplication::clipboard()->setText(text);
  });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
  // Qt would make it two thirds of a small screen at most, and cut the rows.
  constexpr int width = 520;
  setMinimumSize(width, column->totalHeightForWidth(width));
}

} // namespace lamina
