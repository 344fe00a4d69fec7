#include "ui/panels/plots/time_plot.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace lamina {
namespace {

constexpr float line_width = 1.6f;

// From left to right in a box of unit width.
float place_of(const TimePlot& plot, const PlotView& view, double time_s) {
  const std::size_t count = plot.places.size();
  if (count < 2)
    return float((time_s - view.from_s) / (view.to_s - view.from_s));
  // Between the two steps around it, or beyond the last two.
  const auto after = std::upper_bound(plot.times.begin(), plot.times.end(), time_s);
  const std::size_t next = std::clamp<std::size_t>(std::size_t(after - plot.times.begin()), 1, count - 1);
  const double gap = plot.times[next] - plot.times[next - 1];
  const double along = gap > 0 ? (time_s - plot.times[next - 1]) / gap : 0;
  return plot.places[next - 1] + float(along) * (plot.places[next] - plot.places[next - 1]);
}

// Of steps that fall on one column of pixels the least and the greatest value are drawn, so that no peak is
// lost.
class Thinned {
public:
  Thinned(PlotCanvas& canvas, std::uint32_t colour) : canvas_(canvas), colour_(colour) {}

  void add(PlotPoint point) {
    if (!points_.empty() && std::floor(point.x) == std::floor(points_.back().x) && in_column_ >= 2) {
      PlotPoint &low = points_[points_.size() - 2], &high = points_.back();
      if (low.y > high.y)
        std::swap(low.y, high.y);
      low.y = std::min(low.y, point.y);
      high.y = std::max(high.y, point.y);
      return;
    }
    in_column_ = !points_.empty() && std::floor(point.x) == std::floor(points_.back().x) ? in_column_ + 1 : 1;
    points_.push_back(point);
  }
  void gap() {
    if (points_.size() == 1)
      points_.push_back({points_[0].x + 1, points_[0].y});
    if (!points_.empty())
      canvas_.curve(points_, colour_, line_width);
    points_.clear();
    in_column_ = 0;
  }

private:
  PlotCanvas& canvas_;
  std::uint32_t colour_;
  std::vector<PlotPoint> points_;
  int in_column_ = 0;
};

void draw_series(PlotCanvas& canvas, const TimePlot& plot, const PlotView& view, const PlotArea& area) {
  const auto inside_first = std::lower_bound(plot.times.begin(), plot.times.end(), view.from_s);
  const auto inside_last = std::upper_bound(plot.times.begin(), plot.times.end(), view.to_s);
  // One step more at each end, so that lines run to the edges.
  const std::size_t first = std::size_t(std::max<std::ptrdiff_t>(0, inside_first - plot.times.begin() - 1));
  const std::size_t end = std::min(plot.times.size(), std::size_t(inside_last - plot.times.begin()) + 1);
  const float width = area.to.x - area.from.x, height = area.to.y - area.from.y;
  for (const PlotSeries& series : plot.series) {
    Thinned line(canvas, series.colour);
    for (std::size_t i = first; i < end; ++i) {
      if (!std::isfinite(series.values[i])) {
        line.gap();
        continue;
      }
      const float place = plot.places.empty() ? place_of(plot, view, plot.times[i]) : plot.places[i];
      const double up = (series.values[i] - area.low) / (area.high - area.low);
      line.add({area.from.x + place * width, area.to.y - height * float(up)});
    }
    line.gap();
  }
}

void draw_time_axis(PlotCanvas& canvas, const TimePlot& plot, const PlotView& view, const PlotArea& area,
                    bool grid, const PlotColours& colours) {
  const float width = area.to.x - area.from.x, text_height = canvas.text_size("0").y;
  const std::string unit = " s";
  const float room = canvas.text_size("000.00").x + canvas.text_size(unit).x;
  const std::vector<double> ticks =
      round_ticks(view.from_s, view.to_s, std::max(2, int(width / std::max(1.0f, 1.4f * room))));
  const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1;
  for (const double tick : ticks) {
    const float x = area.from.x + width * place_of(plot, view, tick);
    const std::string text = tick_text(tick, step) + unit;
    const float half = 0.5f * canvas.text_size(text).x;
    if (x < area.from.x || x > area.to.x || tick < 0)
      continue;
    const PlotPoint mark[] = {{x, grid ? area.from.y : area.to.y - 0.25f * text_height}, {x, area.to.y}};
    canvas.curve(mark, colours.grid, 1);
    const float left = std::clamp(x - half, area.from.x, std::max(area.from.x, area.to.x - 2 * half));
    canvas.text({left, area.to.y + 0.1f * text_height}, text, colours.text);
  }
}

void draw_value_axis(PlotCanvas& canvas, const PlotArea& area, const PlotColours& colours) {
  const PlotPoint em = canvas.text_size("0");
  const float height = area.to.y - area.from.y;
  const std::vector<double> ticks =
      round_ticks(area.low, area.high, std::max(2, int(height / (2.2f * em.y))));
  const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1;
  for (const double tick : ticks) {
    const float y = area.to.y - height * float((tick - area.low) / (area.high - area.low));
    const PlotPoint mark[] = {{area.from.x, y}, {area.to.x, y}};
    canvas.curve(mark, colours.grid, 1);
    const std::string text = tick_text(tick, step);
    canvas.text({area.from.x - canvas.text_size(text).x - 0.6f * em.x, y - 0.5f * em.y}, text, colours.text);
  }
}

// Title, unit over the numbers of the axis, names of the lines on the right.
void draw_head(PlotCanvas& canvas, const TimePlot& plot, const PlotArea& area, float top,
               const PlotColours& colours) {
  const PlotPoint em = canvas.text_size("0");
  canvas.text({area.from.x, top + 0.4f * em.y}, plot.title, colours.text);
  canvas.text({area.from.x - canvas.text_size(plot.unit).x - 0.6f * em.x, top + 1.6f * em.y}, plot.unit,
              colours.text);
  float right = area.to.x;
  for (auto series = plot.series.rbegin(); series != plot.series.rend(); ++series) {
    const float width = canvas.text_size(series->name).x;
    canvas.text({right - width, top + 1.6f * em.y}, series->name, colours.text);
    const float x = right - width - 0.9f * em.y, y = top + 1.75f * em.y;
    canvas.fill({x, y}, {x + 0.7f * em.y, y + 0.7f * em.y}, series->colour);
    right = x - 1.2f * em.y;
  }
}

// In the middle, where lines would be.
void draw_absence(PlotCanvas& canvas, const TimePlot& plot, const PlotArea& area,
                  const PlotColours& colours) {
  const bool some = std::any_of(plot.series.begin(), plot.series.end(), [](const PlotSeries& series) {
    return std::any_of(series.values.begin(), series.values.end(),
                       [](double value) { return std::isfinite(value); });
  });
  if (some || plot.series.empty())
    return;
  const PlotPoint size = canvas.text_size(plot.absence);
  const PlotPoint at{0.5f * (area.from.x + area.to.x - size.x), 0.5f * (area.from.y + area.to.y - size.y)};
  canvas.fill({at.x - size.y, at.y - 0.5f * size.y}, {at.x + size.x + size.y, at.y + 1.5f * size.y},
              colours.ground);
  canvas.text(at, plot.absence, colours.text);
}

class SvgCanvas : public PlotCanvas {
public:
  static constexpr float font_size = 13;

  SvgCanvas(float width, float height) {
    out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(width) + "\" height=\"" +
           number(height) + "\" viewBox=\"0 0 " + number(width) + " " + number(height) +
           "\" font-family=\"sans-serif\" font-size=\"" + number(font_size) + "\">\n";
  }
  std::string finish() { return out_ + "</svg>\n"; }

  void fill(PlotPoint from, PlotPoint to, std::uint32_t colour) override {
    out_ += "<rect x=\"" + number(from.x) + "\" y=\"" + number(from.y) + "\" width=\"" +
            number(to.x - from.x) + "\" height=\"" + number(to.y - from.y) + "\" fill=\"" + hex(colour) +
            "\"/>\n";
  }
  void curve(std::span<const PlotPoint> points, std::uint32_t colour, float width) override {
    out_ += "<polyline fill=\"none\" stroke-linejoin=\"round\" stroke=\"" + hex(colour) +
            "\" stroke-width=\"" + number(width) + "\"" + (clipped_ ? " clip-path=\"url(#lines)\"" : "") +
            " points=\"";
    for (const PlotPoint& point : points)
      out_ += number(point.x) + "," + number(point.y) + " ";
    out_ += "\"/>\n";
  }
  void text(PlotPoint at, const std::string& text, std::uint32_t colour) override {
    out_ += "<text x=\"" + number(at.x) + "\" y=\"" + number(at.y + 0.85f * font_size) + "\" fill=\"" +
            hex(colour) + "\">";
    for (const char c : text)
      out_ += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
    out_ += "</text>\n";
  }
  PlotPoint text_size(const std::string& text) const override {
    // Of usual fonts without serifs a letter is a little more than half as wide as high.
    const auto letters = std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; });
    return {0.56f * font_size * float(letters), 1.2f * font_size};
  }
  void clip(PlotPoint from, PlotPoint to) override {
    clipped_ = true;
    out_ += "<clipPath id=\"lines\"><rect x=\"" + number(from.x) + "\" y=\"" + number(from.y) +
            "\" width=\"" + number(to.x - from.x) + "\" height=\"" + number(to.y - from.y) +
            "\"/></clipPath>\n";
  }
  void end_clip() override { clipped_ = false; }

private:
  static std::string number(float value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", double(value));
    return text;
  }
  static std::string hex(std::uint32_t colour) {
    char text[16];
    std::snprintf(text, sizeof text, "#%02x%02x%02x", colour & 255, colour >> 8 & 255, colour >> 16 & 255);
    return text;
  }
  std::string out_;
  bool clipped_ = false;
};

} // namespace

PlotColours PlotColours::of(bool dark) {
  return dark ? PlotColours{0xff2a2522, 0xff524a44, 0xffd8d2cc}
              : PlotColours{0xffffffff, 0xffdcdad8, 0xff302824};
}

double PlotArea::time_at(const PlotView& view, float x) const {
  return view.from_s + (view.to_s - view.from_s) * double((x - from.x) / std::max(1.0f, to.x - from.x));
}

PlotRange range_in_view(const TimePlot& plot, const PlotView& view) {
  PlotRange range{0, 0};
  for (const PlotSeries& series : plot.series)
    for (std::size_t i = 0; i < plot.times.size(); ++i)
      if (plot.times[i] >= view.from_s && plot.times[i] <= view.to_s && std::isfinite(series.values[i])) {
        range.low = std::min(range.low, series.values[i]);
        range.high = std::max(range.high, series.values[i]);
      }
  if (!(range.high > range.low))
    return {range.low, range.low + 1};
  const double margin = 0.03 * (range.high - range.low);
  return {range.low < 0 ? range.low - margin : 0, range.high > 0 ? range.high + margin : 0};
}

PlotArea draw_time_plot(PlotCanvas& canvas, const TimePlot& plot, const PlotView& view, PlotPoint from,
                        PlotPoint to, PlotAxes axes, const PlotColours& colours) {
  const PlotRange range = range_in_view(plot, view);
  PlotArea area{from, to, range.low, range.high};
  const PlotPoint em = canvas.text_size("0");
  if (axes != PlotAxes::none)
    area.to.y -= 1.3f * em.y;
  if (axes == PlotAxes::all) {
    area.from = {from.x + 9 * em.x, from.y + 3.2f * em.y};
    area.to.x -= 1.5f * em.x;
  }
  canvas.fill(axes == PlotAxes::all ? from : area.from, axes == PlotAxes::all ? to : area.to, colours.ground);
  if (axes == PlotAxes::all) {
    draw_head(canvas, plot, area, from.y, colours);
    draw_value_axis(canvas, area, colours);
  }
  if (axes != PlotAxes::none)
    draw_time_axis(canvas, plot, view, area, axes == PlotAxes::all, colours);
  const float zero = area.to.y - (area.to.y - area.from.y) * float(-area.low / (area.high - area.low));
  const PlotPoint base[] = {{area.from.x, zero}, {area.to.x, zero}};
  if (area.low < 0 && area.high > 0)
    canvas.curve(base, colours.text, 1);
  canvas.clip(area.from, area.to);
  draw_series(canvas, plot, view, area);
  if (!plot.absence.empty())
    draw_absence(canvas, plot, area, colours);
  canvas.end_clip();
  return area;
}

std::vector<double> round_ticks(double low, double high, int most) {
  std::vector<double> ticks;
  if (!(high > low) || !std::isfinite(high - low) || most < 1)
    return ticks;
  double step = std::pow(10.0, std::floor(std::log10((high - low) / most)));
  for (const double factor : {2.0, 2.5, 2.0})
    if ((high - low) / step > most)
      step *= factor;
  const double first = std::ceil(low / step - 1e-9);
  for (double k = first; k * step <= high + 1e-9 * step; ++k)
    ticks.push_back(k == 0 ? 0 : k * step);
  return ticks;
}

std::string tick_text(double value, double step) {
  char text[48];
  const double greatest = std::max(std::abs(value), step);
  if (greatest >= 1e6 || step < 1e-4) {
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
  }
  const int decimals = std::clamp(int(std::ceil(-std::log10(step) - 1e-9)), 0, 6);
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string plot_svg(const TimePlot& plot, const PlotView& view, float width, float height, bool dark) {
  SvgCanvas canvas(width, height);
  draw_time_plot(canvas, plot, view, {0, 0}, {width, height}, PlotAxes::all, PlotColours::of(dark));
  return canvas.finish();
}

} // namespace lamina
