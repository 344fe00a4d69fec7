#pragma once

#include <QDialog>

namespace lamina {

namespace bench {
struct SceneBenchResult;
}

/// What a benchmark of the scene found: the time of a step by phases, on what machine, and where it is kept.
class BenchmarkDialog : public QDialog {
  Q_OBJECT
public:
  BenchmarkDialog(const bench::SceneBenchResult& result, const QString& folder, QWidget* parent);
};

} // namespace lamina
