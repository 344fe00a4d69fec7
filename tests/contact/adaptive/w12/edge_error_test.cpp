#include "core/contact/adaptive/w12/edge_error.h"

#include "core/mesh/procedural.h"
#include "tests/contact/adaptive/view_pair.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina::test {
namespace {

using namespace adaptive;
using namespace adaptive::w12;

// Alg. 2 for one face of an edge of slope α_i − α_j, by its letter.
double by_algorithm_2(double slope_u, double slope_v, double beta_1, double w, double h, bool case_1) {
  return case_1 ? h / 6 * std::abs(slope_u) * (3 * std::pow(w / 2, 2) + std::pow(h / 2 * beta_1, 2))
                : w / 6 * std::abs(slope_v) * (3 * std::pow(h / 2, 2) + std::pow(w / 2 / beta_1, 2));
}

TEST(W12Polynomial, IsEquation8ForRandomEdges) {
  Dice dice(3);
  for (int i = 0; i < 200; ++i) {
    const double u = dice.within(-3, 3), v = dice.within(-3, 3), beta = dice.within(0.1, 9),
                 depth = dice.within(0, 1), along_u = dice.within(0, 2), along_v = dice.within(0, 2);
    const bool case_1 = i % 2 == 0, is_narrow = i % 5 == 0;
    EdgeTerms edge;
    if (is_narrow)
      edge.wh = 0.5 * depth;
    else if (case_1)
      edge = {std::abs(u), std::abs(u) * beta * beta, 0, 0, 0};
    else
      edge = {0, 0, std::abs(v), std::abs(v) / (beta * beta), 0};
    ErrorPolynomial error;
    error.add(edge, along_u, along_v);
    for (int k = 0; k < 5; ++k) {
      const double w = dice.within(0.1, 3), h = dice.within(0.1, 3);
      const double once = is_narrow ? 0.5 * w * h * depth : by_algorithm_2(u, v, beta, w, h, case_1);
      const double crossed = (along_u / w + along_v / h) * once;
      EXPECT_NEAR(error.once.at(w, h), once, 1e-12 * once);
      EXPECT_NEAR(error.at(w, h, 0), crossed, 1e-12 * crossed);
      EXPECT_NEAR(error.at(w, h, 3), crossed + 3 * once, 1e-12 * (crossed + once));
      EXPECT_NEAR(error.swapped().at(h, w, 3), error.at(w, h, 3), 1e-12 * (crossed + once));
      const double step = 1e-6;
      EXPECT_NEAR(error.by_height(w, h, 3),
                  (error.at(w, h + step, 3) - error.at(w, h - step, 3)) / (2 * step),
                  1e-6 * (1 + crossed / h) * 10);
    }
  }
}

// What an edge hides of a tile whose middle it passes, by numbers: the mean of |Δg · x| on one side of it.
TEST(W12EdgeError, OfAnEdgeThroughTheMiddleIsWhatItHides) {
  Dice dice(7);
  for (int i = 0; i < 40; ++i) {
    const double angle = dice.within(0, std::acos(-1.0)), steepness = dice.within(0.1, 2), w = 1,
                 h = dice.within(0.3, 3);
    const Vec2 way(std::cos(angle), std::sin(angle)), across(-way.y(), way.x());
    const Vec2 kink = steepness * across;
    const bool case_1 = std::abs(way.y()) * w >= std::abs(way.x()) * h;
    const double beta = std::abs(way.x() / way.y());
    const EdgeTerms edge = case_1
                               ? EdgeTerms{std::abs(kink.x()), std::abs(kink.x()) * beta * beta, 0, 0, 0}
                               : EdgeTerms{0, 0, std::abs(kink.y()), std::abs(kink.y()) / (beta * beta), 0};
    const EdgeTerms wrong_case =
        case_1 ? EdgeTerms{0, 0, std::abs(kink.y()), std::abs(kink.y()) / (beta * beta), 0}
               : EdgeTerms{std::abs(kink.x()), std::abs(kink.x()) * beta * beta, 0, 0, 0};
    constexpr int samples = 400;
    double sum = 0;
    for (int a = 0; a < samples; ++a)
      for (int b = 0; b < samples; ++b) {
        const Vec2 x(w * ((a + 0.5) / samples - 0.5), h * ((b + 0.5) / samples - 0.5));
        sum += std::max(0.0, kink.dot(x)) * w * h / (samples * samples);
      }
    EXPECT_NEAR(edge.at(w, h), sum, 1e-4 * sum); // midpoints in 400² squares
    EXPECT_GE(wrong_case.at(w, h), edge.at(w, h) * (1 - 1e-12));
  }
}

/// All edges of a cube over its upper half, seen along one direction.
ErrorSums sums_of(const Surface& a, const Surface& b, int direction) {
  const ViewPair view(a, b, direction);
  const Tile region{{0, 0}, view.plane().size};
  return sum_edges(view.seen(), view.plane(), region, {region.width(), region.height()},
                   {view.seen()[0]->near, view.seen()[1]->near});
}

TEST(W12EdgeError, CoplanarFacesHaveNone) {
  const Surface block = surface_of(box_between({-1, -1, -1}, {1, 0.25, 1})),
                cube = surface_of(box_between({0.125, 0, 0.25}, {0.625, 0.5, 0.5}));
  for (int direction = 0; direction < 3; ++direction) {
    const ErrorSums sums = sums_of(block, cube, direction);
    for (const ErrorForm form : {ErrorForm::printed, ErrorForm::strict})
      EXPECT_LE(sums.of_one_tile(form, 1, 1), sums.sliver);
  }
}

// A wall that is seen edge-on through the middle of the region, of two triangles 0.5 m deep: its top, its
// diagonal and its bottom. Half of its depth counts at every edge of each triangle, five in all.
TEST(W12EdgeError, OfASteepFaceIsHalfOfItsDepthAtEveryEdge) {
  const Surface ground = surface_of(box_between({-1, -1, -1}, {1, 0.5, 1})),
                plates = surface_of(
                    together({box_between({0, 0, -2}, {3, 2, 2}), box_between({-3, 0, -2}, {-2, 2, 2}),
                              box_between({-1, 0, -3}, {3, 2, -2.5})}));
  const ViewPair view(ground, plates, 1);
  const ErrorSums sums = sums_of(ground, plates, 1);
  const double w = static_cast<double>(view.plane().size[0]), h = static_cast<double>(view.plane().size[1]);
  // The edges of the wall within the region, and those of other walls along its border, are steep alone.
  for (std::size_t k = 0; k < 5; ++k)
    EXPECT_EQ(sums.error[0].crossed[k], 0) << k;
  const double counted = sums.of_one_tile(ErrorForm::strict, w, h) / (0.5 * w * h * 0.5);
  EXPECT_NEAR(counted, std::round(counted), 1e-6);
  EXPECT_GE(counted, 3);
  EXPECT_LE(counted, 6);
}

TEST(W12EdgeError, OfAnOpenSurfaceIsNotKnown) {
  TriangleMesh open = make_box({1, 1, 1});
  open.triangles.pop_back();
  const ErrorSums sums =
      sums_of(surface_of(open), surface_of(shifted(make_box({1, 1, 1}), {0.2, 0.3, 0.1})), 1);
  EXPECT_FALSE(sums.bounds && std::isfinite(sums.of_one_tile(ErrorForm::strict, 1, 1)));
}

} // namespace
} // namespace lamina::test
