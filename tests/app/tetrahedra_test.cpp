// Tetrahedral files through the program itself.

#include "tests/app/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace lamina::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

/// A unit cube of twelve tetrahedra around its middle, which is node 9; node 10 is not used.
const std::string cube =
    "MeshVersionFormatted 1\nDimension 3\nVertices\n10\n"
    "0 0 0 0\n1 0 0 0\n1 1 0 0\n0 1 0 0\n0 0 1 0\n1 0 1 0\n1 1 1 0\n0 1 1 0\n0.5 0.5 0.5 0\n"
    "7 7 7 0\nTetrahedra\n12\n1 2 3 9 0\n1 3 4 9 0\n5 7 6 9 0\n5 8 7 9 0\n1 6 2 9 0\n"
    "1 5 6 9 0\n2 7 3 9 0\n2 6 7 9 0\n3 8 4 9 0\n3 7 8 9 0\n4 5 1 9 0\n4 8 5 9 0\nEnd\n";

class Tetrahedra : public ::testing::Test {
protected:
  TemporaryFolder folder;
};

TEST_F(Tetrahedra, CheckCountsThemAndTheirSurface) {
  const Outcome outcome = run_lamina({"check", folder.write("cube.mesh", cube), "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  const json result = json::parse(outcome.output);
  EXPECT_EQ(result.at("nodes"), 10);
  EXPECT_EQ(result.at("tetrahedra"), 12);
  EXPECT_EQ(result.at("pieces"), 1);
  EXPECT_EQ(result.at("surface_vertices"), 8);
  EXPECT_EQ(result.at("surface_triangles"), 12);
  EXPECT_EQ(result.at("unused_nodes"), 1);
  EXPECT_NEAR(result.at("volume_m3").get<double>(), 1, 1e-15);
  EXPECT_EQ(result.at("accepted"), true);
  EXPECT_EQ(result.at("notes").size(), 1u);
}

TEST_F(Tetrahedra, CheckSaysWhyTheyAreNotAccepted) {
  // A thirteenth on a face that two others share.
  std::string crowded = cube;
  crowded.replace(crowded.find("Tetrahedra\n12"), 13, "Tetrahedra\n13\n1 3 9 6 0");
  const Outcome outcome = run_lamina({"check", folder.write("crowded.mesh", crowded)});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.words;
  EXPECT_THAT(outcome.output, HasSubstr("not accepted: "));
  EXPECT_THAT(outcome.output, HasSubstr("shared by more than two tetrahedra"));
}

TEST_F(Tetrahedra, MeasureTakesTheirSurface) {
  const std::string solid = folder.write("cube.mesh", cube);
  const std::string box = folder.write("box.obj", box_obj({0.5, 0.25, 0.25}, {1.5, 0.75, 0.75}));
  const Outcome outcome = run_lamina({"measure", solid, box, "--resolution", "64", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;

  // The overlap is a box, which pixels along its axes measure but for the rounding of half-pixels at its
  // edges.
  EXPECT_NEAR(json::parse(outcome.output).at("volume_m3").get<double>(), 0.125, 0.125 * 4 / 64);
}

TEST_F(Tetrahedra, MalformedFilesGetOneLineAndExitCode2) {
  for (const std::string name : {"a.mesh", "a.msh", "a.vtk", "a.vtu", "a.node", "a.ele"})
    for (const std::string bytes : {"", "\1\2\3\4", "MeshVersionFormatted 1\nVertices\n99999999999\n"})
      for (const char* command : {"check", "measure"}) {
        const std::string file = folder.write(name, bytes);
        std::vector<std::string> arguments{command, file};
        if (arguments[0] == "measure")
          arguments.push_back(file);
        const Outcome outcome = run_lamina(arguments);
        EXPECT_EQ(outcome.exit_code, 2) << name << ": " << outcome.words;
        EXPECT_THAT(outcome.words, HasSubstr((folder.path() / "a.").string())); // of a pair, either
        EXPECT_EQ(std::count(outcome.words.begin(), outcome.words.end(), '\n'), 1) << outcome.words;
      }
}

} // namespace
} // namespace lamina::testing
