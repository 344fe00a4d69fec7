#include "tests/support/contact_by.h"
#include "ui/panels/plots/step_curves.h"
#include "ui/panels/plots/time_plot.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamina {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::HasSubstr;

/// Keeps what is drawn on it; letters are ten wide and ten high.
struct Noted : PlotCanvas {
  struct Word {
    PlotPoint at;
    std::string text;
  };
  std::vector<std::vector<PlotPoint>> lines; ///< within the clipped box alone
  std::vector<Word> words;
  bool clipped = false;

  void fill(PlotPoint, PlotPoint, std::uint32_t) override {}
  void curve(std::span<const PlotPoint> points, std::uint32_t, float) override {
    if (clipped)
      lines.emplace_back(points.begin(), points.end());
  }
  void text(PlotPoint at, const std::string& text, std::uint32_t) override { words.push_back({at, text}); }
  PlotPoint text_size(const std::string& text) const override { return {10 * float(text.size()), 10}; }
  void clip(PlotPoint, PlotPoint) override { clipped = true; }
  void end_clip() override { clipped = false; }
};

TimePlot rising() {
  TimePlot plot{"height", "m", {}, {{"y", 0xff0000ff, {}}}, {}, {}};
  for (int i = 0; i <= 10; ++i) {
    plot.times.push_back(0.1 * i);
    plot.series[0].values.push_back(i);
  }
  return plot;
}

PlotArea draw(Noted& canvas, const TimePlot& plot, PlotView view, PlotAxes axes = PlotAxes::all) {
  return draw_time_plot(canvas, plot, view, {0, 0}, {800, 400}, axes, PlotColours::of(true));
}

TEST(TimePlot, TicksAreRoundAndInside) {
  EXPECT_THAT(round_ticks(0, 1, 5),
              ElementsAre(0, DoubleEq(0.2), DoubleEq(0.4), DoubleEq(0.6), DoubleEq(0.8), 1));
  EXPECT_THAT(round_ticks(-3, 12, 4), ElementsAre(0, 5, 10));
  EXPECT_TRUE(round_ticks(1, 1, 5).empty());
  EXPECT_TRUE(round_ticks(0, std::nan(""), 5).empty());
  EXPECT_EQ(tick_text(0.25, 0.05), "0.25");
  EXPECT_EQ(tick_text(1200, 200), "1200");
  EXPECT_EQ(tick_text(3e-6, 1e-6), "3e-06");
}

TEST(TimePlot, TimesLieWhereTheAxisSaysAndLinesWhereTheirValuesAre) {
  Noted canvas;
  const PlotArea area = draw(canvas, rising(), {0, 1});
  ASSERT_EQ(canvas.lines.size(), 1u);
  const PlotPoint first = canvas.lines[0].front(), last = canvas.lines[0].back();
  EXPECT_FLOAT_EQ(first.x, area.from.x);
  EXPECT_FLOAT_EQ(last.x, area.to.x);
  EXPECT_NEAR(area.time_at({0, 1}, last.x), 1, 1e-6);
  const double height = double(area.to.y - area.from.y);
  EXPECT_NEAR(last.y, area.to.y - height * (10 - area.low) / (area.high - area.low), 0.01);
  for (const Noted::Word& word : canvas.words) {
    if (word.text != "0.4 s")
      continue;
    EXPECT_NEAR(word.at.x + 25, double(area.from.x) + 0.4 * double(area.to.x - area.from.x), 0.5);
  }
  const auto says = [&](const std::string& text) {
    return std::any_of(canvas.words.begin(), canvas.words.end(),
                       [&](const auto& word) { return word.text == text; });
  };
  EXPECT_TRUE(says("0.4 s"));
  EXPECT_TRUE(says("height") && says("m"));
  EXPECT_TRUE(says("y"));
}

TEST(TimePlot, AZoomedViewIsScaledToWhatIsInIt) {
  Noted canvas;
  const PlotArea all = draw(canvas, rising(), {0, 1});
  const PlotArea early = draw(canvas, rising(), {0, 0.3});
  EXPECT_GT(all.high, 9.9);
  EXPECT_LT(early.high, 4);
}

TEST(TimePlot, WhatIsNoNumberIsAGap) {
  TimePlot plot = rising();
  plot.series[0].values[4] = std::numeric_limits<double>::quiet_NaN();
  Noted canvas;
  draw(canvas, plot, {0, 1});
  ASSERT_EQ(canvas.lines.size(), 2u);
  EXPECT_EQ(canvas.lines[0].size(), 4u);
  EXPECT_EQ(canvas.lines[1].size(), 6u);
}

TEST(TimePlot, SaysHowToGetValuesWhereNoStepHasOne) {
  TimePlot plot = rising();
  plot.absence = "no step has it";
  const auto said = [&plot] {
    Noted canvas;
    draw(canvas, plot, {0, 1});
    return std::any_of(canvas.words.begin(), canvas.words.end(),
                       [](const auto& word) { return word.text == "no step has it"; });
  };
  EXPECT_FALSE(said());
  plot.series[0].values.assign(plot.times.size(), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(said());
}

TEST(TimePlot, OfManyStepsOnOnePixelNoPeakIsLost) {
  TimePlot plot{"", "", {}, {{"y", 0xff0000ff, {}}}, {}, {}};
  for (int i = 0; i < 100'000; ++i) {
    plot.times.push_back(1e-5 * i);
    plot.series[0].values.push_back(i == 41'234 ? 7 : i == 77'777 ? -5 : 0);
  }
  Noted canvas;
  const PlotArea area = draw(canvas, plot, {0, 1}, PlotAxes::none);
  ASSERT_EQ(canvas.lines.size(), 1u);
  EXPECT_LE(canvas.lines[0].size(), 2u * 801u);
  float top = 1e9f, bottom = -1e9f;
  for (const PlotPoint& point : canvas.lines[0]) {
    top = std::min(top, point.y);
    bottom = std::max(bottom, point.y);
  }
  const double height = double(area.to.y - area.from.y), size = area.high - area.low;
  EXPECT_NEAR(top, area.to.y - height * (7 - area.low) / size, 0.01);
  EXPECT_NEAR(bottom, area.to.y - height * (-5 - area.low) / size, 0.01);
}

TEST(TimePlot, AsAFileItIsSvgWithTitleAxisAndLine) {
  TimePlot plot = rising();
  plot.series[0].name = "a < b & c";
  const std::string svg = plot_svg(plot, {0, 1}, 800, 400, false);
  for (const char* part : {"<svg xmlns=", ">height<", ">m<", " s</text>", "a &lt; b &amp; c", "<polyline",
                           "clip-path", "</svg>"})
    EXPECT_THAT(svg, HasSubstr(part));
}

TEST(StepCurves, ErrorsOfVolumesAreOfferedWhereTheMethodMeasuresVolumes) {
  EXPECT_FALSE(error_curves(test::contact_by("proximity")));
  const auto errors = error_curves(test::contact_by("adaptive"));
  ASSERT_TRUE(errors);
  EXPECT_EQ(all_step_curves(test::contact_by("adaptive")).size(),
            all_step_curves(test::contact_by("proximity")).size() + 2);
  std::vector<StepStatistics> steps(2);
  steps[0].volume_bound_m3 = 2e-6;
  steps[0].volume_error_bar_m3 = 1e-6;
  steps[1].volume_bound_m3 = steps[1].volume_error_bar_m3 = std::numeric_limits<double>::infinity();
  EXPECT_EQ(curves_csv(*errors, steps, 0, 1), "step,time_s,volume_bound_m3,volume_error_bar_m3\n"
                                              "0,0,2e-06,1e-06\n"
                                              "0,0,,\n");
}

TEST(StepCurves, BoundsOfAreaVectorsAreOfferedBesideThem) {
  EXPECT_FALSE(area_error_curves(test::contact_by("proximity")));
  const auto errors = area_error_curves(test::contact_by("adaptive"));
  ASSERT_TRUE(errors);
  std::vector<StepStatistics> steps(1);
  steps[0].area_vector_bound_m2 = 0.0125;
  EXPECT_EQ(curves_csv(*errors, steps, 0, 1), "step,time_s,area_vector_bound_m2\n0,0,0.0125\n");
  EXPECT_NEAR(errors->curves[0].value(steps[0]) / errors->unit_size, 125, 1e-9);
}

TEST(StepCurves, ATableHasTheColumnsOfTheStepsFileAndTheStepsInView) {
  std::vector<StepStatistics> steps(3);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    steps[i].step = i + 1;
    steps[i].time_s = 0.5 * double(i + 1);
    steps[i].kinetic_J = 0.1;
    steps[i].potential_J = double(i);
  }
  EXPECT_EQ(curves_csv(energy_curves(), steps, 0.75, 2),
            "step,time_s,kinetic_J,potential_J,contact_J,elastic_J,energy_J\n"
            "2,1,0.1,1,0,0,1.1\n"
            "3,1.5,0.1,2,0,0,2.1\n");
}

} // namespace
} // namespace lamina
