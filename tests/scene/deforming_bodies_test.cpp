#include "core/base/error.h"
#include "core/scene/scene_file.h"
#include "tests/scene/scene_support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lamina {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A ball with more members, and a box beside it; `more` are members of the scene.
std::string scene_with(const std::string& members, const std::string& more = "") {
  return R"({"bodies": [
    {"name": "ball", "recipe": {"shape": "sphere"})" +
         (members.empty() ? "" : ",\n" + members) + R"(},
    {"name": "box", "recipe": {"shape": "box"}}])" +
         (more.empty() ? "" : ",\n" + more) + "}";
}

std::string refusal_of(const std::string& members, const std::string& more = "") {
  return refusal(scene_with(members, more));
}

const std::string everything = scene_with(
    R"("kind": "soft", "material": {"young_modulus": 2e5, "poisson_ratio": 0.3, "damping": 0.02},
    "division": "lattice", "lattice_cells": 7, "self_contact": false, "contact_stiffness": 0.25,
    "velocity": [1, 2, 3], "spin": [4, 5, 6],
    "clamps": [{"min": [0, 0.1, 0], "max": [1, 1, 1]},
               {"min": [-1, -1, -1], "max": [0, 0, 0],
                "motion": {"keyframes": [{"time": 0}, {"time": 1, "position": [0, 0.5, 0]}],
                           "interpolation": "cubic"}}])",
    R"("pairs": [{"bodies": ["box", "ball"], "contact_stiffness": 3, "friction_coefficient": 0, "restitution": 0.7},
                 {"bodies": ["ball", "ball"], "collide": false}])");

TEST(DeformingBodies, EveryKeyArrivesWhereItBelongs) {
  const Scene scene = parse(everything);
  const SceneBody& ball = scene.bodies.at(0);
  EXPECT_EQ(ball.kind, BodyKind::soft);
  EXPECT_EQ(ball.material, (Material{2e5, 0.3, 0.02}));
  EXPECT_EQ(ball.division, Division::lattice);
  EXPECT_EQ(ball.lattice_cells, 7);
  EXPECT_FALSE(ball.self_contact);
  EXPECT_EQ(ball.contact_stiffness, 0.25);
  EXPECT_EQ(ball.velocity, Vec3(1, 2, 3));
  EXPECT_EQ(ball.spin, Vec3(4, 5, 6));
  ASSERT_EQ(ball.clamps.size(), 2u);
  EXPECT_EQ(ball.clamps[0].box.min, Vec3(0, 0.1, 0));
  EXPECT_EQ(ball.clamps[0].box.max, Vec3(1, 1, 1));
  EXPECT_FALSE(ball.clamps[0].motion);
  ASSERT_TRUE(ball.clamps[1].motion);
  EXPECT_EQ(ball.clamps[1].motion->interpolation, Interpolation::cubic);
  EXPECT_EQ(ball.clamps[1].motion->keyframes.size(), 2u);

  ASSERT_EQ(scene.pairs.size(), 2u);
  EXPECT_THAT(scene.pairs[0].bodies, testing::ElementsAre("box", "ball"));
  EXPECT_EQ(scene.pairs[0].contact_stiffness, 3.0);
  EXPECT_EQ(scene.pairs[0].friction_coefficient, 0.0);
  EXPECT_EQ(scene.pairs[0].restitution, 0.7);
  EXPECT_TRUE(scene.pairs[0].collide);
  EXPECT_FALSE(scene.pairs[1].contact_stiffness);
  EXPECT_FALSE(scene.pairs[1].collide);
}

TEST(DeformingBodies, ParticlesAndSkinnedBodiesHaveKeysOfTheirOwn) {
  const Scene scene = parse(R"({"bodies": [
    {"name": "p", "recipe": {"shape": "sphere"}, "kind": "particles", "particles": "sub/points.ply"},
    {"name": "q", "recipe": {"shape": "sphere"}, "kind": "particles", "division": "vertices"},
    {"name": "s", "mesh": "fox.glb", "kind": "skinned",
     "drive": {"stiffness": 5, "damping": 0.3, "animation": "Run", "speed": 2}}]})");
  EXPECT_EQ(scene.bodies[0].particles, "sub/points.ply");
  EXPECT_EQ(scene.bodies[1].division, Division::vertices);
  const JointDrive& drive = scene.bodies[2].drive;
  EXPECT_EQ(drive.stiffness, 5);
  EXPECT_EQ(drive.damping, 0.3);
  EXPECT_EQ(drive.animation, "Run");
  EXPECT_EQ(drive.speed, 2);
  expect_same_scene(scene, parse(write_scene(scene, "folder")));
}

TEST(DeformingBodies, WhatIsWrittenReadsBack) {
  const Scene scene = parse(everything);
  expect_same_scene(scene, parse(write_scene(scene, "folder")));
}

TEST(DeformingBodies, DefaultsAreNotWritten) {
  const std::string text = write_scene(parse(scene_with("\"kind\": \"soft\"")), "folder");
  for (const char* key : {"material", "division", "lattice_cells", "clamps", "self_contact", "drive",
                          "contact_stiffness", "pairs", "velocity"})
    EXPECT_THAT(text, Not(HasSubstr(key)));
  EXPECT_THAT(text, HasSubstr("\"kind\":\"soft\""));
}

TEST(DeformingBodies, AKeyOfAnotherKindSaysWhichKindItBelongsTo) {
  EXPECT_THAT(refusal_of("\"material\": {}"),
              AllOf(StartsWith("folder/scene.json:3: "), HasSubstr("for soft, particles and cloth bodies"),
                    HasSubstr("body \"ball\" is rigid")));
  EXPECT_THAT(refusal_of("\"kind\": \"soft\", \"drive\": {}"), HasSubstr("for skinned bodies"));
  EXPECT_THAT(refusal_of("\"kind\": \"soft\", \"particles\": \"a.ply\""), HasSubstr("for particles bodies"));
  EXPECT_THAT(refusal_of("\"kind\": \"fixed\", \"clamps\": []"),
              HasSubstr("for soft, particles, skinned and cloth bodies"));
  EXPECT_THAT(refusal_of("\"kind\": \"soft\", \"motion\": {}"), HasSubstr("for scripted bodies"));
  EXPECT_THAT(refusal_of("\"kind\": \"soft\", \"one_sided\": true"), HasSubstr("one-sided"));
  EXPECT_THAT(refusal_of("\"kind\": \"soft\", \"division\": \"vertices\""),
              HasSubstr("only particles bodies"));
}

TEST(DeformingBodies, UnknownWordsNameTheNearest) {
  EXPECT_THAT(refusal_of("\"kind\": \"sotf\""), HasSubstr("did you mean \"soft\"?"));
  EXPECT_THAT(refusal_of("\"kind\": \"soft\", \"division\": \"latice\""), HasSubstr("\"lattice\""));
  EXPECT_THAT(refusal_of("\"kind\": \"soft\", \"material\": {\n\"yuong_modulus\": 1}"),
              AllOf(HasSubstr(":4: "), HasSubstr("\"young_modulus\"")));
  EXPECT_THAT(refusal_of("\"kind\": \"soft\", \"clamps\": [{\"mni\": 1}]"), HasSubstr("\"min\""));
  EXPECT_THAT(refusal_of("", "\"pairs\": [{\"bodies\": [\"box\", \"bal\"]}]"),
              AllOf(HasSubstr("cannot be \"bal\""), HasSubstr("did you mean \"ball\"?")));
  EXPECT_THAT(refusal_of("", "\"pairs\": [{\"bodies\": [\"box\", \"zzzzzz\"]}]"),
              HasSubstr("known: ball, box"));
}

TEST(DeformingBodies, NumbersThatNoMaterialHasAreRefused) {
  const auto material = [](const std::string& member) {
    return refusal_of("\"kind\": \"soft\", \"material\": {" + member + "}");
  };
  EXPECT_THAT(material("\"poisson_ratio\": 0.5"), HasSubstr("out of range"));
  EXPECT_THAT(material("\"poisson_ratio\": -1"), HasSubstr("out of range"));
  EXPECT_THAT(material("\"young_modulus\": 0"), HasSubstr("out of range"));
  EXPECT_THAT(material("\"damping\": -0.1"), HasSubstr("out of range"));
  for (const char* strength : {"0", "-1", "-0.0", "1e300", "1e-7"})
    EXPECT_THAT(material("\"tensile_strength\": " + std::string(strength)),
                AllOf(HasSubstr("tensile_strength"), HasSubstr("out of range")));
  for (const char* strength : {"null", "\"strong\"", "[1]"})
    EXPECT_THAT(material("\"tensile_strength\": " + std::string(strength)), HasSubstr("tensile_strength"));
  for (const char* strength : {"NaN", "1e999"})
    EXPECT_NE(material("\"tensile_strength\": " + std::string(strength)), "");
  EXPECT_THAT(refusal_of("\"kind\": \"soft\", \"lattice_cells\": 0"), HasSubstr("1 to 200"));
  EXPECT_THAT(refusal_of("\"kind\": \"soft\", \"lattice_cells\": 201"), HasSubstr("1 to 200"));
  EXPECT_THAT(refusal_of("\"contact_stiffness\": 0"), HasSubstr("out of range"));
}

TEST(DeformingBodies, ContradictionsAreRefused) {
  EXPECT_THAT(refusal_of("\"kind\": \"soft\", \"clamps\": [{\"min\": [0, 0, 1], \"max\": [1, 1, 0]}]"),
              HasSubstr("holds nothing"));
  EXPECT_THAT(refusal_of("\"kind\": \"soft\", \"clamps\": [{\"min\": [0, 0, 1]}]"), HasSubstr("no \"max\""));
  EXPECT_THAT(refusal_of("\"kind\": \"particles\", \"particles\": \"\""), HasSubstr("names no file"));
  EXPECT_THAT(refusal_of("\"kind\": \"particles\", \"particles\": \"a.ply\", \"division\": \"lattice\""),
              HasSubstr("both"));
  EXPECT_THAT(refusal_of("\"kind\": \"scripted\", \"motion\": {\"interpolation\": \"cubic\"}"),
              HasSubstr("\"keyframes\""));
  EXPECT_THAT(refusal_of("", "\"pairs\": [{\"bodies\": [\"box\"]}]"), HasSubstr("two names"));
  EXPECT_THAT(
      refusal_of("", "\"pairs\": [{\"bodies\": [\"box\", \"ball\"]}, {\"bodies\": [\"ball\", \"box\"]}]"),
      HasSubstr("stated twice"));
}

} // namespace
} // namespace lamina
