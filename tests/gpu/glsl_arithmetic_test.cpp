#include "core/contact/ldi/arithmetic/cover.h"
#include "core/contact/ldi/arithmetic/fragment.h"
#include "core/contact/ldi/arithmetic/snap.h"
#include "core/contact/ldi/arithmetic/top_left_rule.h"
#include "tests/gpu/glsl_test.h"

#include <limits>

namespace lamina::test {
namespace {

using ldi::wide_integer;

std::int64_t low_of(wide_integer n) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(n));
}
std::int64_t high_of(wide_integer n) {
  return static_cast<std::int64_t>(n >> 64);
}

TEST_F(GlslArithmetic, SnapsToTheSameUnits) {
  Words words, wanted;
  const auto add = [&](double x, const ldi::AxisGrid& grid) {
    words.insert(words.end(), {bits_of(x), bits_of(grid.origin), bits_of(grid.scale), bits_of(grid.offset)});
    wanted.push_back(ldi::snap(x, grid));
  };
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double x : {0.0,
                         -0.0,
                         0.5,
                         -0.5,
                         1.5,
                         -1.5,
                         0.49999999999999994,
                         -0.49999999999999994,
                         1e18,
                         -1e18,
                         ldi::farthest,
                         -ldi::farthest,
                         1e300,
                         -1e300,
                         infinity,
                         -infinity,
                         4503599627370495.5,
                         -4503599627370495.5,
                         9007199254740993.0,
                         4294967295.5,
                         -4294967296.5,
                         2147483647.5,
                         -2147483648.5,
                         5e-324,
                         std::numeric_limits<double>::quiet_NaN()})
    add(x, {0, 1, 0});
  for (int i = 0; i < 20'000; ++i)
    add(of_any_size(-60, 62),
        {of_any_size(-40, 4), std::fabs(of_any_size(-2, 24)), std::round(of_any_size(-2, 50))});
  for (int i = 0; i < 20'000; ++i)
    add(within(-3, 3), {within(-3, 3), std::fabs(of_any_size(8, 22)), 0});
  for (int i = 0; i < 5'000; ++i)
    add(static_cast<double>(whole(1 << 20)) + 0.5, {0, std::exp2(std::round(within(-3, 20))), 1024});
  expect_given(R"(
  out_word(0u, snap(in_double(0u), AxisGrid(in_double(1u), in_double(2u), in_double(3u))));
)",
               words, 4, wanted);
}

TEST_F(GlslArithmetic, FindsTheSameFirstPixels) {
  Words words, wanted;
  for (int i = 0; i < 10'000; ++i) {
    const std::int64_t units = whole(i % 2 ? 4096 : std::int64_t{1} << 60), shift = whole(512);
    words.insert(words.end(), {units, shift});
    wanted.push_back(ldi::first_pixel_from(units, shift));
  }
  expect_given("out_word(0u, first_pixel_from(in_word(0u), in_word(1u)));\n", words, 2, wanted);
}

TEST_F(GlslArithmetic, RoundsAndInterpolatesDepthsToTheSameBits) {
  Words words, wanted;
  for (int i = 0; i < 20'000; ++i) {
    const double rounder = 1.5 * std::exp2(52 + std::round(within(-50, -20)));
    double z[3];
    for (double& depth : z)
      depth = ldi::round_depth(of_any_size(-30, 6), rounder);
    if (i % 5 == 0)
      z[1] = z[2] = z[0];
    const double raw = of_any_size(-30, 6), b1 = within(0, 1), b2 = i % 3 ? within(0, 1) : 1 - b1;
    words.insert(words.end(), {bits_of(raw), bits_of(rounder), bits_of(z[0]), bits_of(z[1]), bits_of(z[2]),
                               bits_of(b1), bits_of(b2)});
    wanted.insert(wanted.end(), {bits_of(ldi::round_depth(raw, rounder)),
                                 bits_of(ldi::interpolate_depth(z[0], z[1], z[2], b1, b2))});
  }
  expect_given(R"(
  out_double(0u, round_depth(in_double(0u), in_double(1u)));
  dvec3 z = dvec3(in_double(2u), in_double(3u), in_double(4u));
  out_double(1u, interpolate_depth(z, in_double(5u), in_double(6u)));
)",
               words, 7, wanted);
}

TEST_F(GlslArithmetic, TurnsWholeNumbersOf64And128BitsIntoTheSameDoubles) {
  Words words, wanted;
  for (int i = 0; i < 20'000; ++i) {
    const wide_integer n = wide(124);
    const std::int64_t narrow = low_of(n);
    words.insert(words.end(), {low_of(n), high_of(n)});
    wanted.insert(wanted.end(), {bits_of(static_cast<double>(n)), bits_of(static_cast<double>(narrow))});
  }
  expect_given(R"(
  out_double(0u, as_double(Wide(uint64_t(in_word(0u)), in_word(1u))));
  out_double(1u, as_double(in_word(0u)));
)",
               words, 2, wanted);
}

TEST_F(GlslArithmetic, DividesOneByAreasAsIeee754Says) {
  Words words, wanted;
  for (int i = 0; i < 50'000; ++i) {
    const wide_integer n = wide(124);
    const double area = static_cast<double>(n < 0 ? -n : n);
    if (area < 1)
      continue;
    words.push_back(bits_of(area));
    wanted.push_back(bits_of(1 / area));
  }
  expect_given("out_double(0u, reciprocal(in_double(0u)));\n", words, 1, wanted);
}

TEST_F(GlslArithmetic, MultipliesAndSubtractsIn128Bits) {
  Words words, wanted;
  for (int i = 0; i < 20'000; ++i) {
    const std::int64_t a = low_of(wide(61)), b = low_of(wide(61)), c = low_of(wide(61)), d = low_of(wide(61));
    const wide_integer n = wide_integer(a) * b - wide_integer(c) * d;
    words.insert(words.end(), {a, b, c, d});
    wanted.insert(wanted.end(), {low_of(n), high_of(n)});
  }
  expect_given(R"(
  Wide n = minus(wide_product(in_word(0u), in_word(1u)), wide_product(in_word(2u), in_word(3u)));
  out_word(0u, int64_t(n.low));
  out_word(1u, n.high);
)",
               words, 4, wanted);
}

/// A triangle and a row of pixels. Some triangles have no area, some are needles, some pass through samples.
struct Case {
  ldi::ImagePoint at[3];
  std::int64_t su, sv;
  std::int64_t length;
};

template <class Draw>
std::vector<Case> cases_of(const Draw& draw, int count) {
  std::vector<Case> cases;
  for (int i = 0; i < count; ++i) {
    Case c{};
    for (ldi::ImagePoint& p : c.at)
      p = {draw(), draw()};
    c.su = (draw() & 0xffff) * ldi::pixel_units + ldi::half_pixel;
    c.sv = (draw() & 0xffff) * ldi::pixel_units + ldi::half_pixel;
    c.length = 9 + (draw() & 0x3fff);
    if (i % 7 == 1)
      c.at[2] = c.at[1];
    if (i % 7 == 2)
      c.at[2] = {c.at[0].u + (c.at[1].u - c.at[0].u) / 2, c.at[0].v + (c.at[1].v - c.at[0].v) / 2};
    if (i % 7 == 3)
      c.at[0] = {c.su, c.sv};
    if (i % 7 == 4)
      c.at[0].v = c.at[1].v = c.sv;
    if (i % 7 == 5)
      c.at[0].u = c.at[1].u = c.su;
    cases.push_back(c);
  }
  return cases;
}

/// Per side: its edge function (two words), barycentric coordinate, and the span that it leaves.
template <class Int>
Words edges_of(const Case& c) {
  const ldi::ProjectedTriangle<Int> triangle(c.at[0], c.at[1], c.at[2]);
  const double per_area = triangle.area == 0 ? 0 : 1 / static_cast<double>(triangle.area);
  Words given = {low_of(triangle.area), high_of(triangle.area), triangle.faces_up};
  for (int k = 0; k < 3; ++k) {
    const Int value = triangle.side[k].at(c.su, c.sv);
    ldi::Span span{5, 5 + c.length};
    narrow_span(span, triangle.side[k], value);
    given.insert(given.end(), {low_of(value), high_of(value),
                               bits_of(triangle.barycentric(k, value, per_area)), span.first, span.last});
  }
  return given;
}

/// What edges_of gives, in the shaders' numbers of a width.
std::string edges_in(const std::string& width) {
  std::string text = R"(
  Corners at = Corners(i64vec3(in_word(0u), in_word(2u), in_word(4u)), i64vec3(in_word(1u), in_word(3u), in_word(5u)));
  INT area = WIDTH_area(at);
  bool faces_up = !negative(area) && !is_zero(area);
  Wide size = faces_up ? widened(area) : minus(wide(0L), widened(area));
  out_word(0u, int64_t(size.low));
  out_word(1u, size.high);
  out_word(2u, faces_up ? 1L : 0L);
  double per_area = is_zero(area) ? 0.0lf : reciprocal(abs(as_double(area)));
  for (int k = 0; k < 3; ++k) {
    Side side = k == 0 ? side_0(at, faces_up) : k == 1 ? side_1(at, faces_up) : side_2(at, faces_up);
    INT value = WIDTH_edge(side, in_word(6u), in_word(7u));
    Span span = Span(5L, 5L + in_word(8u));
    WIDTH_narrow_span(span, side, value);
    uint first = 3u + 5u * uint(k);
    out_word(first, int64_t(widened(value).low));
    out_word(first + 1u, widened(value).high);
    out_double(first + 2u, WIDTH_barycentric(side, value, per_area));
    out_word(first + 3u, span.first);
    out_word(first + 4u, span.last);
  }
)";
  const auto replace = [&](const std::string& word, const std::string& by) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size()))
      text.replace(at, word.size(), by);
  };
  const bool is_wide = width == "wide";
  replace("WIDTH", width);
  replace("INT", is_wide ? "Wide" : "int64_t");
  replace("widened", is_wide ? "" : "wide");
  return text;
}

Words words_of(const std::vector<Case>& cases) {
  Words words;
  for (const Case& c : cases) {
    for (const ldi::ImagePoint& p : c.at)
      words.insert(words.end(), {p.u, p.v});
    words.insert(words.end(), {c.su, c.sv, c.length});
  }
  return words;
}

TEST_F(GlslArithmetic, EdgesCoverageAndBarycentricCoordinatesAgreeIn64Bits) {
  const std::vector<Case> cases =
      cases_of([&] { return whole(within(0, 1) < 0.5 ? ldi::narrow_limit : std::int64_t{1} << 17); }, 10'000);
  Words wanted;
  for (const Case& c : cases)
    for (const std::int64_t word : edges_of<std::int64_t>(c))
      wanted.push_back(word);
  expect_given(edges_in("narrow"), words_of(cases), 9, wanted);
}

TEST_F(GlslArithmetic, EdgesCoverageAndBarycentricCoordinatesAgreeIn128Bits) {
  const std::vector<Case> cases =
      cases_of([&] { return whole(std::int64_t{1} << static_cast<int>(within(12, 61))); }, 10'000);
  Words wanted;
  for (const Case& c : cases)
    for (const std::int64_t word : edges_of<wide_integer>(c))
      wanted.push_back(word);
  expect_given(edges_in("wide"), words_of(cases), 9, wanted);
}

} // namespace
} // namespace lamina::test
