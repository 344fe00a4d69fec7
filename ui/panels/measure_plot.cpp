#include "ui/panels/measure_plot.h"

namespace lamina {

MeasurePlot measure_plot(MeasureKind kind) {
  constexpr ImU32 orange = IM_COL32(226, 156, 66, 255);
  if (kind == MeasureKind::volume)
    return {"volume",
            "cm³",
            {"intersection volume", orange, [](const StepStatistics& s) { return 1e6 * s.volume_m3; }},
            "pressure = κ × mean depth"};
  return {"depth",
          "mm",
          {"greatest depth", orange, [](const StepStatistics& s) { return 1e3 * s.deepest_m; }},
          "pressure = κ × depth"};
}

} // namespace lamina
