#include "core/contact/ldi/image_evidence.h"
#include "core/replay/playback_thread.h"
#include "tests/replay/recorded_runs.h"
#include "tests/scene/scene_support.h"
#include "tests/support/arrivals.h"

#include <gtest/gtest.h>

#include <fstream>

namespace lamina {
namespace {

constexpr std::uint64_t steps = 20;

/// A run of two boxes with drags, played on a thread whose snapshots can be waited for.
class Playback : public testing::Test {
protected:
  Playback() { play_from_disk(); }

  void play_from_disk() {
    thread_.reset();
    auto player = std::make_shared<RunPlayer>(folder_);
    auto first = player->show(player->first_step());
    thread_ = std::make_unique<PlaybackThread>(std::move(player), first, 7,
                                               [this](const auto&) { arrivals_.arrived(); });
  }

  std::shared_ptr<const Snapshot> wait_for(const std::function<bool(const Snapshot&)>& condition) {
    return arrivals_.wait_for(*thread_, condition);
  }

  std::shared_ptr<const Snapshot> wait_for_step(std::uint64_t step) {
    return wait_for([step](const Snapshot& s) { return s.statistics.step == step; });
  }

  TemporaryFolder parent_;
  std::filesystem::path folder_ = parent_.path() / "run";
  test::Recorded live_ = test::record_run(folder_, test::two_boxes(), int(steps), test::lively_inputs(), 0);
  test::Arrivals arrivals_;
  std::unique_ptr<PlaybackThread> thread_; // last: its callback uses what stands above
};

TEST_F(Playback, ShowsTheStateOfAnyStepWithoutSimulating) {
  EXPECT_EQ(thread_->latest()->statistics.step, 0u);
  for (const std::uint64_t step : {13u, 2u, 20u, 0u}) {
    thread_->seek(step);
    const auto shown = wait_for_step(step);
    ASSERT_TRUE(shown) << "step " << step;
    EXPECT_EQ(shown->statistics.state_hash, live_.snapshots[step]->statistics.state_hash);
    EXPECT_FALSE(shown->playing);
    EXPECT_EQ(shown->scene_revision, 7u);
    EXPECT_TRUE(shown->pairs.empty());
  }
}

TEST_F(Playback, StepsBeyondTheEndsMeanTheEnds) {
  thread_->seek(1000);
  EXPECT_TRUE(wait_for_step(steps));
  EXPECT_EQ(thread_->position(), steps);
}

TEST_F(Playback, PlaysToTheEndAndPausesThere) {
  thread_->set_speed(PlaybackThread::fastest);
  thread_->play();
  ASSERT_TRUE(wait_for([](const Snapshot& s) { return s.statistics.step == steps && !s.playing; }));
  // So slowly that its beginning is seen on a busy machine, too.
  thread_->set_speed(PlaybackThread::slowest);
  thread_->play();
  EXPECT_TRUE(wait_for([](const Snapshot& s) { return s.playing && s.statistics.step < steps; }))
      << "at the end it begins anew";
}

TEST_F(Playback, ContactPixelsAreThoseOfTheRun) {
  thread_->show({.pixels = true});
  thread_->seek(steps);
  const auto shown =
      wait_for([](const Snapshot& s) { return s.statistics.step == steps && !s.pairs.empty(); });
  ASSERT_TRUE(shown);
  const Snapshot& then = *live_.snapshots[steps];
  ASSERT_EQ(shown->pairs.size(), then.pairs.size());
  for (std::size_t i = 0; i < then.pairs.size(); ++i)
    EXPECT_EQ(images_of(shown->pairs[i].contacts).pixels.size(),
              images_of(then.pairs[i].contacts).pixels.size());
}

TEST_F(Playback, AFilmHasEveryPictureOnceInOrderAndEndsWithTheRun) {
  const double h = thread_->times()[1] - thread_->times()[0];
  thread_->seek(0);
  thread_->film(2 * h);
  thread_->play();
  std::vector<std::uint64_t> filmed;
  while (filmed.size() < steps / 2 + 1) {
    std::optional<FilmFrame> frame;
    ASSERT_TRUE(wait_for([&](const Snapshot&) {
      if (!frame)
        frame = thread_->take_film_frame();
      return frame.has_value();
    }));
    EXPECT_EQ(frame->pictures, 1u);
    filmed.push_back(frame->snapshot->statistics.step);
  }
  for (std::size_t i = 0; i < filmed.size(); ++i)
    EXPECT_EQ(filmed[i], 2 * i);
  EXPECT_TRUE(wait_for([](const Snapshot& s) { return !s.playing; }));
  EXPECT_FALSE(thread_->take_film_frame());
}

TEST_F(Playback, ADamagedFrameIsNamedAndPassedOver) {
  thread_.reset();
  const std::filesystem::path file = folder_ / "frames.bin";
  {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    const auto size = static_cast<std::streamoff>(std::filesystem::file_size(file));
    stream.seekp(size / 2);
    stream.write("damaged!", 8);
  }
  play_from_disk();
  const std::uint64_t broken = steps / 2;
  thread_->seek(broken);
  const auto refused = wait_for([](const Snapshot& s) { return !s.problem.empty(); });
  ASSERT_TRUE(refused);
  EXPECT_NE(refused->problem.find("frames.bin"), std::string::npos) << refused->problem;
  thread_->seek(broken + 1);
  const auto next = wait_for_step(broken + 1);
  ASSERT_TRUE(next);
  EXPECT_TRUE(next->problem.empty());
}

TEST_F(Playback, GivesBackThePlayerToGoOnLiveFromWhereItStood) {
  thread_->seek(9);
  ASSERT_TRUE(wait_for_step(9));
  const std::shared_ptr<RunPlayer> player = thread_->release();
  const std::unique_ptr<Simulation> live = player->continue_from(9);
  EXPECT_EQ(live->statistics().state_hash, live_.snapshots[9]->statistics.state_hash);
}

TEST(IndexAt, IsTheLastMomentThatIsNotLater) {
  const std::vector<double> times{0, 1, 2, 4};
  EXPECT_EQ(index_at(times, -1), 0u);
  EXPECT_EQ(index_at(times, 0.99), 0u);
  EXPECT_EQ(index_at(times, 1), 1u);
  EXPECT_EQ(index_at(times, 3.9), 2u);
  EXPECT_EQ(index_at(times, 100), 3u);
}

} // namespace
} // namespace lamina
