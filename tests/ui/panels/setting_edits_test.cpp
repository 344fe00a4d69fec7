#include "ui/panels/setting_edits.h"

#include "ui/panels/style.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace lamina {
namespace {

TEST(SettingSlider, EndsAreTheEndsOfTheRange) {
  for (const Setting& setting : setting_list()) {
    if (setting.kind != SettingKind::integer && setting.kind != SettingKind::real)
      continue;
    EXPECT_EQ(slider_value(setting, 0), setting.minimum) << setting.name;
    EXPECT_EQ(slider_value(setting, 1), setting.maximum) << setting.name;
    EXPECT_EQ(slider_place(setting, setting.minimum), 0) << setting.name;
    EXPECT_DOUBLE_EQ(slider_place(setting, setting.maximum), 1) << setting.name;
  }
}

TEST(SettingSlider, RunsUpwardsThroughValuesThatAreAllInRange) {
  for (const Setting& setting : setting_list()) {
    if (setting.kind != SettingKind::integer && setting.kind != SettingKind::real)
      continue;
    double last = setting.minimum;
    for (int i = 0; i <= 200; ++i) {
      const double value = slider_value(setting, i / 200.0);
      EXPECT_GE(value, last) << setting.name << " at " << i;
      EXPECT_LE(value, setting.maximum) << setting.name;
      last = value;
    }
  }
}

TEST(SettingSlider, ComesBackToItsPlaceWithinThreeDigits) {
  for (const Setting& setting : setting_list()) {
    if (setting.kind != SettingKind::real)
      continue;
    for (double place : {0.2, 0.5, 0.77}) {
      const double value = slider_value(setting, place);
      const double again = slider_value(setting, slider_place(setting, value));
      // Three significant digits: half a unit of the last is five thousandths at most.
      EXPECT_NEAR(again, value, 0.0051 * std::abs(value)) << setting.name;
    }
  }
}

TEST(SettingSlider, ArrowKeysGoUpAndDownAndStopAtTheEnds) {
  for (const Setting& setting : setting_list()) {
    if (setting.kind != SettingKind::integer && setting.kind != SettingKind::real)
      continue;
    const double middle = slider_value(setting, 0.5);
    EXPECT_GT(stepped_value(setting, middle, 1), middle) << setting.name;
    EXPECT_LT(stepped_value(setting, middle, -1), middle) << setting.name;
    EXPECT_EQ(stepped_value(setting, setting.maximum, 1), setting.maximum) << setting.name;
    EXPECT_EQ(stepped_value(setting, setting.minimum, -1), setting.minimum) << setting.name;
  }
}

TEST(SettingEdits, ATypedValueOutOfRangeIsRefusedWithTheRangeForAWhile) {
  SettingEdits edits;
  const Setting& resolution = find_setting("resolution");
  EXPECT_FALSE(edits.parse(resolution, {}, "5000", 10).has_value());
  EXPECT_THAT(edits.refusal("resolution", 11), testing::HasSubstr("1024"));
  EXPECT_EQ(edits.refusal("resolution", 100), "");
}

TEST(SettingEdits, NonsenseIsRefused) {
  SettingEdits edits;
  for (const char* text : {"", "abc", "1e", "nan", "inf", "-", "12x"})
    EXPECT_FALSE(edits.parse(find_setting("time_step"), {}, text, 0).has_value()) << text;
}

TEST(SettingEdits, WhatWasAskedForShowsUntilASnapshotHasIt) {
  SettingEdits edits;
  const Setting& resolution = find_setting("resolution");
  Settings in_force;
  edits.asked("resolution", std::int64_t(99), 5);
  EXPECT_EQ(edits.shown(resolution, in_force, 5.1), SettingValue(std::int64_t(99)));
  in_force.contact.ldi.resolution = 99;
  EXPECT_EQ(edits.shown(resolution, in_force, 5.2), SettingValue(std::int64_t(99)));
  in_force.contact.ldi.resolution = 12;
  EXPECT_EQ(edits.shown(resolution, in_force, 5.3), SettingValue(std::int64_t(12)));
}

TEST(SettingEdits, ARequestThatCameToNothingIsForgotten) {
  SettingEdits edits;
  edits.asked("resolution", std::int64_t(99), 5);
  EXPECT_EQ(edits.shown(find_setting("resolution"), {}, 60),
            SettingValue(std::int64_t(Settings().contact.ldi.resolution)));
}

TEST(PanelText, FieldsReadBackToTheSameValue) {
  for (const double value : {0.01, 1e7, 1e10, 1e-4, 2.5e-12, 123456.789, 0.0})
    EXPECT_EQ(std::strtod(field_text(value).c_str(), nullptr), value);
  EXPECT_EQ(field_text(1e7).find('+'), std::string::npos);
}

TEST(PanelText, GroupsThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(3204), "3,204");
  EXPECT_EQ(grouped(1234567), "1,234,567");
}

TEST(PanelText, GivesThreeDigits) {
  EXPECT_EQ(brief(3.14159), "3.14");
  EXPECT_EQ(brief(0.00314159), "0.00314");
  EXPECT_EQ(brief(2.4e9), "2.4e9");
  EXPECT_EQ(brief(12345), "12345");
  EXPECT_EQ(brief(0), "0");
}

TEST(PanelText, SizesOfFilesHaveTheirUnit) {
  EXPECT_EQ(byte_text(12), "12 B");
  EXPECT_EQ(byte_text(3400), "3.4 kB");
  EXPECT_EQ(byte_text(250'000'000), "250 MB");
}

} // namespace
} // namespace lamina
