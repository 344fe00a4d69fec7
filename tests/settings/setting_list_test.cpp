#include "core/base/error.h"
#include "core/settings/setting_list.h"
#include "tests/settings/published_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <utility>

namespace lamina {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Converts to any member type, so that the number of members of an aggregate can be counted.
struct Anything {
  std::size_t index;
  template <typename Type>
  operator Type() const;
};

template <typename Aggregate, std::size_t... Index>
constexpr bool takes(std::index_sequence<Index...>) {
  return requires {
    Aggregate{Anything{Index}...};
  };
}

/// The greatest number of initialisers that the aggregate takes is the number of its members.
template <typename Aggregate, std::size_t Count = 0>
constexpr std::size_t member_count() {
  if constexpr (takes<Aggregate>(std::make_index_sequence<Count + 1>{}))
    return member_count<Aggregate, Count + 1>();
  else
    return Count;
}

/// A value within range that differs from the default.
SettingValue other_value(const Setting& setting) {
  switch (setting.kind) {
  case SettingKind::boolean:
    return !std::get<bool>(setting.initial);
  case SettingKind::integer: {
    const auto initial = std::get<std::int64_t>(setting.initial);
    return initial < static_cast<std::int64_t>(setting.maximum) ? initial + 1 : initial - 1;
  }
  case SettingKind::real:
    return 0.5 * (std::get<double>(setting.initial) + setting.maximum);
  case SettingKind::choice:
    return setting.choices.back() == std::get<std::string>(setting.initial) ? setting.choices.front()
                                                                            : setting.choices.back();
  case SettingKind::text:
    return std::string("another");
  }
  return {};
}

std::string refusal(const std::string& assignment) {
  Settings settings;
  try {
    set_setting_from_text(settings, assignment);
  } catch (const InputError& error) {
    EXPECT_EQ(settings, Settings{}) << "a refused value must change nothing";
    return error.what();
  }
  ADD_FAILURE() << assignment << " was accepted";
  return "";
}

/// Of groups of settings that hold no further groups.
template <typename... Groups>
constexpr std::size_t members_of() {
  return (member_count<Groups>() + ...);
}

TEST(SettingList, DeclaresAsManySettingsAsTheStructHasMembers) {
  constexpr std::size_t contact_groups = 8;
  constexpr std::size_t members =
      members_of<SimulationSettings, LdiSettings, RaytracedSettings, ProximitySettings, AdaptiveSettings,
                 HashingSettings, TetDistanceSettings, DistanceFieldSettings, StochasticSettings,
                 ResponseSettings, FrictionSettings, SolverSettings, DragSettings>() +
      member_count<ContactSettings>() - contact_groups;
  EXPECT_EQ(setting_list().size(), members);
  EXPECT_EQ(member_count<Settings>(), 6U) << "a group that is not counted above";
}

TEST(SettingList, EachSettingReachesAMemberOfItsOwn) {
  for (const Setting& changed : setting_list()) {
    Settings settings;
    const SettingValue value = other_value(changed);
    set_setting(settings, changed.name, value);
    EXPECT_NE(settings, Settings{}) << changed.name;
    for (const Setting& other : setting_list())
      EXPECT_EQ(other.get(settings), other.name == changed.name ? value : other.initial)
          << changed.name << " against " << other.name;
  }
}

TEST(SettingList, DefaultsAreThoseOfTheStruct) {
  for (const Setting& setting : setting_list())
    EXPECT_EQ(setting.initial, setting.get(Settings{})) << setting.name;
}

TEST(SettingList, DefaultsLieInTheirRanges) {
  for (const Setting& setting : setting_list()) {
    Settings settings;
    EXPECT_NO_THROW(set_setting(settings, setting.name, setting.initial)) << setting.name;
    EXPECT_EQ(settings, Settings{}) << setting.name;
  }
}

TEST(SettingList, NamesAreUniqueAndEveryDeclarationIsFilledIn) {
  std::set<std::string> names;
  const std::set<std::string> groups{"Simulation", "Contact", "Response", "Friction", "Solver", "Dragging"};
  for (const Setting& setting : setting_list()) {
    EXPECT_TRUE(names.insert(setting.name).second) << setting.name;
    EXPECT_TRUE(groups.count(setting.group)) << setting.name;
    EXPECT_FALSE(setting.label.empty()) << setting.name;
    EXPECT_THAT(setting.sentence, testing::EndsWith(".")) << setting.name;
    if (setting.kind == SettingKind::integer || setting.kind == SettingKind::real) {
      EXPECT_LT(setting.minimum, setting.maximum) << setting.name;
      if (setting.logarithmic) {
        EXPECT_GT(setting.minimum, 0) << setting.name;
      }
    }
    EXPECT_EQ(setting.kind == SettingKind::choice, !setting.choices.empty()) << setting.name;
  }
}

TEST(SettingList, EndsOfARangeAreAcceptedAndWhatLiesBeyondIsNot) {
  for (const Setting& setting : setting_list()) {
    if (setting.kind != SettingKind::integer && setting.kind != SettingKind::real)
      continue;
    Settings settings;
    for (const double end : {setting.minimum, setting.maximum})
      EXPECT_NO_THROW(set_setting(settings, setting.name,
                                  setting.kind == SettingKind::real
                                      ? SettingValue(end)
                                      : SettingValue(static_cast<std::int64_t>(end))));
    for (const double end : {setting.minimum - 1, setting.maximum * 2 + 1})
      EXPECT_THROW(set_setting(settings, setting.name,
                               setting.kind == SettingKind::real
                                   ? SettingValue(end)
                                   : SettingValue(static_cast<std::int64_t>(end))),
                   InputError)
          << setting.name << " " << end;
  }
}

TEST(SettingList, EveryChoiceReadsBack) {
  for (const Setting& setting : setting_list())
    for (const std::string& choice : setting.choices) {
      Settings settings;
      set_setting_from_text(settings, setting.name + "=" + choice);
      EXPECT_EQ(get_setting(settings, setting.name), SettingValue(choice));
    }
}

TEST(SettingList, FormerNamesOfValuesAreReadAsTheirNewOnes) {
  Settings settings;
  set_setting(settings, "backend", std::string("plain"));
  EXPECT_EQ(settings.contact.backend, "reference");
  set_setting_from_text(settings, "backend=cpu");
  set_setting_from_text(settings, "backend=plain");
  EXPECT_EQ(settings.contact.backend, "reference");
}

TEST(SettingList, RefusalsNameTheSettingTheValueAndTheRange) {
  EXPECT_THAT(refusal("resolution=4096"),
              testing::AllOf(HasSubstr("resolution"), HasSubstr("4096"), HasSubstr("1 to 1024")));
  EXPECT_THAT(refusal("time_step=1"), testing::AllOf(HasSubstr("1e-05 to 0.1 s")));
  EXPECT_THAT(refusal("law=f8"), HasSubstr("cells, patches, mean_depth, f08"));
  EXPECT_THAT(refusal("gyroscopic=maybe"), HasSubstr("true or false"));
  EXPECT_THAT(refusal("method=Ldi 2"), HasSubstr("lower-case"));
}

TEST(SettingList, NumbersThatAreNoneAreRefused) {
  for (const char* text : {"nan", "inf", "-inf", "1e999", "", "1.0x", " 1", "0x10", "1,5"})
    EXPECT_THAT(refusal(std::string("viscosity=") + text), HasSubstr("viscosity"));
  for (const char* text : {"1.5", "1e1", "99999999999999999999", "", "+"})
    EXPECT_THAT(refusal(std::string("resolution=") + text), HasSubstr("resolution"));
  Settings settings;
  EXPECT_THROW(set_setting(settings, "viscosity", std::nan("")), InputError);
  EXPECT_THROW(set_setting(settings, "viscosity", HUGE_VAL), InputError);
  EXPECT_THROW(set_setting(settings, "resolution", 16.0), InputError);
  EXPECT_THROW(set_setting(settings, "resolution", true), InputError);
}

TEST(SettingList, UnknownNamesNameTheNearest) {
  EXPECT_THAT(refusal("resolutoin=3"), HasSubstr("did you mean \"resolution\"?"));
  EXPECT_THAT(refusal("quaternion_of_doom=3"), Not(HasSubstr("did you mean")));
  EXPECT_THAT(refusal("stiffness=1e7"), AllOf(HasSubstr("stiffness_source"), HasSubstr("depth_stiffness"),
                                              HasSubstr("volume_stiffness")));
  EXPECT_THAT(refusal("resolution"), HasSubstr("name=value"));
  Settings settings;
  EXPECT_THROW(apply_preset(settings, "f8"), InputError);
}

TEST(SettingList, WholeNumbersServeAsReals) {
  Settings settings;
  set_setting(settings, "speed", std::int64_t{2});
  EXPECT_EQ(settings.simulation.speed, 2.0);
}

TEST(SettingList, TextReadsBackToTheSameValue) {
  for (const double value : {0.1, 1.0 / 3.0, 1e-4, 6.02214076e23, 2.0, 2.3e-308})
    EXPECT_EQ(std::stod(to_text(SettingValue(value))), value);
  EXPECT_EQ(to_text(SettingValue(0.1)), "0.1");
  for (const Setting& setting : setting_list()) {
    Settings once, twice;
    set_setting(once, setting.name, other_value(setting));
    set_setting_from_text(twice, setting.name + "=" + to_text(setting.get(once)));
    EXPECT_EQ(once, twice) << setting.name;
  }
}

TEST(Presets, F08ChoosesWhatThePaperDoes) {
  Settings settings;
  settings.simulation.time_step = 0.002;
  settings.response.cells = 7;
  apply_preset(settings, "f08");
  EXPECT_EQ(settings.contact.ldi.axes, AxesChoice::world);
  EXPECT_EQ(settings.contact.ldi.region, RegionChoice::overlap);
  EXPECT_EQ(settings.contact.ldi.rows, RowChoice::unstaggered);
  EXPECT_EQ(settings.response.law, ContactLaw::f08);
  EXPECT_EQ(settings.response.no_pull, 0);
  EXPECT_EQ(settings.response.dissipation, 0);
  EXPECT_EQ(settings.friction.law, FrictionLaw::axis);
  EXPECT_EQ(settings.friction.passes, 1);
  EXPECT_EQ(settings.simulation.time_step, 0.002) << "the step belongs to the scene";
}

TEST(Presets, DefaultUndoesF08) {
  Settings settings;
  apply_preset(settings, "f08");
  apply_preset(settings, "default");
  EXPECT_EQ(settings, Settings{});
}

TEST(SettingsDocument, IsWhatTheListSays) {
  expect_published("docs/settings.md", settings_document());
}

} // namespace
} // namespace lamina
