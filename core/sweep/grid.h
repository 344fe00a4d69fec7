#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace lamina {

/// A setting and the values that a sweep tries, in the order in which they were named.
struct SweepAxis {
  std::string setting;
  std::vector<std::string> values; ///< as settings write themselves: 1e6 is 1e+06
};

/// One combination of values.
struct SweepCell {
  std::vector<std::string> values; ///< one an axis

  /// "NAME=VALUE" for each axis.
  std::vector<std::string> assignments(std::span<const SweepAxis> axes) const;
  /// Names the cell, and is a name of a folder: "resolution=16,cells=4". The same values give the same name.
  std::string name(std::span<const SweepAxis> axes) const;
};

/// Cells of a grid beyond this are refused: nobody waits for them.
inline constexpr std::size_t most_sweep_cells = 10'000;

/// Axes from "resolution=16,32,64" and the like. Each value is checked as a setting is. Throws InputError for
/// an unknown setting, a value out of range, and an empty one. Likewise for a value or a setting that is
/// named twice, and for more than most_sweep_cells cells.
std::vector<SweepAxis> parse_sweep_axes(std::span<const std::string> assignments);

/// All combinations; the last axis changes fastest. Without axes one cell without values.
std::vector<SweepCell> sweep_cells(std::span<const SweepAxis> axes);

} // namespace lamina
