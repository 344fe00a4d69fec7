#include "core/contact/adaptive/w12/tile_size.h"

#include "tests/contact/contact_support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace lamina::test {
namespace {

using namespace adaptive;
using namespace adaptive::w12;

/// Some edges in a pixel of 1 × `height`, a few of them narrow.
ErrorSums random_pixel(Dice& dice, double height) {
  ErrorSums sums;
  const int edges = 1 + static_cast<int>(dice.within(0, 6));
  for (int i = 0; i < edges; ++i) {
    EdgeError edge;
    edge.along = {dice.within(0, 1), dice.within(0, height)};
    const double alpha = dice.within(0, 2), beta = dice.within(0, 1), depth = dice.within(0, 0.3);
    const bool case_1 = dice.within(0, 1) < 0.5, is_narrow = dice.within(0, 1) < 0.3;
    EdgeTerms terms;
    if (is_narrow)
      terms.wh = depth / 2;
    else if (case_1)
      terms = {alpha, alpha * beta * beta, 0, 0, 0};
    else
      terms = {0, 0, alpha, alpha * beta * beta, 0};
    edge.terms = {terms, terms};
    edge.slope = is_narrow ? 0 : alpha;
    edge.depth = is_narrow ? depth : 0;
    sums.add(edge);
  }
  return sums;
}

/// The largest t in [low, high] up to which f is no more than the tolerance.
template <class Of>
double bisected(const Of& of, double low, double high, double tolerance) {
  if (of(high) <= tolerance)
    return high;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (of(middle) <= tolerance ? low : high) = middle;
  }
  return low;
}

TEST(W12TileSize, InClosedFormIsThatOfBisection) {
  Dice dice(11);
  int bound_by_the_pixel = 0;
  for (int i = 0; i < 2000; ++i) {
    const Vec2 size(1, dice.within(0.4, 2.5));
    const ErrorSums pixel = random_pixel(dice, size.y());
    const ErrorForm form = i % 2 == 0 ? ErrorForm::printed : ErrorForm::strict;
    const auto error = [&](double w, double h) { return error_of_tiles(pixel, form, size, w, h); };
    const double whole = error(size.x(), size.y()), tolerance = whole * std::pow(10, dice.within(-4, 0.2));
    const Vec2 tile = tile_size(pixel, form, size, tolerance);
    if (whole <= tolerance) {
      EXPECT_EQ(tile, size);
      continue;
    }
    const double gamma = pixel.along[0] / pixel.along[1];
    const double h = bisected([&](double t) { return error(gamma * t * (1 - 1e-15), t); }, 0,
                              std::min(size.x() / gamma, size.y()), tolerance);
    const bool met_u = gamma * h >= size.x() * (1 - 1e-9), met_v = h >= size.y() * (1 - 1e-9);
    if (!met_u && !met_v) {
      EXPECT_NEAR(tile.y(), h, 1e-9 * h) << i;
      EXPECT_NEAR(tile.x(), gamma * h, 1e-9 * gamma * h) << i;
      continue;
    }
    ++bound_by_the_pixel;
    const double other = met_u ? bisected([&](double t) { return error(size.x() * (1 - 1e-15), t); },
                                          size.x() / gamma * (1 - 1e-9), size.y(), tolerance)
                               : bisected([&](double t) { return error(t, size.y() * (1 - 1e-15)); },
                                          gamma * size.y() * (1 - 1e-9), size.x(), tolerance);
    EXPECT_NEAR(tile[met_u ? 1 : 0], other, 1e-7 * other) << i;
    EXPECT_EQ(tile[met_u ? 0 : 1], size[met_u ? 0 : 1]);
  }
  EXPECT_GT(bound_by_the_pixel, 50);
}

TEST(W12TileSize, CountsMeetTheTolerance) {
  Dice dice(12);
  for (int i = 0; i < 2000; ++i) {
    const Vec2 size(1, dice.within(0.4, 2.5));
    const ErrorSums pixel = random_pixel(dice, size.y());
    for (const ErrorForm form : {ErrorForm::printed, ErrorForm::strict}) {
      const double whole = error_of_tiles(pixel, form, size, size.x(), size.y()),
                   tolerance = whole * std::pow(10, dice.within(-3, 0.2));
      const auto count = tile_counts(pixel, form, size, tolerance, 1 << 20);
      EXPECT_LE(error_of_tiles(pixel, form, size, size.x() / static_cast<double>(count[0]),
                               size.y() / static_cast<double>(count[1])),
                (1 + 1e-8) * tolerance);
    }
  }
}

// W12, section 4.3: an edge alone is met by the fewest tiles if their sides are as its own.
TEST(W12TileSize, OfOneEdgeIsTheLargestOfAllShapes) {
  Dice dice(13);
  for (int i = 0; i < 100; ++i) {
    const Vec2 along(dice.within(0.2, 1), dice.within(0.2, 1));
    ErrorSums pixel;
    EdgeError edge;
    edge.along = {along.x(), along.y()};
    edge.slope = 1;
    const double beta = along.x() / along.y();
    edge.terms[0] = edge.terms[1] = {1, beta * beta, 0, 0, 0};
    pixel.add(edge);
    const Vec2 size(1, 1);
    const double tolerance = 1e-3 * error_of_tiles(pixel, ErrorForm::printed, size, 1, 1);
    const Vec2 tile = tile_size(pixel, ErrorForm::printed, size, tolerance);
    for (const double other : {0.8, 0.95, 1.05, 1.25}) {
      const double h =
          bisected([&](double t) { return pixel.error[0].at(other * beta * t, t, 0); }, 0, 1, tolerance);
      EXPECT_LE(other * beta * h * h, tile.x() * tile.y() * (1 + 1e-9)) << other;
    }
  }
}

} // namespace
} // namespace lamina::test
