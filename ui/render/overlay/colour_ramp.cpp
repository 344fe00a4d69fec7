#include "ui/render/overlay/colour_ramp.h"

#include <algorithm>
#include <cmath>

namespace lamina {

Colour ramp_colour(double share) {
  // OKLab lightness 0.30 to 0.91, hue from 300° down to 105°, nearly as much chroma as sRGB holds.
  static constexpr std::array<Colour, 17> table{{{0.233f, 0.040f, 0.417f},
                                                 {0.222f, 0.113f, 0.504f},
                                                 {0.186f, 0.189f, 0.568f},
                                                 {0.108f, 0.263f, 0.620f},
                                                 {0.070f, 0.343f, 0.591f},
                                                 {0.088f, 0.405f, 0.579f},
                                                 {0.104f, 0.462f, 0.585f},
                                                 {0.120f, 0.517f, 0.596f},
                                                 {0.136f, 0.573f, 0.605f},
                                                 {0.152f, 0.630f, 0.608f},
                                                 {0.168f, 0.688f, 0.599f},
                                                 {0.184f, 0.749f, 0.566f},
                                                 {0.313f, 0.801f, 0.507f},
                                                 {0.500f, 0.835f, 0.457f},
                                                 {0.659f, 0.863f, 0.412f},
                                                 {0.806f, 0.886f, 0.380f},
                                                 {0.945f, 0.904f, 0.372f}}};
  const double place = (share > 0 ? std::min(share, 1.0) : 0.0) * double(table.size() - 1);
  const std::size_t first = std::min(static_cast<std::size_t>(place), table.size() - 2);
  const float beyond = static_cast<float>(place - double(first));
  Colour mixed;
  for (std::size_t k = 0; k < 3; ++k)
    mixed[k] = table[first][k] + beyond * (table[first + 1][k] - table[first][k]);
  return mixed;
}

} // namespace lamina
