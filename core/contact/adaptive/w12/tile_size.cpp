#include "core/contact/adaptive/w12/tile_size.h"

#include <algorithm>
#include <cmath>

namespace lamina::adaptive::w12 {

namespace {

/// Steps of Newton's method, which doubles digits; and the share of a size that does not matter.
constexpr int most_newton_steps = 40;
constexpr double exact_enough = 1e-12;

double more_of(ErrorForm form) {
  return form == ErrorForm::strict ? more_tiles : 0;
}

/// The height h of tiles γh × h with this error: of a quadratic in h, or a cubic where edges count more
/// often.
double height_along(const ErrorPolynomial& error, double more, double gamma, double tolerance) {
  const auto& c = error.crossed;
  const EdgeTerms& once = error.once;
  const double square = gamma * gamma * c[0] + c[1] + gamma * c[2] + c[3] / gamma +
                        gamma * gamma * gamma * c[4] + more * gamma * once.wh,
               linear = c[5] + gamma * c[6];
  const double root = std::sqrt(linear * linear + 4 * square * tolerance);
  double h = 2 * tolerance / (linear + root);
  const double cube = more * (gamma * gamma * once.w2h / 8 + once.h3 / 24 + gamma * once.wh2 / 8 +
                              gamma * gamma * gamma * once.w3 / 24);
  // The cubic is convex, and beyond its root here.
  for (int step = 0; cube > 0 && step < most_newton_steps; ++step) {
    const double value = ((cube * h + square) * h + linear) * h - tolerance,
                 slope = (3 * cube * h + 2 * square) * h + linear, next = h - value / slope;
    const bool done = h - next <= exact_enough * h;
    h = next;
    if (done)
      break;
  }
  return h;
}

/// The greatest height in [low, high] of tiles of one width within the tolerance, as those of the lowest are.
/// The error is convex in the height: from above, Newton's steps stay above the root.
double height_within(const ErrorPolynomial& error, double more, double width, double low, double high,
                     double tolerance) {
  double h = high;
  for (int step = 0; step < most_newton_steps; ++step) {
    const double beyond = error.at(width, h, more) - tolerance;
    const double slope = error.by_height(width, h, more);
    if (!(beyond > 0) || !(slope > 0))
      return h;
    const double next = std::max(low, h - beyond / slope);
    if (h - next <= exact_enough * h)
      return next;
    h = next;
  }
  return h;
}

} // namespace

double error_of_tiles(const ErrorSums& pixel, ErrorForm form, const Vec2& size, double w, double h) {
  if (form == ErrorForm::strict && w >= size.x() && h >= size.y())
    return pixel.error[1].once.at(size.x(), size.y());
  return pixel.error[static_cast<std::size_t>(form)].at(w, h, more_of(form));
}

Vec2 tile_size(const ErrorSums& pixel, ErrorForm form, const Vec2& size, double tolerance) {
  if (error_of_tiles(pixel, form, size, size.x(), size.y()) <= tolerance)
    return size;
  const ErrorPolynomial& error = pixel.error[static_cast<std::size_t>(form)];
  const double more = more_of(form), along_u = pixel.along[0], along_v = pixel.along[1];
  // Of edges that have no length on the plane any tile will do.
  const double gamma = along_u > 0 || along_v > 0 ? along_u / along_v : size.x() / size.y();
  double w = 0, h = 0; // of tiles that are within the tolerance
  if (gamma > 0 && std::isfinite(gamma)) {
    h = height_along(error, more, gamma, tolerance);
    w = gamma * h;
    if (w <= size.x() && h <= size.y())
      return {w, h};
  }
  // One side is the pixel's: the one that is met first along γ.
  if (gamma * size.y() >= size.x()) {
    const double low = size.x() / gamma;
    return {size.x(), height_within(error, more, size.x(), low, size.y(), tolerance)};
  }
  return {height_within(error.swapped(), more, size.y(), gamma * size.y(), size.x(), tolerance), size.y()};
}

std::array<std::int64_t, 2> tile_counts(const ErrorSums& pixel, ErrorForm form, const Vec2& size,
                                        double tolerance, std::int64_t most) {
  const Vec2 tile = tile_size(pixel, form, size, tolerance);
  std::array<std::int64_t, 2> count{};
  for (std::size_t k = 0; k < 2; ++k) {
    const auto axis = static_cast<Eigen::Index>(k);
    const double parts = std::ceil(size[axis] / tile[axis] * (1 - exact_enough));
    count[k] = static_cast<std::int64_t>(std::clamp(parts, 1.0, static_cast<double>(most)));
  }
  // Tiles that are made narrower alone are crossed by more of the edges across them.
  const auto error = [&](std::int64_t u, std::int64_t v) {
    return error_of_tiles(pixel, form, size, size.x() / static_cast<double>(u),
                          size.y() / static_cast<double>(v));
  };
  while (error(count[0], count[1]) > (1 + 1e-9) * tolerance && (count[0] < most || count[1] < most)) {
    const bool along_u = count[1] == most ||
                         (count[0] < most && error(count[0] + 1, count[1]) < error(count[0], count[1] + 1));
    ++count[along_u ? 0 : 1];
  }
  return count;
}

} // namespace lamina::adaptive::w12
