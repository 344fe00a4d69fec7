#include "ui/render/overlay/palette.h"

#include <cmath>

namespace lamina {
namespace {

Colour mix(const Colour& a, const Colour& b, float share_of_b) {
  Colour mixed;
  for (std::size_t k = 0; k < 3; ++k)
    mixed[k] = a[k] + share_of_b * (b[k] - a[k]);
  return mixed;
}

} // namespace

Colour shade(const Colour& hue, std::size_t round) {
  if (round == 0)
    return hue;
  // Multiples of the golden ratio spread the shares of later rounds evenly, however many there are.
  const double turn = 0.6180339887 * static_cast<double>(round);
  const double share = round == 1 ? 0.30 : round == 2 ? 0.40 : 0.12 + 0.50 * (turn - std::floor(turn));
  const float other = round % 2 == 1 ? 0 : 1;
  return mix(hue, {other, other, other}, static_cast<float>(share));
}

Colour palette_colour(std::size_t index) {
  // Without black, and ordered so that neighbours differ most.
  static constexpr std::array<Colour, 7> hues{{{0.902f, 0.624f, 0.000f},   // orange
                                               {0.000f, 0.447f, 0.698f},   // blue
                                               {0.835f, 0.369f, 0.000f},   // vermilion
                                               {0.000f, 0.620f, 0.451f},   // bluish green
                                               {0.800f, 0.475f, 0.655f},   // reddish purple
                                               {0.337f, 0.706f, 0.914f},   // sky blue
                                               {0.941f, 0.894f, 0.259f}}}; // yellow
  return shade(hues[index % hues.size()], index / hues.size());
}

Colour floor_colour(const BodyInfo& info, bool dark) {
  const Colour& neutral = theme(dark).floor;
  return info.colour ? mix(neutral, *info.colour, 0.12f) : neutral;
}

const Theme& theme(bool dark) {
  static constexpr Theme light_theme{{0.950f, 0.958f, 0.970f}, {0.862f, 0.874f, 0.892f},
                                     {0.905f, 0.912f, 0.920f}, {0.30f, 0.33f, 0.38f, 0.42f},
                                     {0.25f, 0.30f, 0.38f},    {0.10f, 0.13f, 0.20f},
                                     {0.86f, 0.16f, 0.42f},    {0.08f, 0.36f, 0.61f}};
  static constexpr Theme dark_theme{{0.150f, 0.162f, 0.185f}, {0.075f, 0.080f, 0.092f},
                                    {0.178f, 0.192f, 0.216f}, {0.75f, 0.80f, 0.88f, 0.26f},
                                    {0.78f, 0.83f, 0.92f},    {0.88f, 0.92f, 1.00f},
                                    {1.00f, 0.42f, 0.62f},    {0.35f, 0.66f, 0.90f}};
  return dark ? dark_theme : light_theme;
}

} // namespace lamina
