#pragma once

#include "core/simulation/snapshot.h"
#include "ui/render/overlay/palette.h"
#include "ui/render/overlay/shown_scales.h"
#include "ui/render/view_options.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace lamina {

/// A line of the legend: marks in colours, each with its word, and what they are.
struct LegendEntry {
  enum class Mark { none, square, line, arrow, ramp };
  struct Item {
    Colour colour{};
    std::string word;
  };
  Mark mark = Mark::none;
  std::string text;        ///< what is shown, with its unit
  std::vector<Item> items; ///< for a ramp: the words of its two ends
};

/// What a picture of these options shows, in the order of its layers.
std::vector<LegendEntry> legend_entries(const Snapshot& snapshot, const ViewOptions& options,
                                        const ShownScales& scales);

/// "box / ground", or "rope with itself".
std::string pair_name(const Snapshot& snapshot, const std::array<std::uint32_t, 2>& bodies);

/// A length in the unit that reads best: "0.5 mm", "2 cm", "10 m".
std::string length_text(double metres);

/// An area in the unit that leaves few noughts: mm², cm² or m².
std::string area_text(double square_metres);

/// A volume in the unit that leaves few noughts: mm³, cm³ or m³.
std::string volume_text(double cubic_metres);
/// A value with an SI prefix: "2 kPa", "350 mN".
std::string prefixed(double value, const char* unit);

} // namespace lamina
