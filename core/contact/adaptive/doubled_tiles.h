#pragma once

#include "core/contact/adaptive/adaptive.h"
#include "core/contact/adaptive/tile_tree.h"
#include "core/contact/ldi/image_evidence.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace lamina::adaptive {

/// Of the difference of two volumes: an error bar below this share of it says little more.
inline constexpr double small_share = 0.25;

/// Calls refine(tiles, tolerance in m³) with twice the tiles each time, from `tiles` that there are to
/// `most`, until the error bar of `found`, which that updates, is small beside the way to another method's
/// `volume` (m³), or tolerated.
template <class Refine>
void double_tiles(double volume, const ViewVolume& found, int tiles, int most,
                  const AdaptiveSettings& settings, const Region& region, const Refine& refine) {
  while (tiles < most) {
    const double enough = std::max(tolerated_error(settings, found.volume, region),
                                   small_share * std::abs(volume - found.volume));
    if (found.error_bar <= enough)
      return;
    tiles = std::min(2 * tiles, most);
    refine(tiles, enough);
  }
}

/// By how much another method's volume may be off, beside what tiles found. None if they know nothing.
inline std::optional<VolumeError> error_beside(double volume, const ViewVolume& found) {
  const double away = std::abs(volume - found.volume), bound = found.bound + away;
  if (!std::isfinite(bound))
    return std::nullopt;
  return VolumeError{bound, std::min(bound, found.error_bar + away)};
}

} // namespace lamina::adaptive
