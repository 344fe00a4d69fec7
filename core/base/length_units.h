#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace lamina {

/// A unit that mesh files may be in.
struct LengthUnit {
  std::string_view symbol, name; ///< "mm", "millimetres"
  double metres;
};

inline constexpr std::array<LengthUnit, 8> length_units = {{{"m", "metres", 1},
                                                            {"dm", "decimetres", 0.1},
                                                            {"cm", "centimetres", 0.01},
                                                            {"mm", "millimetres", 0.001},
                                                            {"um", "micrometres", 1e-6},
                                                            {"km", "kilometres", 1000},
                                                            {"in", "inches", 0.0254},
                                                            {"ft", "feet", 0.3048}}};

/// The unit of this symbol; null if there is none.
constexpr const LengthUnit* length_unit(std::string_view symbol) {
  for (const LengthUnit& unit : length_units)
    if (unit.symbol == symbol)
      return &unit;
  return nullptr;
}

/// The unit of so many metres, but for rounding; null if there is none.
inline const LengthUnit* length_unit(double metres) {
  const auto found = std::find_if(length_units.begin(), length_units.end(), [&](const LengthUnit& unit) {
    return std::abs(unit.metres / metres - 1) < 1e-6;
  });
  return found == length_units.end() ? nullptr : &*found;
}

} // namespace lamina
