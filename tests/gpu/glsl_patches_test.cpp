#include "core/contact/ldi/arithmetic/patches.h"
#include "tests/gpu/glsl_test.h"

#include <limits>

namespace lamina::test {
namespace {

using GlslPatches = GlslArithmetic;

TEST_F(GlslPatches, PlacesLieInTheSameVoxels) {
  Words words, wanted;
  for (int i = 0; i < 20'000; ++i) {
    const ldi::AxisGrid axis{within(-3, 3), std::fabs(of_any_size(8, 22)), std::round(of_any_size(-2, 20))};
    const int pixels = 1 + static_cast<int>(std::llabs(whole(65'534)));
    const double pixel = ldi::pixel_units / axis.scale;
    // On borders of voxels, just beside them, and far away.
    double positions[2];
    for (double& place : positions)
      place = axis.origin + axis.offset / axis.scale +
              (i % 2 ? std::round(within(-2, pixels + 2)) : of_any_size(-4, 20)) * pixel +
              (i % 3 - 1) * 1e-4 * pixel;
    if (i % 101 == 0)
      positions[1] = std::numeric_limits<double>::quiet_NaN();
    words.insert(words.end(), {bits_of(axis.origin), bits_of(axis.scale), bits_of(axis.offset), pixels,
                               bits_of(positions[0]), bits_of(positions[1])});
    wanted.push_back(ldi::voxel_at(positions[0], axis, pixels) | ldi::voxel_at(positions[1], axis, pixels)
                                                                     << 16);
    wanted.back() &= 0xffffffff;
    wanted.push_back(ldi::reach_up(ldi::snap(positions[0], axis) - 1));
  }
  expect_given(R"(
  AxisGrid axis = AxisGrid(in_double(0u), in_double(1u), in_double(2u));
  out_word(0u, int64_t(uint64_t(voxels_of(in_double(4u), in_double(5u), axis, int(in_word(3u))))));
  out_word(1u, int64_t(uint64_t(reach_up(snap(in_double(4u), axis) - 1L))));
)",
               words, 6, wanted);
}

TEST_F(GlslPatches, RangesOfVoxelsMeetInTheSameWay) {
  Words words, wanted;
  const auto range = [&](int reach) {
    const int first = static_cast<int>(within(0, reach)), last = first + static_cast<int>(within(0, reach));
    return ldi::VoxelRange{static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(last)};
  };
  const auto word = [](const ldi::VoxelRange& r) {
    return std::int64_t{r.first} | std::int64_t{r.last} << 16;
  };
  for (int i = 0; i < 20'000; ++i) {
    const int reach = i % 2 ? 8 : 32'000, voxel = static_cast<int>(within(0, reach)), k = i % 40;
    const ldi::VoxelRange a = range(reach), b = range(reach);
    const int lookups = ldi::lookups_of(a), looked = k < lookups ? k : lookups - 1;
    words.insert(words.end(), {word(a), word(b), voxel, looked});
    wanted.insert(wanted.end(),
                  {a.adjoins(b), a.reaches(voxel), lookups, ldi::lookup_at(a, lookups, looked)});
  }
  expect_given(R"(
  uint a = uint(in_word(0u)), b = uint(in_word(1u)), lookups = lookups_of(a);
  out_word(0u, adjoins(a, b) ? 1L : 0L);
  out_word(1u, reaches(a, uint(in_word(2u))) ? 1L : 0L);
  out_word(2u, int64_t(uint64_t(lookups)));
  out_word(3u, int64_t(uint64_t(lookup_at(a, lookups, uint(in_word(3u))))));
)",
               words, 4, wanted);
}

TEST_F(GlslPatches, LengthsAndWeightsAreAddedUpInTheSameUnits) {
  Words words, wanted;
  for (int i = 0; i < 20'000; ++i) {
    const std::int64_t multiplicity = 1 + std::llabs(whole(std::int64_t{1} << (i % 40)));
    const double most = std::fabs(of_any_size(-40, 20)), length = i % 10 ? within(0, most) : most;
    const int exponent = ldi::exponent_above(most);
    const ldi::PatchUnits units =
        ldi::patch_units(static_cast<std::uint64_t>(multiplicity), exponent, exponent);
    const std::int64_t amount = static_cast<std::int64_t>(length * units.of_length);
    // All together are a number of 63 bits.
    EXPECT_LE(static_cast<double>(amount) * static_cast<double>(multiplicity), 0x1p62);
    words.insert(words.end(), {bits_of(length), multiplicity, exponent});
    wanted.push_back(amount);
  }
  expect_given("out_word(0u, in_patch_units(in_double(0u), uint64_t(in_word(1u)), int(in_word(2u))));\n",
               words, 3, wanted);
}

} // namespace
} // namespace lamina::test
