#include "core/base/error.h"
#include "core/sweep/grid.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace lamina::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<SweepAxis> axes_of(const std::vector<std::string>& assignments) {
  return parse_sweep_axes(assignments);
}

std::string refusal(const std::vector<std::string>& assignments) {
  try {
    axes_of(assignments);
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "accepted: " << assignments.front();
  return "";
}

TEST(SweepGrid, HoldsEveryCombinationOnceWithTheLastAxisFastest) {
  const auto axes = axes_of({"resolution=16,32,64", "cells=1,4"});
  std::vector<std::string> names;
  for (const SweepCell& cell : sweep_cells(axes))
    names.push_back(cell.name(axes));
  EXPECT_THAT(names, ElementsAre("resolution=16,cells=1", "resolution=16,cells=4", "resolution=32,cells=1",
                                 "resolution=32,cells=4", "resolution=64,cells=1", "resolution=64,cells=4"));
}

TEST(SweepGrid, WithoutAxesThereIsOneCell) {
  const auto cells = sweep_cells({});
  ASSERT_EQ(cells.size(), 1u);
  EXPECT_FALSE(cells.front().name({}).empty());
}

TEST(SweepGrid, TheSameValueWrittenInAnotherWayIsTheSameCell) {
  const auto plain = axes_of({"depth_stiffness=1e6"}), long_hand = axes_of({"depth_stiffness=1000000.0"});
  EXPECT_EQ(sweep_cells(plain).front().name(plain), sweep_cells(long_hand).front().name(long_hand));
}

TEST(SweepGrid, StiffnessOfContactIsAnAxisThoughNoSettingHasThatName) {
  const auto axes = axes_of({"resolution=16,32,64", "stiffness=1e6,1e7"});
  EXPECT_EQ(sweep_cells(axes).size(), 6u);
  EXPECT_THAT(sweep_cells(axes).back().assignments(axes), ElementsAre("resolution=64", "stiffness=1e+07"));
  EXPECT_THAT(refusal({"stiffness=1e6,hard"}), HasSubstr("hard"));
}

TEST(SweepGrid, AssignmentsGiveTheSettingsTheirValues) {
  const auto axes = axes_of({"law=cells,patches", "gyroscopic=false"});
  EXPECT_THAT(sweep_cells(axes).back().assignments(axes), ElementsAre("law=patches", "gyroscopic=false"));
}

TEST(SweepGrid, NamesOfCellsWithManyAxesAreNamesOfFilesAndStillDiffer) {
  std::vector<std::string> assignments;
  for (const char* name : {"rest_penetration", "dissipation", "friction_coefficient", "viscosity",
                           "slip_speed", "cg_tolerance", "pixel_size", "self_stiffness"})
    assignments.push_back(std::string(name) + "=0.0123456789,0.0123456788");
  const auto axes = axes_of(assignments);
  std::set<std::string> names;
  for (const SweepCell& cell : sweep_cells(axes)) {
    const std::string name = cell.name(axes);
    EXPECT_LE((name + ".part").size(), 255u);
    EXPECT_EQ(name.find('/'), std::string::npos);
    names.insert(name);
  }
  EXPECT_EQ(names.size(), 256u);
}

TEST(SweepGrid, WhatCannotBeRunIsRefusedWithTheReason) {
  EXPECT_THAT(refusal({"resolution"}), HasSubstr("NAME=VALUE"));
  EXPECT_THAT(refusal({"=1"}), HasSubstr("NAME=VALUE"));
  EXPECT_THAT(refusal({"resolutoin=1"}), HasSubstr("resolution"));
  EXPECT_THAT(refusal({"resolution=16,5000"}), HasSubstr("1024"));
  EXPECT_THAT(refusal({"resolution=16,,32"}), HasSubstr("missing"));
  EXPECT_THAT(refusal({"resolution=16,32,"}), HasSubstr("missing"));
  EXPECT_THAT(refusal({"depth_stiffness=1e6,1000000"}), HasSubstr("twice"));
  EXPECT_THAT(refusal({"cells=1", "cells=2"}), HasSubstr("twice"));
  std::string many = "seed=0";
  for (int k = 1; k <= 200; ++k)
    many += "," + std::to_string(k);
  std::string others = "cg_iterations=1";
  for (int k = 2; k <= 100; ++k)
    others += "," + std::to_string(k);
  EXPECT_THAT(refusal({many, others}), HasSubstr("10000"));
}

} // namespace
} // namespace lamina::testing
