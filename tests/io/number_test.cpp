#include "core/io/text_scanner.h"

#include "tests/io/io_support.h"

#include <gmock/gmock.h>

#include <bit>
#include <cstdio>
#include <random>

namespace lamina {
namespace {

using test::refusal;
using testing::HasSubstr;

double read_number(const std::string& text) {
  return TextScanner(text, "text").number("a number");
}

TEST(Number, MayHaveTheExponentsOfFortran) {
  EXPECT_EQ(read_number("1.5D+03"), 1500);
  EXPECT_EQ(read_number("-2d-2 3"), -0.02);
  EXPECT_EQ(read_number("7D0"), 7);
  EXPECT_EQ(read_number("0.1D0"), 0.1);
  for (const char* wrong : {"1D", "D5", "1D+", "1D5x", "1e5D3"})
    EXPECT_THAT(refusal([&] { read_number(wrong); }), HasSubstr("expected a number")) << wrong;
  EXPECT_THAT(refusal([] { read_number("1D999"); }), HasSubstr("too large"));
}

TEST(Number, IsCorrectlyRoundedInEveryNotation) {
  // The C library's strtod rounds correctly; ours must give the same bits.
  std::mt19937_64 random(5);
  char text[400];
  for (int i = 0; i < 20000; ++i) {
    const double any = std::bit_cast<double>(random());
    const double near_one = std::ldexp(static_cast<double>(random()), -60 + static_cast<int>(random() % 20));
    for (const double value : {any, near_one, -near_one}) {
      if (!std::isfinite(value))
        continue;
      for (const char* format : {"%.17g", "%.6g", "%e", "%.9f"}) {
        std::snprintf(text, sizeof text, format, value);
        const double expected = std::strtod(text, nullptr);
        ASSERT_EQ(std::bit_cast<std::uint64_t>(read_number(text)), std::bit_cast<std::uint64_t>(expected))
            << text;
      }
    }
  }
}

TEST(Number, TakesTheUsualSpellings) {
  EXPECT_EQ(read_number("+1.5"), 1.5);
  EXPECT_EQ(read_number(".5"), 0.5);
  EXPECT_EQ(read_number("5."), 5);
  EXPECT_EQ(read_number("-0"), 0);
  EXPECT_TRUE(std::signbit(read_number("-0.0")));
  EXPECT_EQ(read_number("1E+3"), 1000);
  EXPECT_EQ(read_number("9007199254740993"), 9007199254740992.0) << "half-way, to even";
  EXPECT_EQ(read_number("0.00000000000000000000000000000125"), 1.25e-30);
  EXPECT_EQ(read_number("1e-400"), 0);
  EXPECT_EQ(read_number("1e-99999999999999999999"), 0);
  EXPECT_EQ(read_number("0." + std::string(400, '0') + "1e401"), 1);
  EXPECT_EQ(read_number("0." + std::string(400, '0') + "1"), 0);
}

TEST(Number, RefusesWhatIsNoFiniteNumber) {
  for (const char* text : {"nan", "NaN", "inf", "-Infinity", "1e999", "-1e400", "1e99999999999999999999"})
    EXPECT_THAT(refusal([&] { read_number(text); }),
                testing::AnyOf(HasSubstr("not finite"), HasSubstr("too large")))
        << text;
  EXPECT_THAT(refusal([] { read_number(std::string(400, '9')); }), HasSubstr("too large"));
  for (const char* text : {"1,5", "1X", "X1", "1e", "--1", "+-1", "0x10", "1.2.3", "e5", "."})
    EXPECT_THAT(refusal([&] { read_number(text); }), HasSubstr("expected a number")) << text;
  EXPECT_THAT(refusal([&] { read_number(""); }), HasSubstr("end of the file"));
  EXPECT_THAT(refusal([&] { read_number("\n1"); }), HasSubstr("end of the line"));
}

TEST(Integer, RefusesOverflowAndFractions) {
  const auto read = [](const std::string& text) { return TextScanner(text, "text").integer("an integer"); };
  EXPECT_EQ(read("-12"), -12);
  EXPECT_EQ(read("+7"), 7);
  for (const char* text : {"99999999999999999999", "1.5", "1e3", "-", "", "3x"})
    EXPECT_THAT(refusal([&] { read(text); }), HasSubstr("expected an integer")) << text;
}

TEST(TextScanner, CountsLinesOfEveryKind) {
  TextScanner in("\xef\xbb\xbf"
                 "a\r\nb\rc\n\n# d\n  e",
                 "text");
  in.comments = true;
  std::string words;
  for (; in.next_filled_line(); in.next_line())
    words += std::string(in.word()) + std::to_string(in.line());
  EXPECT_EQ(words, "a1b2c3e6");
}

} // namespace
} // namespace lamina
