#pragma once

#include <map>
#include <regex>
#include <string>

namespace lamina::test {

/// A point of a plot with two logarithmic axes, as its image has it.
struct Drawn {
  double x = 0, y = 0, cx = 0, cy = 0;
  std::string kind;
  std::string corner; ///< as lines write it
};

/// The points of an image, by their labels.
inline std::map<std::string, Drawn> points_in(const std::string& image) {
  static const std::regex circle("<circle class=\"(\\w+)\" data-label=\"([^\"]*)\" data-x=\"([^\"]*)\" "
                                 "data-y=\"([^\"]*)\" cx=\"([^\"]*)\" cy=\"([^\"]*)\"");
  std::map<std::string, Drawn> points;
  for (std::sregex_iterator it(image.begin(), image.end(), circle), end; it != end; ++it)
    points[(*it)[2]] = {std::stod((*it)[3]),
                        std::stod((*it)[4]),
                        std::stod((*it)[5]),
                        std::stod((*it)[6]),
                        (*it)[1],
                        (*it)[5].str() + "," + (*it)[6].str()};
  return points;
}

} // namespace lamina::test
