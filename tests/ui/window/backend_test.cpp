#include "gpu/devices.h"
#include "tests/ui/window/window_test.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace lamina {
namespace {

/// The devices behind backends, as the program has them.
class BackendTest : public WindowTest {
protected:
  void SetUp() override {
    gpu::register_backends();
    WindowTest::SetUp();
  }

  static std::string why_not(const std::string& backend) {
    for (const gpu::DeviceInfo& device : gpu::devices())
      if (device.backend == backend)
        return device.reason;
    return "there is no such backend";
  }

  void choose(const std::string& backend) {
    click("backend");
    click("backend=" + backend);
  }

  /// Chooses a backend in the panel while the scene runs, and then backend cpu again.
  void expect_chosen_live(const std::string& backend) {
    choose(backend);
    ASSERT_TRUE(wait_for([&] { return now()->settings.backend == backend; }))
        << now()->problem << now()->notice;
    EXPECT_NE(now()->device, "");
    const std::uint64_t step = now()->statistics.step;
    EXPECT_TRUE(
        wait_for([&] { return now()->statistics.step > step + 5 && now()->statistics.contacts > 0; }));
    EXPECT_EQ(now()->problem, "");
    EXPECT_EQ(now()->notice, "");
    wait_for_frames();
    if (const QString folder = qEnvironmentVariable("LAMINA_PICTURES"); !folder.isEmpty())
      window_->grab().save(folder + "/backend-" + QString::fromStdString(backend) + ".png");
    choose("cpu");
    EXPECT_TRUE(wait_for([&] { return now()->settings.backend == "cpu" && now()->device.empty(); }));
  }
};

TEST_F(BackendTest, OpenglIsChosenWhileTheSceneRunsAndNamesItsDevice) {
  if (const std::string why = why_not("opengl"); !why.empty())
    GTEST_SKIP() << "opengl: " << why;
  expect_chosen_live("opengl");
}

TEST_F(BackendTest, PeelingIsChosenWhileTheSceneRunsAndNamesItsDevice) {
  if (const std::string why = why_not("peeling"); !why.empty())
    GTEST_SKIP() << "peeling: " << why;
  expect_chosen_live("peeling");
}

TEST_F(BackendTest, ACardThatIsNotThereIsRefusedInPlainWordsAndNothingElseChanges) {
  const std::string why = why_not("cuda");
  if (why.empty())
    GTEST_SKIP() << "cuda: there is a card";
  choose("cuda");
  ASSERT_TRUE(wait_for([&] { return !now()->problem.empty(); }));
  EXPECT_THAT(now()->problem, testing::AllOf(testing::HasSubstr("cuda"), testing::HasSubstr(why)));
  EXPECT_EQ(now()->settings.backend, "cpu");
  const std::uint64_t step = now()->statistics.step;
  EXPECT_TRUE(wait_for([&] { return now()->statistics.step > step + 5; }));
  wait_for_frames();
  if (const QString folder = qEnvironmentVariable("LAMINA_PICTURES"); !folder.isEmpty())
    window_->grab().save(folder + "/backend-refused.png");
}

} // namespace
} // namespace lamina
