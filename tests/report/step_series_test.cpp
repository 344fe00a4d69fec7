#include "core/report/step_series.h"
#include "tests/report/run_folder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace lamina::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string header = "step,time_s,wall_ms,momentum_x,momentum_y,momentum_z,state_hash\n";

StepSeries read(const RunFolder& run, const std::string& text, std::size_t most_points = 10'000) {
  run.write("steps.csv", text);
  return read_step_series(run.path() / "steps.csv", most_points);
}

TEST(StepSeriesFile, ColumnsComeBackWithTheirFigures) {
  const RunFolder run;
  const StepSeries series = read(run, header + "1,0.5,4,3,0,4,00aa\n2,1,2,0,0,0,00bb\n4,2,9,,,,00cc\n");
  EXPECT_EQ(series.steps, 3u);
  EXPECT_EQ(series.first_step, 1u);
  EXPECT_EQ(series.last_step, 4u);
  EXPECT_EQ(series.last_time_s, 2);
  EXPECT_EQ(series.last_hash, "00cc");
  const StepColumn* wall = series.find("wall_ms");
  ASSERT_TRUE(wall);
  EXPECT_THAT(wall->values, ElementsAre(4, 2, 9));
  EXPECT_EQ(wall->mean, 5);
  EXPECT_EQ(wall->least, 2);
  EXPECT_EQ(wall->greatest, 9);
  EXPECT_EQ(wall->last, 9);
}

TEST(StepSeriesFile, DerivedColumnsAreTheLengthAndTheSum) {
  const RunFolder run;
  const StepSeries momentum = read(run, header + "1,0.5,4,3,0,4,aa\n2,1,2,,0,0,bb\n");
  ASSERT_TRUE(momentum.find("momentum"));
  EXPECT_EQ(momentum.find("momentum")->values.front(), 5); // 3-4-5
  EXPECT_TRUE(std::isnan(momentum.find("momentum")->values.back()));
  EXPECT_FALSE(momentum.find("energy_J")) << "there is no sum of what is not there";

  const StepSeries energy = read(run, "step,time_s,kinetic_J,potential_J,elastic_J,contact_J\n1,0,1,2,4,8\n");
  ASSERT_TRUE(energy.find("energy_J"));
  EXPECT_EQ(energy.find("energy_J")->last, 15);
}

TEST(StepSeriesFile, ThinningKeepsEveryPeakInItsPlaceAndTheMeanOfAll) {
  // A flat line with one peak up and one down, thinned by more than a hundred.
  std::string text = "step,time_s,wall_ms\n";
  for (int step = 1; step <= 5000; ++step)
    text += std::to_string(step) + "," + std::to_string(step) + "," +
            (step == 1234   ? "100"
             : step == 4321 ? "-50"
                            : "1") +
            "\n";
  const RunFolder run;
  const StepSeries series = read(run, text, 80);
  EXPECT_EQ(series.steps, 5000u);
  EXPECT_GT(series.steps_a_pair, 100u);
  const StepColumn &wall = *series.find("wall_ms"), &steps = *series.find("step");
  ASSERT_LE(wall.values.size(), 82u);
  ASSERT_EQ(wall.values.size(), steps.values.size());
  EXPECT_TRUE(std::is_sorted(steps.values.begin(), steps.values.end()));
  EXPECT_EQ(steps.values.front(), 1);
  EXPECT_EQ(steps.values.back(), 5000);
  const auto place_of = [&](double value) {
    const auto at = std::find(wall.values.begin(), wall.values.end(), value);
    EXPECT_NE(at, wall.values.end()) << value;
    return steps.values[static_cast<std::size_t>(at - wall.values.begin())];
  };
  // Two points stand for as many steps as steps_a_pair.
  EXPECT_NEAR(place_of(100), 1234, double(series.steps_a_pair));
  EXPECT_NEAR(place_of(-50), 4321, double(series.steps_a_pair));
  EXPECT_NEAR(wall.mean, (4998 + 100 - 50) / 5000.0, 1e-12); // sums of whole numbers are exact
}

TEST(StepSeriesFile, ALineCutByACrashIsLeftOutAndSaid) {
  const RunFolder run;
  const StepSeries series = read(run, header + "1,0.5,4,3,0,4,aa\n2,1,2,0,0");
  EXPECT_EQ(series.steps, 1u);
  EXPECT_TRUE(series.cut_line);
  EXPECT_FALSE(read(run, header + "1,0.5,4,3,0,4,aa\n").cut_line);
}

TEST(StepSeriesFile, DamageIsRefusedWithFileLineAndReason) {
  const RunFolder run;
  const auto refusal = [&](const std::string& text) {
    const std::string message = refusal_of([&] { read(run, text); });
    EXPECT_THAT(message, HasSubstr("steps.csv"));
    return message;
  };
  EXPECT_THAT(refusal(""), HasSubstr("empty"));
  EXPECT_THAT(refusal(header), HasSubstr("no step"));
  EXPECT_THAT(refusal("body,x\n1,2\n"), HasSubstr("\"step\""));
  EXPECT_THAT(refusal("step,time_s,step\n1,2,3\n"), HasSubstr("two columns"));
  EXPECT_THAT(refusal(header + "1,0.5,4\n"), HasSubstr("steps.csv:2: has 3 fields"));
  EXPECT_THAT(refusal(header + "1,0.5,4,x,0,4,aa\n"), HasSubstr("momentum_x is no number"));
  EXPECT_THAT(refusal(header + "2,0.5,4,3,0,4,aa\n2,0.6,4,3,0,4,aa\n"), HasSubstr("steps.csv:3: the step"));
  EXPECT_THAT(refusal(header + "1,0.5,4,3,0,4,aa\n2,0.4,4,3,0,4,aa\n"), HasSubstr("goes back"));
  EXPECT_THAT(refusal(header + "1.5,0.5,4,3,0,4,aa\n"), HasSubstr("whole number"));
  EXPECT_THAT(refusal(header + "1,nan,4,3,0,4,aa\n"), HasSubstr("whole number"));
  EXPECT_THAT(refusal(header + std::string(2'000'000, '1') + "\n"), HasSubstr("longer"));
  EXPECT_THAT(refusal_of([&] { read_step_series(run.path() / "nothing.csv"); }), HasSubstr("no such file"));
  EXPECT_THAT(refusal_of([&] { read_step_series(run.path()); }), HasSubstr("not a file"));
}

TEST(StepSeriesFile, HashesAreFoundByTheirStep) {
  const RunFolder run;
  EXPECT_THAT(recorded_hashes(run.path() / "steps.csv", {2, 7, 1}),
              ElementsAre("00000000000000bb", "", "00000000000000aa"));
}

} // namespace
} // namespace lamina::testing
