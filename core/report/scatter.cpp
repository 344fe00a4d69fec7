#include "core/report/scatter.h"

#include "core/report/report_page.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace lamina {

namespace {

// Pixels of the image.
constexpr double width = 920, height = 500, left = 84, right = 24, top = 16, bottom = 64;
constexpr double zero_band = 40; ///< below the axis, where something stands at 0
constexpr double radius = 5.5, text_height = 15, letter = 7.2;

std::string pixels(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 1).ptr};
}

std::string digits(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::general, 6).ptr};
}

struct Rectangle {
  double x0, y0, x1, y1;

  double overlap(const Rectangle& other) const {
    return std::max(0.0, std::min(x1, other.x1) - std::max(x0, other.x0)) *
           std::max(0.0, std::min(y1, other.y1) - std::max(y0, other.y0));
  }
};

/// Logarithmic, from `least` to `greatest`, on pixels `from` to `to`.
struct LogAxis {
  double least = 1, greatest = 10, from = 0, to = 1;

  double at(double value) const {
    return from + (to - from) * std::log(value / least) / std::log(greatest / least);
  }
};

/// An axis with room beside all values that are above 0, at least a factor of ten long.
LogAxis axis_of(const std::vector<double>& values, double from, double to) {
  double least = std::numeric_limits<double>::infinity(), greatest = 0;
  for (const double value : values)
    if (value > 0) {
      least = std::min(least, value);
      greatest = std::max(greatest, value);
    }
  if (greatest == 0)
    return {1, 10, from, to};
  const double room = std::max(std::sqrt(10 * least / greatest), std::pow(greatest / least, 0.06));
  const double more = std::max(room, 1.25);
  return {least / more, greatest * more, from, to};
}

struct Tick {
  double value = 0;
  bool labelled = true;
};

/// 1, 2 and 5 times powers of ten; labels only at the powers where there are many.
std::vector<Tick> ticks_of(const LogAxis& axis) {
  const bool few = axis.greatest / axis.least < 300;
  std::vector<Tick> ticks;
  const int first = static_cast<int>(std::floor(std::log10(axis.least)));
  const int last = static_cast<int>(std::ceil(std::log10(axis.greatest)));
  for (int power = first; power <= last; ++power)
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * std::pow(10, power);
      if (value >= axis.least && value <= axis.greatest)
        ticks.push_back({value, few || factor == 1});
    }
  return ticks;
}

class Image {
public:
  explicit Image(const Scatter& scatter) : scatter_(&scatter) {
    std::vector<double> xs, ys;
    for (const ScatterPoint& point : scatter.points) {
      xs.push_back(point.x);
      ys.push_back(point.y);
      zero_ = zero_ || !(point.y > 0);
    }
    x_ = axis_of(xs, left, width - right);
    y_ = axis_of(ys, height - bottom - (zero_ ? zero_band : 0), top);
  }

  std::string draw() {
    html_ = "<svg class=\"scatter\" id=\"scatter-" + html_text(scatter_->name) + "\" viewBox=\"0 0 " +
            pixels(width) + " " + pixels(height) + "\" role=\"img\" aria-label=\"" +
            html_text(scatter_->y_title + " against " + scatter_->x_title) + "\">\n";
    draw_axes();
    draw_front();
    draw_lines();
    draw_points();
    draw_labels();
    return html_ + "</svg>\n";
  }

private:
  double px(const ScatterPoint& point) const { return x_.at(point.x); }
  double py(const ScatterPoint& point) const {
    return point.y > 0 ? y_.at(point.y) : height - bottom - zero_band / 2;
  }

  void line(const char* kind, double x0, double y0, double x1, double y1) {
    html_ += "<line class=\"" + std::string(kind) + "\" x1=\"" + pixels(x0) + "\" y1=\"" + pixels(y0) +
             "\" x2=\"" + pixels(x1) + "\" y2=\"" + pixels(y1) + "\"/>\n";
  }

  void text(const char* kind, double x, double y, const std::string& words, const std::string& more = "") {
    html_ += "<text class=\"" + std::string(kind) + "\" x=\"" + pixels(x) + "\" y=\"" + pixels(y) + "\"" +
             more + ">" + html_text(words) + "</text>\n";
  }

  void draw_axes() {
    const double floor = height - bottom;
    for (const Tick& tick : ticks_of(x_)) {
      line(tick.labelled ? "grid" : "grid fine", x_.at(tick.value), top, x_.at(tick.value), floor);
      if (tick.labelled)
        text("tick", x_.at(tick.value), floor + 20, digits(tick.value),
             " text-anchor=\"middle\" data-x=\"" + digits(tick.value) + "\"");
    }
    for (const Tick& tick : ticks_of(y_)) {
      line(tick.labelled ? "grid" : "grid fine", left, y_.at(tick.value), width - right, y_.at(tick.value));
      if (tick.labelled)
        text("tick", left - 8, y_.at(tick.value) + 4.5, digits(tick.value),
             " text-anchor=\"end\" data-y=\"" + digits(tick.value) + "\"");
    }
    if (zero_) {
      line("axis", left, floor - zero_band, width - right, floor - zero_band);
      keep_clear(left, floor - zero_band, width - right, floor - zero_band);
      text("tick", left - 8, floor - zero_band / 2 + 4.5, scatter_->nothing, " text-anchor=\"end\"");
    }
    line("axis", left, floor, width - right, floor);
    line("axis", left, top, left, floor);
    text("title", (left + width - right) / 2, height - 12, scatter_->x_title, " text-anchor=\"middle\"");
    const double middle = (top + y_.from) / 2;
    text("title", 18, middle, scatter_->y_title,
         " text-anchor=\"middle\" transform=\"rotate(-90 18 " + pixels(middle) + ")\"");
  }

  void draw_front() {
    const std::vector<std::size_t> front = front_of(scatter_->points);
    if (front.empty())
      return;
    std::string path;
    double x = 0, y = top;
    for (const std::size_t k : front) {
      const ScatterPoint& point = scatter_->points[k];
      path += (path.empty() ? "M" : "L") + pixels(px(point)) + " " + pixels(y) + "L" + pixels(px(point)) +
              " " + pixels(py(point));
      if (k != front.front())
        keep_clear(x, y, px(point), y);
      keep_clear(px(point), y, px(point), py(point));
      x = px(point);
      y = py(point);
    }
    keep_clear(x, y, width - right, y);
    path += "L" + pixels(width - right) + " " + pixels(y);
    html_ += "<path class=\"front\" d=\"" + path + "\"/>\n";
  }

  void draw_lines() {
    for (const std::vector<std::size_t>& joined : scatter_->lines) {
      std::string corners;
      for (std::size_t n = 1; n < joined.size(); ++n)
        keep_clear(px(scatter_->points[joined[n - 1]]), py(scatter_->points[joined[n - 1]]),
                   px(scatter_->points[joined[n]]), py(scatter_->points[joined[n]]));
      for (const std::size_t k : joined)
        corners += (corners.empty() ? "" : " ") + pixels(px(scatter_->points[k])) + "," +
                   pixels(py(scatter_->points[k]));
      html_ += "<polyline class=\"series\" style=\"stroke:" + colour_of(scatter_->points[joined.front()]) +
               "\" points=\"" + corners + "\"/>\n";
    }
  }

  /// Labels shall not cover a line, either: small boxes along it.
  void keep_clear(double x0, double y0, double x1, double y1) {
    const int parts = 1 + static_cast<int>(std::hypot(x1 - x0, y1 - y0) / 6);
    for (int n = 0; n <= parts; ++n) {
      const double x = x0 + (x1 - x0) * n / parts, y = y0 + (y1 - y0) * n / parts;
      taken_.push_back({x - 1.5, y - 1.5, x + 1.5, y + 1.5});
    }
  }

  static std::string colour_of(const ScatterPoint& point) {
    return "var(--c" + std::to_string(point.colour % run_colours) + ")";
  }

  void draw_points() {
    for (const ScatterPoint& point : scatter_->points) {
      html_ += "<circle class=\"" + std::string(point.counts ? "full" : "hollow") + "\" data-label=\"" +
               html_text(point.label) + "\" data-x=\"" + digits(point.x) + "\" data-y=\"" + digits(point.y) +
               "\" cx=\"" + pixels(px(point)) + "\" cy=\"" + pixels(py(point)) + "\" r=\"" + pixels(radius) +
               "\" style=\"stroke:" + colour_of(point) +
               ";fill:" + (point.counts ? colour_of(point) : "var(--card)") + "\"><title>" +
               html_text(point.label) + (point.sentence.empty() ? "" : ": " + html_text(point.sentence)) +
               "</title></circle>\n";
      taken_.push_back({px(point) - radius, py(point) - radius, px(point) + radius, py(point) + radius});
    }
  }

  /// Room for a label beside a point, in one of eight directions.
  static Rectangle room(double x, double y, double wide, int direction, double away) {
    static constexpr std::array<std::array<double, 2>, 8> ways{
        {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}}};
    const auto [right_of, below] = ways[static_cast<std::size_t>(direction)];
    const double slant = right_of != 0 && below != 0 ? 0.75 : 1;
    const double x0 = right_of > 0 ? x + slant * away : right_of < 0 ? x - slant * away - wide : x - wide / 2;
    const double y0 = below > 0   ? y + slant * away
                      : below < 0 ? y - slant * away - text_height
                                  : y - text_height / 2;
    return {x0, y0, x0 + wide, y0 + text_height};
  }

  /// Puts each label where it covers least of points, labels and what is beyond the image.
  void draw_labels() {
    for (const ScatterPoint& point : scatter_->points) {
      const double wide = letter * static_cast<double>(point.label.size());
      std::optional<Rectangle> best;
      double least = 0, far = 0;
      for (const double away : {9.0, 22.0, 38.0, 56.0, 76.0})
        for (int direction = 0; direction < 8; ++direction) {
          const Rectangle here = room(px(point), py(point), wide, direction, away);
          double covered = wide * text_height - here.overlap({left, top, width - right, height - bottom});
          for (const Rectangle& other : taken_)
            covered += here.overlap(other);
          if (!best || covered < least - 1e-9) {
            best = here;
            least = covered;
            far = away;
          }
        }
      if (far > 22)
        line("leader", px(point), py(point), std::clamp(px(point), best->x0, best->x1),
             std::clamp(py(point), best->y0, best->y1));
      text(point.counts ? "label" : "label hollow", best->x0, best->y0 + 12, point.label);
      taken_.push_back(*best);
    }
  }

  const Scatter* scatter_;
  bool zero_ = false;
  LogAxis x_, y_;
  std::vector<Rectangle> taken_; ///< by points, by lines, and by labels so far
  std::string html_;
};

} // namespace

std::vector<std::size_t> front_of(const std::vector<ScatterPoint>& points) {
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < points.size(); ++k)
    if (points[k].counts)
      order.push_back(k);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return points[a].x != points[b].x ? points[a].x < points[b].x : points[a].y < points[b].y;
  });
  std::vector<std::size_t> front;
  for (const std::size_t k : order)
    if (front.empty() || points[k].y < points[front.back()].y)
      front.push_back(k);
  return front;
}

std::string scatter_image(const Scatter& scatter) {
  return scatter.points.empty() ? std::string() : Image(scatter).draw();
}

} // namespace lamina
