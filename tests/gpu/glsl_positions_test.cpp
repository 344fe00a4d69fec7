#include "core/contact/ldi/arithmetic/gradient_units.h"
#include "core/contact/ldi/arithmetic/pixel_pair.h"
#include "tests/gpu/glsl_test.h"

#include <limits>

namespace lamina::test {
namespace {

using GlslPositions = GlslArithmetic;

TEST_F(GlslPositions, RootsAreThoseOfIeee754) {
  Words words, wanted;
  const auto add = [&](double x) {
    words.push_back(bits_of(x));
    wanted.push_back(bits_of(std::sqrt(x)));
  };
  for (const double x : {1.0, 2.0, 4.0, 0.25, 1e-300, 1e300, std::numeric_limits<double>::max(),
                         std::numeric_limits<double>::min()})
    for (const double y : {x, std::nextafter(x, 0.0), std::nextafter(x, 1e308)})
      if (y >= std::numeric_limits<double>::min() && y <= std::numeric_limits<double>::max())
        add(y);
  for (int i = 0; i < 30'000; ++i)
    add(std::fabs(of_any_size(-1000, 1000)));
  // Squares, whose roots need no rounding, and what lies beside them.
  for (int i = 0; i < 30'000; ++i) {
    const double side = within(1, 4), square = side * side;
    add(square);
    add(std::nextafter(square, 0.0));
    add(std::nextafter(square, 100.0));
  }
  expect_given("out_double(0u, root(in_double(0u)));\n", words, 1, wanted);
}

TEST_F(GlslPositions, NumbersAreTheSameFloats) {
  Words words, wanted;
  const auto add = [&](double x) {
    words.push_back(bits_of(x));
    wanted.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(x)));
  };
  for (const double x : {0.0, 1.0, 0.5, 1 - 0x1p-25, 1 - 0x1p-26, 1 + 0x1p-24, 1 + 0x1.8p-23, 0x1p-126,
                         0x1p-149, 0x1p-150, 0x1.8p-150, 0x1p-151, 0x1.fffffffp-127, 0x1.fffffep127,
                         0x1.fffffefp127, 0x1.ffffffp127, 0x1p128, 1e300}) {
    add(x);
    add(-x);
  }
  for (int i = 0; i < 30'000; ++i)
    add(i % 3 ? within(-1, 1) : of_any_size(-155, 129));
  // Half way between two floats, or as good as.
  for (int i = 0; i < 10'000; ++i)
    add((static_cast<double>(whole(1 << 24)) + 0.5 + (i % 3 - 1) * 0x1p-20) * 0x1p-25 + 1);
  expect_given("out_word(0u, int64_t(float_bits(in_double(0u))));\n", words, 1, wanted);
}

TEST_F(GlslPositions, NormalsOfTrianglesAndOfPairsHaveTheSameBits) {
  Words words, wanted;
  const auto place = [&](double size) {
    return ldi::Triple{size * within(-1, 1), size * within(-1, 1), size * within(-1, 1)};
  };
  for (int i = 0; i < 20'000; ++i) {
    const double size = std::exp2(within(-20, 10));
    const ldi::Triple p[3] = {place(1), i % 7 ? place(size) : place(1), place(size)};
    const ldi::Triple corners[3] = {p[0], p[1], i % 5 ? p[2] : p[i % 2]};
    const ldi::Triple normal = ldi::triangle_normal(corners[0], corners[1], corners[2]);
    const ldi::Triple between = ldi::pair_normal(normal, p[2]);
    for (const ldi::Triple& corner : corners)
      words.insert(words.end(), {bits_of(corner.x), bits_of(corner.y), bits_of(corner.z)});
    words.insert(words.end(), {bits_of(p[2].x), bits_of(p[2].y), bits_of(p[2].z)});
    wanted.insert(wanted.end(),
                  {bits_of(normal.x), bits_of(normal.y), bits_of(normal.z), bits_of(between.x),
                   bits_of(between.y), bits_of(between.z), bits_of(ldi::pair_area(between, p[0], size))});
    words.push_back(bits_of(size));
  }
  expect_given(R"(
  dvec3 p0 = dvec3(in_double(0u), in_double(1u), in_double(2u));
  dvec3 normal = triangle_normal(p0, dvec3(in_double(3u), in_double(4u), in_double(5u)),
                                 dvec3(in_double(6u), in_double(7u), in_double(8u)));
  dvec3 between = pair_normal(normal, dvec3(in_double(9u), in_double(10u), in_double(11u)));
  for (int k = 0; k < 3; ++k) {
    out_double(uint(k), normal[k]);
    out_double(uint(3 + k), between[k]);
  }
  out_double(6u, pair_area(between, p0, in_double(12u)));
)",
               words, 13, wanted);
}

TEST_F(GlslPositions, GradientsAreAddedUpInTheSameUnits) {
  Words words, wanted;
  for (int i = 0; i < 20'000; ++i) {
    const std::int64_t intervals = 1 + std::llabs(whole(std::int64_t{1} << (i % 40)));
    const ldi::GradientUnits units = ldi::gradient_units(static_cast<std::uint64_t>(intervals));
    const double b = i % 10 ? within(0, 1) : 1, area = of_any_size(-30, 2);
    const std::int64_t sum = whole(units.whole);
    words.insert(words.end(), {intervals, bits_of(b), sum, bits_of(area)});
    wanted.insert(wanted.end(), {static_cast<std::int64_t>(b * units.scale),
                                 bits_of(ldi::gradient_component(sum, units, area))});
  }
  expect_given(R"(
  int bits = fraction_bits(uint64_t(in_word(0u)));
  out_word(0u, in_units(in_double(1u), bits));
  out_double(1u, gradient_component(in_word(2u), bits, in_double(3u)));
)",
               words, 4, wanted);
}

} // namespace
} // namespace lamina::test
