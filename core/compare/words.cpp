#include "core/compare/words.h"

#include "core/report/plot_list.h"

#include <charconv>
#include <cmath>

namespace lamina::compare {

std::string number(double value) {
  constexpr int digits = 3;
  char text[40];
  const double size = std::abs(value);
  if (size >= 1000 && size < 1e7) {
    const double unit = std::pow(10, std::floor(std::log10(size)) - digits + 1);
    return {text, std::to_chars(text, text + sizeof text, unit * std::round(value / unit),
                                std::chars_format::fixed, 0)
                      .ptr};
  }
  return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits).ptr};
}

std::string with_unit(double value, const std::string& quantity) {
  const PlotUnit unit = suitable_unit(quantity, std::abs(value));
  return number(value / unit.size) + " " + unit.name;
}

std::string with_unit(const std::optional<double>& value, const std::string& quantity) {
  return value ? with_unit(*value, quantity) : std::string();
}

std::string percent(double share) {
  return number(100 * share) + " %";
}

std::string percent(const std::optional<double>& share) {
  return share ? percent(*share) : std::string();
}

} // namespace lamina::compare
