#pragma once

#include "ui/panels/plots/step_curves.h"

#include <QTimer>
#include <QWidget>

#include <cstdint>
#include <functional>
#include <set>
#include <string>

class QComboBox;
class QHBoxLayout;
class QLabel;

namespace lamina {

class PlotSheet;

/// The steps that are plotted, as they were when they were asked for last.
struct PlottedSteps {
  std::vector<StepStatistics> steps; ///< oldest first
  ContactSettings contact;
  std::uint64_t revision = 0; ///< of what they belong to: a scene or a run
};

/// Plots over time in a window of their own: of the last steps of the simulation, or of all of a recorded
/// run.
class PlotWindow : public QWidget {
  Q_OBJECT
public:
  /// Brings the steps up to date; returns whether they have changed.
  using Bring = std::function<bool(PlottedSteps&)>;
  PlotWindow(Bring bring, QWidget* parent);

  void choose(const std::string& curves); ///< by their name; an unknown one changes nothing
  void set_dark(bool dark);
  PlotSheet& sheet() { return *sheet_; }

  /// Writes what is seen. Both throw InputError naming file and reason.
  void save_csv(const std::string& file) const;
  void save_svg(const std::string& file) const;

protected:
  void showEvent(QShowEvent* event) override;

private:
  void look();
  void list_curves();
  void list_lines();
  void show_curves();
  const StepCurves* chosen() const;
  void ask_for_file(bool csv);

  Bring bring_;
  PlottedSteps steps_;
  ContactSettings listed_for_;
  std::vector<StepCurves> curves_;
  std::set<std::string> hidden_; ///< columns that are not drawn
  QComboBox* choice_;
  QHBoxLayout* lines_;
  QLabel* message_;
  PlotSheet* sheet_;
  QTimer timer_;
  bool dark_ = true;
};

} // namespace lamina
