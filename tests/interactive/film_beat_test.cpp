#include "core/interactive/film_beat.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina {
namespace {

TEST(FilmBeat, HasAsManyPicturesAsIntervalsHavePassedWhateverTheTimeStep) {
  for (const double h : {0.001, 1.0 / 240, 1.0 / 30, 0.01, 0.1}) {
    FilmBeat beat(1.0 / 30);
    std::uint64_t pictures = 0;
    double time_s = 7.5;
    const int steps = static_cast<int>(std::lround(2 / h));
    for (int i = 0; i <= steps; ++i, time_s += h)
      pictures += beat.pictures_of(time_s);
    // Two seconds hold sixty intervals, so the picture at their beginning makes one more.
    EXPECT_EQ(pictures, 61u) << "time step " << h;
  }
}

TEST(FilmBeat, AStateThatComesAfterSeveralMomentsIsShownAsOften) {
  FilmBeat beat(0.01);
  EXPECT_EQ(beat.pictures_of(0), 1u);
  EXPECT_EQ(beat.pictures_of(0.035), 3u);
  EXPECT_EQ(beat.pictures_of(0.039), 0u);
  EXPECT_EQ(beat.pictures_of(0.04), 1u);
}

TEST(FilmBeat, BeginsAnewWhereTimeGoesBack) {
  FilmBeat beat(0.1);
  EXPECT_EQ(beat.pictures_of(3), 1u);
  EXPECT_EQ(beat.pictures_of(0), 1u);
  EXPECT_EQ(beat.pictures_of(0.05), 0u);
  EXPECT_EQ(beat.pictures_of(0.1), 1u);
}

} // namespace
} // namespace lamina
