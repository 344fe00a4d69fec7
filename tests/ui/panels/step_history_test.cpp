#include "ui/panels/step_history.h"

#include <gtest/gtest.h>

#include <thread>

namespace lamina {
namespace {

StepStatistics step(std::uint64_t number, double ldi) {
  StepStatistics statistics;
  statistics.step = number;
  statistics.timings.phase("ldi") = ldi;
  return statistics;
}

float ldi(const PhaseTimes& times) {
  return times[detection_row(find_phase("ldi"))];
}
float ldi(const StepFigures& step) {
  return ldi(step.phases);
}

TEST(StepHistory, KeepsTheLastStepsOldestFirst) {
  StepHistory history;
  for (std::uint64_t i = 1; i <= StepHistory::capacity + 10; ++i)
    history.add(step(i, double(i)));
  const auto steps = history.steps();
  ASSERT_EQ(steps.size(), StepHistory::capacity);
  EXPECT_EQ(ldi(steps.front()), 11);
  EXPECT_EQ(ldi(steps.back()), float(StepHistory::capacity + 10));
}

TEST(StepHistory, KeepsTheStatisticsOfMoreSteps) {
  StepHistory history;
  const std::uint64_t many = 2 * StepHistory::capacity;
  for (std::uint64_t i = 1; i <= many; ++i)
    history.add(step(i, 1));
  ASSERT_EQ(history.statistics().size(), many);
  EXPECT_EQ(history.statistics().front().step, 1u);
  history.add(step(10, 1)); // gone back
  ASSERT_EQ(history.statistics().size(), 10u);
  history.add(step(11, 1));
  EXPECT_EQ(history.statistics().back().step, 11u);
  history.clear();
  EXPECT_TRUE(history.statistics().empty());
}

TEST(StepHistory, NotesASnapshotThatIsPublishedTwiceOnce) {
  StepHistory history;
  history.add(step(1, 1));
  history.add(step(2, 2));
  history.add(step(2, 2));
  EXPECT_EQ(history.steps().size(), 2u);
}

TEST(StepHistory, BeginsAgainAfterAReset) {
  StepHistory history;
  history.add(step(1, 1));
  history.add(step(2, 2));
  history.add(step(0, 0));
  history.add(step(1, 7));
  ASSERT_EQ(history.steps().size(), 1u);
  EXPECT_EQ(ldi(history.steps()[0]), 7);
}

TEST(StepHistory, ForgetsWhatWasGoneBackBehind) {
  StepHistory history;
  for (std::uint64_t i = 1; i <= 5; ++i)
    history.add(step(i, double(i)));
  history.add(step(3, 3));
  EXPECT_EQ(history.steps().size(), 3u);
  history.add(step(4, 9));
  ASSERT_EQ(history.steps().size(), 4u);
  EXPECT_EQ(ldi(history.steps()[3]), 9);
}

TEST(StepHistory, ChargesTheTimeOfDrawingToTheStepsThatFollow) {
  StepHistory history;
  history.add(step(1, 1));
  history.set_render(5);
  history.add(step(2, 1));
  const auto steps = history.steps();
  EXPECT_EQ(steps[0].phases[render_row], 0);
  EXPECT_EQ(steps[1].phases[render_row], 5);
}

TEST(StepHistory, MeansAreOverTheLastSteps) {
  StepHistory history;
  for (std::uint64_t i = 1; i <= 4; ++i)
    history.add(step(i, double(i)));
  EXPECT_FLOAT_EQ(ldi(StepHistory::mean(history.steps(), 2)), 3.5f);
  EXPECT_FLOAT_EQ(ldi(StepHistory::mean(history.steps(), 100)), 2.5f);
  EXPECT_EQ(ldi(StepHistory::mean({}, 10)), 0);
}

TEST(StepHistory, MayBeReadWhileStepsComeIn) {
  StepHistory history;
  std::thread writer([&] {
    for (std::uint64_t i = 1; i <= 2000; ++i)
      history.add(step(i, 1));
  });
  while (history.steps().size() < StepHistory::capacity)
    std::this_thread::yield();
  writer.join();
  for (const StepFigures& step : history.steps())
    EXPECT_EQ(ldi(step), 1);
}

TEST(StepHistory, OfARecordedRunShowsTheLastStepsUpToOneInAnyOrder) {
  std::vector<StepStatistics> run(2000);
  for (std::size_t i = 0; i < run.size(); ++i)
    run[i].step = 301 + i; // the recording began later
  StepHistory history;
  for (const std::uint64_t step : {1500u, 310u, 2300u}) {
    history.show(run, step);
    const std::vector<StepFigures> shown = history.steps();
    ASSERT_EQ(shown.size(), std::min<std::size_t>(StepHistory::capacity, step - 300));
    EXPECT_EQ(shown.back().statistics.step, step);
    EXPECT_EQ(shown.front().statistics.step, step - shown.size() + 1);
  }
  history.show(run, 300);
  EXPECT_TRUE(history.steps().empty()) << "the state before the first recorded step has no figures";
}

} // namespace
} // namespace lamina
