#include "core/base/error.h"
#include "core/settings/assignments.h"
#include "core/settings/setting_scope.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace lamina {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Settings assigned(const std::vector<std::string>& assignments) {
  Settings settings;
  assign_settings(settings, assignments);
  return settings;
}

std::vector<std::string> idle(const std::vector<std::string>& assignments) {
  return idle_assignments(assignments, assigned(assignments));
}

TEST(Assignments, StiffnessIsThatOfTheLawWhereverItStands) {
  const Settings by_depth = assigned({"stiffness=2e6"});
  EXPECT_EQ(by_depth.response.stiffness_source, StiffnessSource::given);
  EXPECT_EQ(by_depth.response.depth_stiffness, 2e6);
  EXPECT_EQ(by_depth.response.volume_stiffness, Settings{}.response.volume_stiffness);

  for (const auto& order :
       {std::vector<std::string>{"stiffness=2e6", "law=f08"}, {"law=f08", "stiffness=2e6"}}) {
    const Settings by_volume = assigned(order);
    EXPECT_EQ(by_volume.response.stiffness_source, StiffnessSource::given);
    EXPECT_EQ(by_volume.response.volume_stiffness, 2e6);
    EXPECT_EQ(by_volume.response.depth_stiffness, Settings{}.response.depth_stiffness);
  }
  // Methods that measure no volume press by depth under every law.
  EXPECT_EQ(assigned({"law=f08", "method=raytraced", "stiffness=2e6"}).response.depth_stiffness, 2e6);
}

TEST(Assignments, ThatAreRefusedChangeNothing) {
  for (const char* bad :
       {"stiffness=soft", "stiffness=0", "stiffness", "stiffness=", "stiffnes=1", "cells=99"}) {
    Settings settings;
    EXPECT_THROW(assign_settings(settings, std::vector<std::string>{"resolution=8", bad}), InputError) << bad;
    EXPECT_EQ(settings, Settings{}) << bad;
  }
}

TEST(Assignments, WhatHasNoEffectIsNamedWithWhatKeepsItFromThat) {
  EXPECT_THAT(idle({"depth_stiffness=1e6"}),
              ElementsAre("depth_stiffness has no effect under response=constraints"));
  EXPECT_THAT(idle({"depth_stiffness=1e6", "response=penalty"}),
              ElementsAre("depth_stiffness has no effect under stiffness_source=rest_penetration"));
  EXPECT_THAT(idle({"volume_stiffness=1e6", "stiffness_source=given", "response=penalty"}),
              ElementsAre("volume_stiffness has no effect under law=cells"));
  EXPECT_THAT(idle({"pixel_size=0.1", "ray_area=uniform"}),
              ElementsAre("pixel_size has no effect under resolution_mode=pixels_across",
                          "ray_area has no effect under method=ldi"));
  EXPECT_THAT(idle({"stiffness=1e6", "resolution=32", "law=f08", "threads=2"}), IsEmpty());
}

TEST(SettingScope, EachLawHasTheStiffnessThatItPressesWith) {
  const auto counts = [](const char* name, const Settings& settings) {
    return idle_because(find_setting(name), settings).empty();
  };
  Settings settings;
  settings.response.response = ResponseKind::penalty;
  settings.response.stiffness_source = StiffnessSource::given;
  const std::array laws{ContactLaw::cells, ContactLaw::patches, ContactLaw::mean_depth, ContactLaw::f08};
  for (std::size_t i = 0; i < 2 * laws.size(); ++i)
    for (const SelfLaw self : {SelfLaw::none, SelfLaw::patches, SelfLaw::mean_depth, SelfLaw::f08}) {
      const ContactLaw law = laws[i / 2];
      settings.contact.method = i % 2 ? "adaptive" : "ldi"; // both measure volumes
      EXPECT_TRUE(counts("law", settings));
      settings.response.law = law;
      EXPECT_EQ(presses_by_volume(settings), law == ContactLaw::f08);
      settings.response.self_law = self;
      const bool volume = law == ContactLaw::f08 || self == SelfLaw::f08;
      const bool depth = law != ContactLaw::f08 || (self != SelfLaw::f08 && self != SelfLaw::none);
      EXPECT_EQ(counts("volume_stiffness", settings), volume);
      EXPECT_EQ(counts("depth_stiffness", settings), depth);
      EXPECT_EQ(counts("self_stiffness", settings), self != SelfLaw::none);
      EXPECT_FALSE(counts("rest_penetration", settings));
    }
}

TEST(SettingScope, TolerancesOfVolumesCountForLdiWhereErrorBarsAreFound) {
  Settings settings;
  const auto idle_now = [&](const char* name) { return idle_because(find_setting(name), settings); };
  for (const char* name : {"volume_tolerance", "volume_tolerance_m3", "tile_budget"}) {
    settings.contact.ldi.error_bar = false;
    EXPECT_EQ(idle_now(name), "error_bar=false");
    settings.contact.ldi.error_bar = true;
    EXPECT_EQ(idle_now(name), "");
  }
  EXPECT_EQ(idle_now("bound"), "method=ldi");
}

TEST(SettingScope, ToleranceOfAFieldCountsForOctrees) {
  Settings settings;
  const auto idle_now = [&](const char* name) { return idle_because(find_setting(name), settings); };
  EXPECT_EQ(idle_now("field_structure"), "method=ldi");
  EXPECT_EQ(idle_now("field_tolerance"), "method=ldi");
  settings.contact.method = "distancefield";
  EXPECT_EQ(idle_now("field_structure"), "");
  EXPECT_EQ(idle_now("field_tolerance"), "field_structure=grid");
  set_setting_from_text(settings, "field_structure=octree");
  EXPECT_EQ(idle_now("field_tolerance"), "");
}

TEST(SettingScope, ConstraintsNeedCellsAndCoulombAndLeaveNoStiffness) {
  const auto counts = [](const char* name, const Settings& settings) {
    return idle_because(find_setting(name), settings).empty();
  };
  Settings settings;
  settings.response.response = ResponseKind::constraints;
  EXPECT_TRUE(uses_constraints(settings));
  for (const char* name : {"stiffness_source", "dissipation", "no_pull", "slip_speed", "cg_tolerance"})
    EXPECT_FALSE(counts(name, settings)) << name;
  EXPECT_TRUE(counts("rest_penetration", settings));
  settings.response.law = ContactLaw::f08;
  EXPECT_FALSE(uses_constraints(settings));
  EXPECT_FALSE(counts("response", settings));
  EXPECT_TRUE(counts("dissipation", settings));
  settings.contact.method = "adaptive";
  EXPECT_FALSE(uses_constraints(settings));
  settings.contact.method = "raytraced"; // which has no law of volumes
  EXPECT_TRUE(uses_constraints(settings));
  settings.friction.law = FrictionLaw::viscous;
  EXPECT_FALSE(uses_constraints(settings));
  EXPECT_EQ(idle_because(find_setting("response"), settings), "friction=viscous");
  make_way_for_constraints(settings);
  EXPECT_TRUE(uses_constraints(settings));
  settings.contact.method = "ldi";
  EXPECT_FALSE(uses_constraints(settings));
  make_way_for_constraints(settings);
  EXPECT_TRUE(uses_constraints(settings));
}

} // namespace
} // namespace lamina
