#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lamina {

struct PlotPoint {
  float x = 0, y = 0;
};

/// What a plot is drawn on: a panel, a window, a file. Colours have red in the lowest byte, then green, blue
/// and opacity. Lengths are in the canvas's own units, y down.
class PlotCanvas {
public:
  virtual ~PlotCanvas() = default;
  virtual void fill(PlotPoint from, PlotPoint to, std::uint32_t colour) = 0;
  virtual void curve(std::span<const PlotPoint> points, std::uint32_t colour, float width) = 0;
  /// `at` is the upper left corner.
  virtual void text(PlotPoint at, const std::string& text, std::uint32_t colour) = 0;
  virtual PlotPoint text_size(const std::string& text) const = 0; ///< width and height
  /// From here on curves end at the edges of a box.
  virtual void clip(PlotPoint from, PlotPoint to) = 0;
  virtual void end_clip() = 0;
};

/// One line of a plot; where its value is no number, it has a gap.
struct PlotSeries {
  std::string name;
  std::uint32_t colour = 0;
  std::vector<double> values; ///< one for each time
};

/// Lines over time.
struct TimePlot {
  std::string title, unit;
  std::vector<double> times; ///< s, rising
  std::vector<PlotSeries> series;
  /// Where each time lies from left to right, 0 to 1; empty: evenly between the ends of the view.
  std::vector<float> places;
  std::string absence; ///< what is said in place of lines where none has a value
};

/// What of it is seen.
struct PlotView {
  double from_s = 0, to_s = 1;
};

struct PlotColours {
  std::uint32_t ground, grid, text;
  static PlotColours of(bool dark);
};

/// How much stands around the lines: nothing, a time axis below, or both axes, a title and names of the
/// lines.
enum class PlotAxes { none, time, all };

/// The box that the lines are drawn in.
struct PlotArea {
  PlotPoint from, to;
  double low = 0, high = 1; ///< values at its lower and upper edge

  double time_at(const PlotView& view, float x) const;
};

/// The least and greatest value in view, a little apart, with zero among them.
struct PlotRange {
  double low = 0, high = 1;
};
PlotRange range_in_view(const TimePlot& plot, const PlotView& view);

/// Draws a plot into a box. All plots are drawn here.
PlotArea draw_time_plot(PlotCanvas& canvas, const TimePlot& plot, const PlotView& view, PlotPoint from,
                        PlotPoint to, PlotAxes axes, const PlotColours& colours);

/// Round numbers from `low` to `high`, with at most so many spaces between them.
std::vector<double> round_ticks(double low, double high, int most);

/// A number of a scale whose numbers are `step` apart: "0.25", "1200", "3e-06".
std::string tick_text(double value, double step);

/// The plot as a picture in the SVG format.
std::string plot_svg(const TimePlot& plot, const PlotView& view, float width, float height, bool dark);

} // namespace lamina
