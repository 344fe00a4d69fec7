// What can be done with an open mesh, through the program itself.

#include "tests/app/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace lamina::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class Check : public ::testing::Test {
protected:
  /// A box of 2 × 1 × 1 m without its last triangle.
  std::string tub() {
    std::string text = box_obj({0, 0, 0}, {2, 1, 1});
    text.erase(text.rfind("f "));
    return folder.write("tub.obj", text);
  }
  json checked(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "check");
    arguments.push_back("--json");
    const Outcome outcome = run_lamina(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.words;
    return json::parse(outcome.output);
  }
  TemporaryFolder folder;
};

TEST_F(Check, JudgesAnOpenMeshWithItsHolesClosed) {
  const std::string file = tub();
  EXPECT_EQ(checked({file}).at("accepted"), false);
  const json closed = checked({file, "--close-holes"});
  EXPECT_EQ(closed.at("accepted"), true);
  EXPECT_NEAR(closed.at("volume_m3").get<double>(), 2, 1e-12);
  EXPECT_EQ(closed.at("closed_holes"), 1);
  EXPECT_GE(closed.at("largest_hole_m").get<double>(), 1);
  EXPECT_THAT(run_lamina({"check", file, "--close-holes"}).output, HasSubstr("note: closed 1 hole"));
}

TEST_F(Check, JudgesAnOpenMeshWithAThickness) {
  const json thick = checked({tub(), "--thickness", "0.01"});
  EXPECT_EQ(thick.at("accepted"), true);
  EXPECT_EQ(thick.at("thickened_pieces"), 1);
  EXPECT_GT(thick.at("boundary_edges").get<int>(), 0) << "as stored";
}

TEST_F(Check, TakesOneWayToMakeAVolumeOnly) {
  const std::string file = tub();
  for (const char* command : {"check", "simulate"}) {
    EXPECT_EQ(run_lamina({command, file, "--close-holes", "--one-sided"}).exit_code, 2);
    EXPECT_EQ(run_lamina({command, file, "--thickness", "0.1", "--one-sided"}).exit_code, 2);
    EXPECT_EQ(run_lamina({command, file, "--thickness", "0.1", "--close-holes"}).exit_code, 2);
    EXPECT_EQ(run_lamina({command, file, "--thickness", "0"}).exit_code, 2);
  }
}

/// A tetrahedron with edges of this length in the file's unit, in glTF.
std::string gltf_tetrahedron(TemporaryFolder& folder, const std::string& length) {
  const std::string l = length;
  return folder.write("part.gltf",
                      R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
    "nodes":[{"mesh":0,"scale":[)" +
                          l + "," + l + "," + l +
                          R"(]}],
    "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
    "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},
                 {"bufferView":1,"componentType":5121,"count":12,"type":"SCALAR"}],
    "bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":12}],
    "buffers":[{"byteLength":60,"uri":"data:application/octet-stream;base64,)"
                          "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAIBAAEDAQIDAAMC"
                          R"("}]})");
}

TEST_F(Check, SaysTheUnitOfAFileThatHasOne) {
  const std::string gltf = gltf_tetrahedron(folder, "2");
  const json said = checked({gltf});
  EXPECT_EQ(said.at("unit"), "metres, as glTF has it");
  EXPECT_EQ(said.at("metres_per_unit"), 1);
  EXPECT_EQ(said.at("bones"), 0);
  EXPECT_TRUE(said.at("animations").empty());
  EXPECT_NEAR(said.at("volume_m3").get<double>(), 8.0 / 6, 1e-9);
  EXPECT_THAT(run_lamina({"check", gltf}).output, HasSubstr("unit: metres, as glTF has it"));
  const json unsaid = checked({tub()});
  EXPECT_EQ(unsaid.at("unit"), "");
  EXPECT_TRUE(unsaid.at("metres_per_unit").is_null());
}

TEST_F(Check, SimulateSaysTheUnitAndThatItIsHardlyThatOne) {
  EXPECT_THAT(run_lamina({"simulate", gltf_tetrahedron(folder, "2"), "--steps", "1"}).words,
              HasSubstr("part.gltf: it is in metres, as glTF has it"));
  EXPECT_THAT(run_lamina({"simulate", gltf_tetrahedron(folder, "2000"), "--steps", "1"}).words,
              HasSubstr("in the unit that the file says; --unit mm"));
}

TEST_F(Check, SimulateSaysTheWaysOutAndTakesThem) {
  const std::string file = tub();
  const Outcome refused = run_lamina({"simulate", file, "--steps", "1"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.words, HasSubstr("--close-holes"));
  for (const std::vector<std::string>& way :
       {std::vector<std::string>{"--close-holes"}, {"--thickness", "0.1"}}) {
    std::vector<std::string> arguments{"simulate", file, "--steps", "1"};
    arguments.insert(arguments.end(), way.begin(), way.end());
    const Outcome outcome = run_lamina(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.words;
  }
}

} // namespace
} // namespace lamina::testing
