#include "core/record/recorded_run.h"
#include "core/replay/run_player.h"
#include "core/report/report_run.h"
#include "tests/replay/recorded_runs.h"
#include "tests/scene/scene_support.h"
#include "ui/panels/plots/step_curves.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

constexpr int steps = 12;

TEST(EnergyDatum, WindowReportAndStepsFileSayTheSameAlsoAfterGoingOnFromAStep) {
  const TemporaryFolder parent;
  const std::filesystem::path folder = parent.path() / "run";
  const test::Recorded live = test::record_run(folder, test::every_kind(), steps, test::lively_inputs(), 0);
  const RecordedRun read = read_run(folder);
  const ReportRun report = read_report_run(folder);
  ASSERT_EQ(read.steps.size(), std::size_t(steps));
  RunPlayer player(folder);
  const auto gone_on = player.continue_from(steps / 2);
  for (const StepCurve& curve : energy_curves().curves) {
    SCOPED_TRACE(curve.column);
    const StepColumn* reported = report.series.find(curve.column);
    ASSERT_TRUE(reported);
    for (std::size_t i = 0; i < std::size_t(steps); ++i) {
      // Numbers are written so that they read back to the same bits.
      const double in_window = curve.value(live.snapshots[i + 1]->statistics);
      EXPECT_EQ(curve.value(read.steps[i]), in_window);
      EXPECT_EQ(reported->values[i], in_window);
    }
    EXPECT_EQ(curve.value(gone_on->statistics()), curve.value(read.steps[steps / 2 - 1]));
  }
}

TEST(EnergyDatum, ThePotentialEnergyIsZeroAtTheWorldsOrigin) {
  const test::Recorded live = [] {
    const TemporaryFolder parent;
    return test::record_run(parent.path() / "run", test::two_boxes(), 3);
  }();
  const StepCurve potential = energy_curves().curves.at(1);
  ASSERT_EQ(std::string(potential.column), "potential_J");
  for (const auto& snapshot : live.snapshots) {
    double sum = 0;
    for (std::size_t i = 0; i < snapshot->bodies.size(); ++i)
      if (const BodyInfo& info = (*snapshot->infos)[i]; moves_freely(info.kind))
        sum += info.mass * snapshot->gravity_m_s2 * snapshot->bodies[i].pose.position.y();
    EXPECT_NEAR(potential.value(snapshot->statistics), sum, 1e-12 * sum);
  }
}

} // namespace
} // namespace lamina
