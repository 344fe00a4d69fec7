// Filling a mesh with tetrahedra, through the program itself.

#include "tests/app/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace lamina::testing {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

class Mesh : public ::testing::Test {
protected:
  std::string output(const char* name) { return (folder.path() / name).string(); }
  TemporaryFolder folder;
};

/// A box of whole cells is filled exactly.
TEST_F(Mesh, WritesWhatCheckReads) {
  const std::string box = folder.write("box.obj", box_obj({0, 0, 0}, {2, 1, 1}));
  for (const char* name : {"box.msh", "box.vtk"}) {
    const Outcome outcome = run_lamina({"mesh", box, "--cells", "8", "--output", output(name), "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
    const json made = json::parse(outcome.output);
    EXPECT_EQ(made.at("cells"), 8);
    EXPECT_EQ(made.at("cell_m"), 0.25);
    EXPECT_EQ(made.at("all_on_boundary"), 0);
    EXPECT_NEAR(made.at("lost_volume").get<double>(), 0, 1e-12);
    EXPECT_NEAR(made.at("largest_deviation_m").get<double>(), 0, 1e-12);
    EXPECT_GE(made.at("least_dihedral_deg").get<double>(), 44.9);

    const json checked = json::parse(run_lamina({"check", output(name), "--json"}).output);
    EXPECT_EQ(checked.at("accepted"), true);
    EXPECT_EQ(checked.at("tetrahedra"), made.at("tetrahedra"));
    EXPECT_EQ(checked.at("nodes"), made.at("nodes"));
    EXPECT_NEAR(checked.at("volume_m3").get<double>(), 2, 1e-12);
  }
}

TEST_F(Mesh, TakesTheUnitThatIsGiven) {
  const std::string box = folder.write("box.obj", box_obj({0, 0, 0}, {200, 100, 100}));
  const Outcome outcome =
      run_lamina({"mesh", box, "--tetrahedra", "4", "--unit", "mm", "--output", output("box.msh")});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("4 cells of 0.05 m"), HasSubstr("dihedral angles"),
                                    HasSubstr("than the mesh"), HasSubstr("deviation")));
}

TEST_F(Mesh, RefusesWithAReasonAndWritesNothing) {
  const std::string box = folder.write("box.obj", box_obj({0, 0, 0}, {1, 1, 1}));
  std::string text = box_obj({0, 0, 0}, {1, 1, 1});
  text.erase(text.rfind("f "));
  const std::string open = folder.write("open.obj", text);
  const std::string plate = folder.write("plate.obj", box_obj({0, 0, 0}, {1, 1, 0.001}));
  const std::string solid = output("solid.msh");
  const auto refused = [&](const std::vector<std::string>& arguments, const std::string& reason) {
    const Outcome outcome = run_lamina(arguments);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.words, HasSubstr(reason));
    EXPECT_FALSE(std::filesystem::exists(solid));
  };
  refused({"mesh", box, "--output", output("solid.obj")}, "end it in .msh (Gmsh) or .vtk");
  refused({"mesh", box, "--output", output("absent/solid.msh")}, "absent");
  refused({"mesh", box, "--cells", "0", "--output", solid}, "--cells");
  refused({"mesh", open, "--output", solid}, "not a closed volume");
  refused({"mesh", plate, "--cells", "8", "--output", solid}, "thinner than the cells");
  refused({"mesh", box}, "--output");

  ASSERT_EQ(run_lamina({"mesh", open, "--close-holes", "--output", solid}).exit_code, 0);
  const Outcome again = run_lamina({"mesh", solid, "--output", output("again.msh")});
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.words, HasSubstr("holds tetrahedra already"));
}

TEST_F(Mesh, OtherCommandsFillWhatTheyOpen) {
  const std::string box = folder.write("box.obj", box_obj({0, 0, 0}, {1, 0.5, 0.5}));
  for (const char* kind : {"--soft", "--split-pieces"}) {
    const Outcome outcome = run_lamina({"simulate", box, "--tetrahedra", "6", kind, "--steps", "2"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.words;
    EXPECT_THAT(outcome.words, HasSubstr("filled with "));
  }
  for (const char* other : {"--lattice", "--tetrahedra"})
    EXPECT_EQ(
        run_lamina({"simulate", box, "--tetrahedra", "6", "--soft", other, "0", "--steps", "2"}).exit_code,
        2);
  EXPECT_EQ(run_lamina({"simulate", box, "--tetrahedra", "6", "--skinned", "--steps", "2"}).exit_code, 2);
}

} // namespace
} // namespace lamina::testing
