#include "core/edit/autosave.h"

#include "tests/edit/edit_support.h"
#include "tests/scene/scene_support.h"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace lamina {
namespace {

TEST(Autosave, EditsOfAProcessThatWasKilledAreFoundAndOpenAgain) {
  const TemporaryFolder folder;
  const Scene scene = small_scene();
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    Autosave autosave(folder.path() / "state");
    autosave.write(scene, "/home/me/my scene.json");
    const char done = 1;
    [[maybe_unused]] const auto told = ::write(ready[1], &done, 1);
    for (;;)
      ::pause();
  }
  char done = 0;
  ASSERT_EQ(::read(ready[0], &done, 1), 1);
  const Autosave here(folder.path() / "state");
  EXPECT_TRUE(here.left_behind().empty()) << "a session that runs keeps its edits";

  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ::close(ready[0]);
  ::close(ready[1]);
  const std::vector<UnsavedEdits> left = here.left_behind();
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0].original, "/home/me/my scene.json");
  EXPECT_EQ(written(open_scene(std::vector{left[0].file})), written(scene));
  Autosave::discard(left[0]);
  EXPECT_TRUE(here.left_behind().empty());
  EXPECT_TRUE(std::filesystem::is_empty(folder.path() / "state"));
}

TEST(Autosave, RemovingLeavesNothingAndWritingAgainBringsItBack) {
  const TemporaryFolder folder;
  Autosave autosave(folder.path());
  autosave.write(small_scene(), {});
  EXPECT_TRUE(std::filesystem::exists(autosave.file()));
  autosave.remove();
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  autosave.write(small_scene(), {});
  EXPECT_TRUE(std::filesystem::exists(autosave.file()));
}

TEST(Autosave, SessionsInOneProcessDoNotMeet) {
  const TemporaryFolder folder;
  Autosave first(folder.path());
  first.write(small_scene(), {});
  Autosave second(folder.path());
  second.write(new_scene(), {});
  EXPECT_NE(first.file(), second.file());
  EXPECT_TRUE(first.left_behind().empty());
}

TEST(Autosave, AFolderThatCannotBeMadeIsAReasonAndNoCrash) {
  const TemporaryFolder folder;
  Autosave autosave(folder.write("file", "in the way") / "state");
  EXPECT_THROW(autosave.write(small_scene(), {}), InputError);
  EXPECT_TRUE(autosave.left_behind().empty());
}

} // namespace
} // namespace lamina
