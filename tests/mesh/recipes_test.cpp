#include "core/mesh/procedural.h"

#include "core/base/error.h"
#include "core/mesh/cloth_mesh.h"
#include "core/mesh/prepare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace lamina {
namespace {

using testing::HasSubstr;

std::string refusal(const Recipe& recipe) {
  try {
    make_mesh(recipe);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Recipe, EveryShapeIsMadeFromItsInitialNumbers) {
  for (const RecipeShape& shape : recipe_shapes()) {
    const TriangleMesh mesh = make_mesh({shape.shape, {}});
    const bool open = shape.shape == "ground" || shape.shape == "bag";
    const Sidedness sidedness = open ? Sidedness::one_sided : Sidedness::closed;
    const PreparedMesh prepared =
        shape.shape == "sheet" ? *prepare_cloth_mesh(mesh) : prepare_mesh(mesh, sidedness);
    EXPECT_TRUE(prepared.report.accepted) << shape.shape << ": " << prepared.report.reason;
    EXPECT_FALSE(shape.sentence.empty());
    for (const RecipeParameter& parameter : shape.parameters) {
      EXPECT_GE(parameter.initial, parameter.minimum) << parameter.name;
      EXPECT_LE(parameter.initial, parameter.maximum) << parameter.name;
    }
  }
}

TEST(Recipe, EveryNumberActsOnTheMesh) {
  for (const RecipeShape& shape : recipe_shapes()) {
    const TriangleMesh initial = make_mesh({shape.shape, {}});
    for (const RecipeParameter& parameter : shape.parameters) {
      if (parameter.name == "bones")
        continue; // they move the skin and do not shape it
      const double changed = parameter.name == "triangles" ? 4 * parameter.initial
                             : parameter.unit.empty()      ? parameter.initial + 1
                                                           : 0.9 * parameter.initial;
      const TriangleMesh mesh = make_mesh({shape.shape, {{parameter.name, changed}}});
      EXPECT_TRUE(mesh.vertices.size() != initial.vertices.size() || mesh.vertices != initial.vertices)
          << shape.shape << " " << parameter.name;
    }
  }
}

TEST(Recipe, UnknownWordsAreRefusedWithTheNearestOne) {
  EXPECT_THAT(refusal({"shpere", {}}), HasSubstr("did you mean \"sphere\""));
  EXPECT_THAT(refusal({"dodecahedron", {}}), HasSubstr("known are box"));
  EXPECT_THAT(refusal({"torus", {{"tube_radus", 0.1}}}), HasSubstr("did you mean \"tube_radius\""));
}

TEST(Recipe, NumbersOutOfRangeAreRefusedWithTheRange) {
  EXPECT_THAT(refusal({"sphere", {{"radius", -1}}}), HasSubstr("between 0.0001 and 1000 m"));
  EXPECT_THAT(refusal({"sphere", {{"radius", std::numeric_limits<double>::quiet_NaN()}}}),
              HasSubstr("between"));
  EXPECT_THAT(refusal({"sphere", {{"triangles", 1e12}}}), HasSubstr("between"));
  EXPECT_THAT(refusal({"gear", {{"teeth", 12.5}}}), HasSubstr("whole number"));
}

TEST(Recipe, NumbersThatContradictEachOtherAreRefused) {
  EXPECT_THAT(refusal({"torus", {{"radius", 0.1}, {"tube_radius", 0.2}}}), HasSubstr("less than radius"));
  EXPECT_THAT(refusal({"bowl", {{"height", 3}}}), HasSubstr("height"));
  EXPECT_THAT(refusal({"gear", {{"root_radius", 0.9}}}), HasSubstr("root_radius"));
  EXPECT_THAT(refusal({"table", {{"leg_width", 0.6}}}), HasSubstr("leg_width"));
  EXPECT_THAT(refusal({"blob", {{"bump", 0.4}, {"y", 0.7}}}), HasSubstr("bump must be less"));
  EXPECT_THAT(refusal({"wedge", {{"inner_radius", 0.6}}}), HasSubstr("less than outer_radius"));
  EXPECT_THAT(refusal({"ridge", {{"ridge_width", 2}}}), HasSubstr("less than x"));
  EXPECT_THAT(refusal({"wheel", {{"bulge", 0.02}}}), HasSubstr("at most that of a round wheel, 0.0170371 m"));
  EXPECT_THAT(refusal({"wheel", {{"bulge", -0.3}}}), HasSubstr("half of the way to the axis"));
  EXPECT_THAT(refusal({"screw", {{"thread_depth", 0.13}}}), HasSubstr("less than radius"));
  EXPECT_THAT(refusal({"screw", {{"pitch", 0.02}}}), HasSubstr("pitch must be more"));
  EXPECT_THAT(refusal({"nut", {{"clearance", 0.03}}}), HasSubstr("leaves no thread"));
  EXPECT_THAT(refusal({"nut", {{"outer_radius", 0.14}}}), HasSubstr("leave a wall"));
}

} // namespace
} // namespace lamina
