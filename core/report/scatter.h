#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lamina {

/// A point of a plot with two logarithmic axes, on both of which less is better.
struct ScatterPoint {
  std::string label;
  std::string sentence;   ///< shown where one points at it; may be empty
  double x = 0, y = 0;    ///< x > 0; a y of 0 stands on a line of its own below the axis
  std::size_t colour = 0; ///< as that of the run with this index
  bool counts = true;     ///< else it is drawn hollow, and takes no part in the front
};

/// A plot with two logarithmic axes. Values are numbers of the unit that the axis names.
struct Scatter {
  std::string name;                            ///< short, for identifiers
  std::string x_title, y_title;                ///< with units
  std::string nothing;                         ///< what stands at a y of 0
  std::vector<ScatterPoint> points;            ///< need not be sorted
  std::vector<std::vector<std::size_t>> lines; ///< points that are joined, by their indices
};

/// The points that no other one betters on both axes (Pareto), from left to right. Of equal points the first
/// counts.
std::vector<std::size_t> front_of(const std::vector<ScatterPoint>& points);

/// The plot as an image within a page (SVG), in the colours of the page, light or dark. Each point is a
/// `circle` with data-label, data-x and data-y. The front is a dashed line: what lies above and right of it
/// is bettered by a point on it. Text is escaped. Empty without points.
std::string scatter_image(const Scatter& scatter);

} // namespace lamina
