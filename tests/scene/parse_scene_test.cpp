#include "core/base/error.h"
#include "core/scene/scene_file.h"
#include "tests/scene/scene_support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

namespace lamina {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A scene of one sphere with more members, on the third line.
std::string sphere_with(const std::string& members) {
  return "{\"bodies\": [\n{\"name\": \"ball\", \"recipe\": {\"shape\": \"sphere\"}" +
         (members.empty() ? "" : ",\n" + members) + "}]}";
}

TEST(ParseScene, TheShortestSceneTakesDefaults) {
  const Scene scene = parse(sphere_with(""));
  EXPECT_EQ(scene.gravity, Vec3(0, -9.81, 0));
  EXPECT_EQ(scene.up(), Vec3(0, 1, 0));
  EXPECT_EQ(scene.settings, Settings{});
  EXPECT_FALSE(scene.camera_given);
  ASSERT_EQ(scene.bodies.size(), 1u);
  EXPECT_EQ(scene.bodies[0].name, "ball");
  EXPECT_EQ(scene.bodies[0].kind, BodyKind::rigid);
  EXPECT_EQ(scene.bodies[0].line, 2u);
  EXPECT_FALSE(scene.bodies[0].density);
  EXPECT_FALSE(scene.bodies[0].mass);
}

TEST(ParseScene, EveryKeyArrivesWhereItBelongs) {
  const Scene scene = parse(R"({
    // comments are allowed
    "$schema": "../docs/scene.schema.json",
    "title": "T", "look_for": "L", "gravity": [0, 0, -3], "time_step": 0.002, "method": "other",
    "preset": "f08", "settings": {"resolution": 128, "gyroscopic": false},
    "bodies": [
      {"name": "a", "mesh": "sub/a.obj", "object": 2, "split_pieces": true, "unit": "mm", "kind": "rigid", "mass": 2,
       "friction_coefficient": 0.3, "restitution": 0.4, "position": [1, 2, 3], "orientation": [0, 0, 2, 0], "velocity": [4, 5, 6],
       "spin": [7, 8, 9], "groups": ["g", "h"], "colour": [0, 0.5, 1]},
      {"name": "b", "recipe": {"shape": "ground"}, "kind": "fixed", "one_sided": true, "one_sided_thickness": 3,
       "colour": "#ff8000"},
      {"name": "c", "recipe": {"shape": "sphere"}, "kind": "scripted", "density": 5,
       "motion": {"amplitude": [1, 0, 0], "frequency": 2, "rotation_axis": [0, 0, 2], "rotation_rate": 3,
                  "rotation_amplitude": 4}},
      {"name": "d", "recipe": {"shape": "sphere"}, "kind": "scripted",
       "motion": {"keyframes": [{"time": 0}, {"time": 1.5, "position": [1, 0, 0]}], "repeat": true}}],
    "camera": {"eye": [1, 2, 3], "target": [0, 0, 0], "field_of_view_degrees": 90, "image_height": 600}})");
  EXPECT_EQ(scene.title, "T");
  EXPECT_EQ(scene.look_for, "L");
  EXPECT_EQ(scene.gravity, Vec3(0, 0, -3));
  EXPECT_EQ(scene.up(), Vec3(0, 0, 1));
  EXPECT_EQ(scene.settings.simulation.time_step, 0.002);
  EXPECT_EQ(scene.settings.contact.method, "other");
  EXPECT_EQ(scene.settings.response.law, ContactLaw::f08);
  EXPECT_EQ(scene.settings.contact.ldi.resolution, 128) << "settings come after the preset";
  EXPECT_FALSE(scene.settings.solver.gyroscopic);

  const SceneBody& a = scene.bodies.at(0);
  EXPECT_EQ(a.file, "sub/a.obj");
  EXPECT_EQ(a.object, 2);
  EXPECT_TRUE(a.split_pieces);
  EXPECT_EQ(a.scale, 0.001);
  EXPECT_EQ(a.mass, 2.0);
  EXPECT_EQ(a.friction_coefficient, 0.3);
  EXPECT_EQ(a.restitution, 0.4);
  EXPECT_EQ(a.pose.position, Vec3(1, 2, 3));
  EXPECT_EQ(a.pose.orientation.coeffs(), Quat(0, 0, 1, 0).coeffs());
  EXPECT_EQ(a.velocity, Vec3(4, 5, 6));
  EXPECT_EQ(a.spin, Vec3(7, 8, 9));
  EXPECT_THAT(a.groups, testing::ElementsAre("g", "h"));
  EXPECT_THAT(a.colour.value(), testing::ElementsAre(0.0f, 0.5f, 1.0f));

  const SceneBody& b = scene.bodies.at(1);
  EXPECT_EQ(b.kind, BodyKind::fixed);
  EXPECT_EQ(b.sidedness, Sidedness::one_sided);
  EXPECT_EQ(b.one_sided_thickness, 3.0);
  EXPECT_THAT(b.colour.value(), testing::ElementsAre(1.0f, 128 / 255.0f, 0.0f));

  const ScriptedMotion& sinusoid = scene.bodies.at(2).motion;
  EXPECT_EQ(scene.bodies.at(2).density, 5.0);
  EXPECT_EQ(sinusoid.amplitude, Vec3(1, 0, 0));
  EXPECT_EQ(sinusoid.frequency, 2.0);
  EXPECT_EQ(sinusoid.rotation_axis, Vec3(0, 0, 1));
  EXPECT_EQ(sinusoid.rotation_rate, 3.0);
  EXPECT_EQ(sinusoid.rotation_amplitude, 4.0);
  const ScriptedMotion& path = scene.bodies.at(3).motion;
  ASSERT_EQ(path.keyframes.size(), 2u);
  EXPECT_TRUE(path.repeat);
  EXPECT_EQ(path.keyframes[1].time_s, 1.5);
  EXPECT_EQ(path.keyframes[1].pose.position, Vec3(1, 0, 0));

  EXPECT_TRUE(scene.camera_given);
  EXPECT_EQ(scene.camera.up, Vec3(0, 0, 1)) << "up is against gravity unless given";
  EXPECT_DOUBLE_EQ(scene.camera.field_of_view, std::numbers::pi / 2);
  EXPECT_EQ(scene.camera.image_height, 600);
}

TEST(ParseScene, RotationsApplyInOrderAboutWorldAxes) {
  const Scene scene = parse(sphere_with(
      R"("rotation": [{"axis": [0, 0, 1], "angle_degrees": 90}, {"axis": [0, 2, 0], "angle_degrees": 90}])"));
  // x goes to y by the first turn and stays there in the second; y goes to -x and then to z.
  const Quat& q = scene.bodies[0].pose.orientation;
  EXPECT_LT((q * Vec3::UnitX() - Vec3::UnitY()).norm(), 1e-15);
  EXPECT_LT((q * Vec3::UnitY() - Vec3::UnitZ()).norm(), 1e-15);
}

TEST(ParseScene, ANumberForGravityPullsDown) {
  EXPECT_EQ(parse("{\"gravity\": 3.7, " + sphere_with("").substr(1)).gravity, Vec3(0, -3.7, 0));
  EXPECT_EQ(parse("{\"gravity\": 0, " + sphere_with("").substr(1)).up(), Vec3(0, 1, 0));
}

TEST(ParseScene, AnArrayMakesNamedCopiesOnAGrid) {
  const Scene scene =
      parse(sphere_with(R"("position": [10, 0, 0], "array": {"count": [2, 3, 1], "spacing": [1, 2, 5]})"));
  ASSERT_EQ(scene.bodies.size(), 6u);
  EXPECT_EQ(scene.bodies.front().name, "ball 1");
  EXPECT_EQ(scene.bodies.back().name, "ball 6");
  EXPECT_EQ(scene.bodies.front().pose.position, Vec3(9.5, -2, 0));
  EXPECT_EQ(scene.bodies.back().pose.position, Vec3(10.5, 2, 0));
}

TEST(ParseScene, JitterAndOrientationFollowTheSeed) {
  const auto heap = [](int seed) {
    return parse(sphere_with(R"("array": {"count": [5, 5, 5], "spacing": 1, "jitter": 0.25,
      "random_orientation": true, "seed": )" +
                             std::to_string(seed) + "}"));
  };
  const Scene once = heap(7), again = heap(7), other = heap(8);
  Vec3 mean = Vec3::Zero();
  for (std::size_t i = 0; i < once.bodies.size(); ++i) {
    const Pose &a = once.bodies[i].pose, &b = again.bodies[i].pose;
    EXPECT_EQ(a.position, b.position);
    EXPECT_EQ(a.orientation.coeffs(), b.orientation.coeffs());
    EXPECT_NE(a.position, other.bodies[i].pose.position);
    const Vec3 offset = a.position - a.position.array().round().matrix();
    EXPECT_LE(offset.cwiseAbs().maxCoeff(), 0.25);
    EXPECT_NEAR(a.orientation.norm(), 1, 1e-15);
    mean += a.orientation * Vec3::UnitX() / 125;
  }
  // Uniform directions average to a vector of length about 1/sqrt(125) = 0.09.
  EXPECT_LT(mean.norm(), 0.3);
}

TEST(ParseScene, BodiesWithoutANameAreNamedByWhatTheyAre) {
  const Scene scene = parse(R"({"bodies": [{"recipe": {"shape": "box"}}, {"recipe": {"shape": "box"}},
                                           {"mesh": "x/duck.obj"}, {"name": "box 3", "recipe": {"shape": "box"}}]})");
  EXPECT_EQ(scene.bodies[0].name, "box");
  EXPECT_EQ(scene.bodies[1].name, "box 2");
  EXPECT_EQ(scene.bodies[2].name, "duck");
}

TEST(ParseScene, UnknownKeysNameFileLineAndTheNearest) {
  EXPECT_THAT(refusal(sphere_with("\"densty\": 3")),
              AllOf(StartsWith("folder/scene.json:3: "), HasSubstr("\"densty\""),
                    HasSubstr("did you mean \"density\"?")));
  EXPECT_THAT(refusal("{\n\"titel\": \"x\"}"), AllOf(HasSubstr(":2: "), HasSubstr("\"title\"")));
  EXPECT_THAT(refusal("{\"zzzzzzzz\": 1}"),
              AllOf(HasSubstr("known: "), HasSubstr("bodies"), Not(HasSubstr("mean"))));
  EXPECT_THAT(refusal("{\"settings\": {\n\n\"resolutoin\": 3}}"),
              AllOf(HasSubstr(":3: "), HasSubstr("\"resolution\"")));
  EXPECT_THAT(refusal("{\"camera\": {\"eey\": [0,0,0]}," + sphere_with("").substr(1)), HasSubstr("\"eye\""));
  EXPECT_THAT(refusal(R"({"bodies": [{"recipe": {"shape": "shpere"}}]})"), HasSubstr("\"sphere\""));
  EXPECT_THAT(refusal(R"({"bodies": [{"recipe": {"shape": "sphere", "raduis": 1}}]})"),
              HasSubstr("\"radius\""));
  EXPECT_THAT(refusal(sphere_with(R"("array": {"cuont": 3})")), HasSubstr("\"count\""));
}

TEST(ParseScene, WrongTypesAreNamed) {
  EXPECT_THAT(refusal("[]"), HasSubstr("must be an object, not a list"));
  EXPECT_THAT(refusal("{\"bodies\": 3}"), HasSubstr("must be a list, not a number"));
  EXPECT_THAT(refusal("{\"bodies\": [3]}"), HasSubstr("must be an object, not a number"));
  EXPECT_THAT(refusal(sphere_with("\"mass\": \"heavy\"")),
              HasSubstr("\"mass\" of body \"ball\" must be a number, not a text"));
  EXPECT_THAT(refusal(sphere_with("\"position\": [1, 2]")), HasSubstr("list of 3 numbers; it has 2"));
  EXPECT_THAT(refusal(sphere_with("\"position\": [1, 2, true]")), HasSubstr("not true or false"));
  EXPECT_THAT(refusal(sphere_with("\"groups\": \"a\"")), HasSubstr("must be a list"));
  EXPECT_THAT(refusal(sphere_with("\"colour\": \"red\"")), HasSubstr("#rrggbb"));
  EXPECT_THAT(refusal("{\"settings\": {\"resolution\": [1]}}"), HasSubstr("a single value"));
  EXPECT_THAT(refusal("{\"settings\": {\"resolution\": 1.5}}"), HasSubstr("a whole number from 1 to 1024"));
  EXPECT_THAT(refusal("{\"title\": null}"), HasSubstr("not null"));
}

TEST(ParseScene, ValuesOutOfRangeNameTheRange) {
  EXPECT_THAT(refusal(sphere_with("\"density\": -1")),
              AllOf(HasSubstr(":3: "), HasSubstr("-1 is out of range: 1e-06 to")));
  EXPECT_THAT(refusal(sphere_with("\"position\": [0, 1e300, 0]")), HasSubstr("out of range"));
  EXPECT_THAT(refusal("{\"settings\": {\n\"resolution\": 4096}}"),
              AllOf(HasSubstr(":2: "), HasSubstr("1 to 1024")));
  EXPECT_THAT(refusal("{\"time_step\": 1}"), HasSubstr("1e-05 to 0.1 s"));
  EXPECT_THAT(refusal(R"({"bodies": [{"recipe": {"shape": "sphere", "radius": -1}}]})"),
              HasSubstr("out of range"));
  EXPECT_THAT(refusal(R"({"bodies": [{"recipe": {"shape": "sphere", "triangles": 100.5}}]})"),
              HasSubstr("whole number"));
  EXPECT_THAT(refusal(sphere_with(R"("array": {"count": [1000, 1000, 1000], "spacing": 1})")),
              HasSubstr("10000 bodies"));
  EXPECT_THAT(refusal(sphere_with(R"("array": {"count": [10000, 10000, 10000], "spacing": 1})")),
              HasSubstr("10000 bodies"));
}

TEST(ParseScene, NaNIsNoNumber) {
  EXPECT_THAT(refusal(sphere_with("\"mass\": NaN")),
              AllOf(StartsWith("folder/scene.json:3: "), HasSubstr("not valid JSON")));
  EXPECT_THAT(refusal(sphere_with("\"mass\": \"NaN\"")), HasSubstr("must be a number"));
}

TEST(ParseScene, ContradictionsAreRefused) {
  EXPECT_THAT(refusal(sphere_with("\"mass\": 1, \"density\": 1")), HasSubstr("both"));
  EXPECT_THAT(refusal(sphere_with("\"mesh\": \"a.obj\"")), HasSubstr("either"));
  EXPECT_THAT(refusal("{\"bodies\": [{\"name\": \"x\"}]}"), HasSubstr("either"));
  EXPECT_THAT(refusal(sphere_with("\"unit\": \"mm\"")), HasSubstr("goes with a mesh file"));
  EXPECT_THAT(refusal("{\"bodies\": [{\"mesh\": \"a.obj\", \"scale\": 2, \"unit\": \"m\"}]}"),
              HasSubstr("both"));
  EXPECT_THAT(refusal(sphere_with("\"one_sided\": true")), HasSubstr("one-sided"));
  for (const char* key : {"close_holes", "thickness"}) {
    const std::string given = std::string("\"") + key + "\": " + (key[0] == 'c' ? "true" : "0.01");
    EXPECT_THAT(refusal(sphere_with(given)), HasSubstr("goes with a mesh file"));
    EXPECT_THAT(refusal("{\"bodies\": [{\"mesh\": \"a.obj\", \"kind\": \"fixed\", \"one_sided\": true, " +
                        given + "}]}"),
                AllOf(HasSubstr("one-sided"), HasSubstr(key)));
  }
  EXPECT_THAT(refusal("{\"bodies\": [{\"mesh\": \"a.obj\", \"close_holes\": true, \"thickness\": 0.1}]}"),
              AllOf(HasSubstr("close_holes"), HasSubstr("thickness")));
  EXPECT_THAT(refusal("{\"bodies\": [{\"mesh\": \"a.obj\", \"thickness\": 0}]}"), HasSubstr("thickness"));
  EXPECT_THAT(refusal(sphere_with("\"kind\": \"scripted\"")), HasSubstr("no \"motion\""));
  EXPECT_THAT(refusal(sphere_with("\"motion\": {}")), HasSubstr("for scripted bodies"));
  EXPECT_THAT(refusal(sphere_with("\"kind\": \"fixed\", \"velocity\": [1, 0, 0]")),
              HasSubstr("for rigid, soft, particles, skinned and cloth bodies"));
  EXPECT_THAT(refusal(sphere_with("\"orientation\": [1,0,0,0], \"rotation\": []")), HasSubstr("both"));
  EXPECT_THAT(refusal(sphere_with("\"orientation\": [0,0,0,0]")), HasSubstr("no length"));
  EXPECT_THAT(refusal("{\"time_step\": 0.01, \"settings\": {\"time_step\": 0.01}}"),
              HasSubstr("given twice"));
  EXPECT_THAT(refusal("{\"bodies\": []}"), HasSubstr("no bodies"));
  EXPECT_THAT(refusal("{}"), HasSubstr("no \"bodies\""));
  EXPECT_THAT(refusal(sphere_with(
                  "\"kind\": \"scripted\", \"motion\": {\"keyframes\": [{\"time\": 1}, {\"time\": 1}]}")),
              HasSubstr("not later"));
  EXPECT_THAT(refusal(sphere_with(
                  "\"kind\": \"scripted\", \"motion\": {\"keyframes\": [{\"time\": 1}], \"frequency\": 1}")),
              HasSubstr("exclude each other"));
}

TEST(ParseScene, TwoBodiesOfOneNameAreRefusedAtTheSecond) {
  EXPECT_THAT(refusal(R"({"bodies": [
    {"name": "a", "recipe": {"shape": "box"}},
    {"name": "a", "recipe": {"shape": "box"}}]})"),
              AllOf(HasSubstr(":3: "), HasSubstr("two bodies are named \"a\"")));
  EXPECT_THAT(refusal(R"({"bodies": [
    {"name": "a 1", "recipe": {"shape": "box"}},
    {"name": "a", "recipe": {"shape": "box"}, "array": {"count": [1, 1, 1], "spacing": 0}}]})"),
              HasSubstr("two bodies are named \"a 1\""));
}

TEST(WriteScene, ReadsBackToTheSameScene) {
  const Scene scene = parse(R"({"title": "Ünicode \"quoted\"", "look_for": "x", "gravity": [0.1, -9.7, 0.3],
    "preset": "f08", "settings": {"rest_penetration": 0.00123, "seed": 99},
    "bodies": [
      {"name": "a", "mesh": "sub/a.obj", "object": 2, "split_pieces": true, "unit": "in", "mass": 0.1,
       "friction_coefficient": 0.3, "rotation": {"axis": [1, 2, 3], "angle_degrees": 33}, "velocity": [0.1, 0, 0],
       "spin": [0, 0.7, 0], "groups": ["g"], "colour": "#123456", "weld": 1e-5, "close_holes": true},
      {"name": "sheet", "mesh": "sheet.obj", "thickness": 0.0013},
      {"name": "b", "recipe": {"shape": "ground", "size": 7.3}, "scale": 0.3, "kind": "fixed", "one_sided": true,
       "one_sided_thickness": 3.3},
      {"name": "c", "recipe": {"shape": "sphere"}, "kind": "scripted", "density": 5,
       "motion": {"amplitude": [1, 0, 0], "frequency": 0.3, "rotation_axis": [1, 1, 2], "rotation_rate": 3,
                  "rotation_amplitude": 4}},
      {"name": "d", "recipe": {"shape": "sphere"}, "kind": "scripted", "motion": {"repeat": true,
       "keyframes": [{"time": 0.1, "rotation": {"axis": [0, 1, 1], "angle_degrees": 20}}, {"time": 1.5}]}},
      {"name": "still", "recipe": {"shape": "sphere"}, "kind": "scripted", "motion": {}},
      {"name": "heap", "recipe": {"shape": "box"}, "array": {"count": [3, 3, 3], "spacing": 0.3, "jitter": 0.1,
       "random_orientation": true}}],
    "camera": {"eye": [1, 2, 3], "target": [0, 0.1, 0], "up": [0, 1, 0.1], "field_of_view_degrees": 37}})");
  const Scene back = parse_scene(write_scene(scene, "folder"), "folder/other.json");
  expect_same_scene(scene, back);
}

TEST(WriteScene, MeshPathsAreRelativeToTheFolder) {
  const Scene scene = parse_scene(R"({"bodies": [{"mesh": "meshes/a.obj"}]})", "/data/scenes/s.json");
  EXPECT_THAT(write_scene(scene, "/data/runs/one"), HasSubstr("\"../../scenes/meshes/a.obj\""));
}

TEST(ParseScene, WhatIsQuotedStaysOnOneLine) {
  EXPECT_THAT(refusal(sphere_with("\"kind\": \"so\\nft\"")), HasSubstr("so?ft"));
}

} // namespace
} // namespace lamina
