#include "ui/panels/compute.h"

#include <gtest/gtest.h>

#include <string>

namespace lamina {
namespace {

TEST(Computed, PlainNumbersAreThemselves) {
  for (const double value : {0.0, 0.25, -3.0, 1e-9, 2.5e10}) {
    const std::string text = std::to_string(value);
    EXPECT_EQ(computed(text, false), std::stod(text)) << text;
  }
  EXPECT_EQ(computed("1e7", false), 1e7);
  EXPECT_EQ(computed(".5", false), 0.5);
  EXPECT_EQ(computed("+4", false), 4.0);
}

TEST(Computed, SumsProductsPowersAndParenthesesHaveTheirUsualPrecedence) {
  EXPECT_EQ(computed("1/4+0.5", false), 0.75);
  EXPECT_EQ(computed("1 - 2 - 3", false), -4.0);
  EXPECT_EQ(computed("8/4/2", false), 1.0);
  EXPECT_EQ(computed("2+3*4", false), 14.0);
  EXPECT_EQ(computed("2*(3-1)^2", false), 8.0);
  EXPECT_EQ(computed("2^3^2", false), 512.0);
  EXPECT_EQ(computed("-2^2", false), -4.0);
  EXPECT_EQ(computed("2*-3", false), -6.0);
  EXPECT_EQ(computed("2^-1", false), 0.5);
  EXPECT_EQ(computed("1e-1*2", false), 0.2);
}

TEST(Computed, ACommaIsADecimalSignWherePeopleWriteOne) {
  EXPECT_EQ(computed("1,8", true), 1.8);
  EXPECT_EQ(computed("1.8", true), 1.8);
  EXPECT_EQ(computed("1,5/3", true), 0.5);
  EXPECT_FALSE(computed("1,800", false)) << "it would be a thousand and eight hundred elsewhere";
}

TEST(Computed, WhatIsNoFiniteNumberIsNothing) {
  for (const char* text : {"", " ", "heavy", "nan", "inf", "1/0", "0/0", "1+", "*2", "(1", "1)", "1 2x",
                           "1..2", "2**3", "10^400", "--", "()"})
    EXPECT_FALSE(computed(text, false)) << text;
  EXPECT_FALSE(computed(std::string(100'000, '('), false));
  EXPECT_FALSE(computed(std::string(100'000, '-'), false));
}

} // namespace
} // namespace lamina
