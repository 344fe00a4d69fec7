// Every broken model of the shared folder, through the program itself, within 60 s and 4 GiB.

#include "tests/app/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace lamina::testing {
namespace {

using ::testing::HasSubstr;

constexpr std::size_t four_gib = std::size_t{4} << 30;

/// Readable, but not the boundary of a volume: check reports them, and simulate refuses them.
const std::vector<std::string> readable{"soup.stl", "chair_model.obj"};

std::vector<std::filesystem::path> broken_models() {
  std::vector<std::filesystem::path> files;
  if (const auto folder = models_folder(); !folder.empty())
    for (const auto& entry : std::filesystem::directory_iterator(folder / "broken"))
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

bool is_readable(const std::filesystem::path& file) {
  return std::find(readable.begin(), readable.end(), file.filename()) != readable.end();
}

void expect_refused_in_one_line(const Outcome& outcome, const std::filesystem::path& file) {
  EXPECT_EQ(outcome.exit_code, 2) << file << ": " << outcome.words;
  EXPECT_EQ(outcome.signal, 0) << file;
  EXPECT_EQ(outcome.output, "") << file;
  EXPECT_THAT(outcome.words, HasSubstr(file.filename().string()));
  EXPECT_EQ(std::count(outcome.words.begin(), outcome.words.end(), '\n'), 1) << outcome.words;
}

TEST(BrokenModels, CheckRefusesWhatCannotBeReadAndJudgesTheRest) {
  if (models_folder().empty())
    GTEST_SKIP() << "the shared models are not here";
  for (const auto& file : broken_models()) {
    const Outcome outcome = run_lamina({"check", file, "--json"}, {.memory_limit = four_gib});
    if (is_readable(file)) {
      EXPECT_EQ(outcome.exit_code, 0) << file << ": " << outcome.words;
      EXPECT_THAT(outcome.output, HasSubstr("\"accepted\": ")) << file;
    } else {
      expect_refused_in_one_line(outcome, file);
    }
  }
}

TEST(BrokenModels, FilesWithoutFacesAreSaidToHaveNoTriangles) {
  if (models_folder().empty())
    GTEST_SKIP() << "the shared models are not here";
  for (const char* name :
       {"obj_empty.obj", "obj_points.obj", "obj_wireframe.obj", "ply_empty_ascii.ply", "ply_empty_bin.ply",
        "ply_empty_header.ply", "stl_empty_ascii.stl", "stl_empty_bin.stl"}) {
    const Outcome outcome =
        run_lamina({"check", models_folder() / "broken" / name}, {.memory_limit = four_gib});
    EXPECT_THAT(outcome.words, HasSubstr("no triangles")) << name;
  }
}

TEST(BrokenModels, SimulateRefusesThemAll) {
  if (models_folder().empty())
    GTEST_SKIP() << "the shared models are not here";
  for (const auto& file : broken_models()) {
    const Outcome outcome = run_lamina({"simulate", file, "--steps", "1"}, {.memory_limit = four_gib});
    expect_refused_in_one_line(outcome, file);
  }
}

} // namespace
} // namespace lamina::testing
