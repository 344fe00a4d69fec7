#pragma once

#include "core/contact/contact.h"
#include "ui/panels/step_plot.h"

namespace lamina {

/// How far bodies are in each other, as panels say and plot it by what contacts measure.
struct MeasurePlot {
  const char* name; ///< "volume", for identifiers
  const char* unit;
  PlotLine line;
  const char* pressure; ///< the law that a stiffness over depths stands for
};
MeasurePlot measure_plot(MeasureKind kind);

} // namespace lamina
