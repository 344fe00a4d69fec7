#pragma once

#include "ui/render/overlay/legend_entries.h"

#include <vector>

class QPainter;

namespace lamina {

/// Paints the legend of a picture into its lower left corner, or into that of a half which begins at pixel
/// column `left`. `scale` is in pixels for each logical pixel.
void paint_legend(QPainter& painter, const std::vector<LegendEntry>& entries, bool dark, double scale,
                  int left);

} // namespace lamina
