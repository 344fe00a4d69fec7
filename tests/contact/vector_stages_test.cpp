#include "core/contact/ldi/stages.h"
#include "core/mesh/procedural.h"
#include "core/mesh/triangle_blocks.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/same_contacts.h"

#include <gtest/gtest.h>

#include <hwy/targets.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace lamina::test {
namespace {

/// Every kind of processor that this one can stand in for.
class VectorStages : public testing::TestWithParam<std::int64_t> {
protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }

  static void expect_same_as_plain(const Surface& a, const Surface& b, Settings settings) {
    settings.backend = "cpu";
    const PairContacts fast = detect(a, b, settings);
    settings.backend = "plain";
    expect_same(fast, detect(a, b, settings));
  }
};

Surface balanced(Surface surface, const TriangleMesh& mesh) {
  surface.balanced = true;
  surface.blocks = std::make_shared<const TriangleBlocks>(mesh);
  enclose_blocks(*surface.blocks, surface.positions, surface.balls);
  return surface;
}

TEST_P(VectorStages, FindTheSameContactsAsThePlainOnes) {
  Dice dice(5);
  const TriangleMesh ball = make_sphere(0.5, 2000), box = make_box({0.9, 0.7, 0.5}),
                     ring = make_torus(0.5, 0.2, 900);
  for (int round = 0; round < 40; ++round) {
    const TriangleMesh& first = round % 2 ? ball : ring;
    const TriangleMesh& second = round % 3 ? box : ball;
    const Pose here{dice.vector(0.2), dice.turn()}, there{dice.vector(0.5), dice.turn()};
    Surface a = surface_of(first, here), b = surface_of(second, there);
    if (round % 4 < 2) {
      a = balanced(a, first);
      b = balanced(b, second);
    }
    Settings settings = round % 5 ? whole_pair(1 << (2 + round % 7)) : as_in_f08(3 + 17 * (round % 6));
    if (round % 3 == 0)
      settings.law = ContactLaw::cells;
    SCOPED_TRACE(round);
    expect_same_as_plain(a, b, settings);
  }
}

/// What lies beyond one end of a flat region, most of the ball, is drawn behind the little within, whole
/// vectors at a time: however many triangles that makes, there is room.
TEST_P(VectorStages, ReadNoTrianglesBehindTheLastOne) {
  const TriangleMesh plate = make_box({1.2, 1.2, 0.05});
  const Surface b = balanced(surface_of(plate), plate);
  for (const std::size_t triangles : {800, 1000, 1300, 1700}) {
    const TriangleMesh ball = make_sphere(0.5, triangles);
    const Surface a = balanced(surface_of(ball, {{0.1, 0.05, 0.02}, Quat::Identity()}), ball);
    expect_same_as_plain(a, b, as_in_f08(24));
  }
}

TEST_P(VectorStages, FindTheSameContactsOfABodyWithItself) {
  Dice dice(6);
  const TriangleMesh both = together({make_sphere(0.5, 1000), shifted(make_sphere(0.4, 500), {0.5, 0.1, 0})});
  for (const int resolution : {7, 32, 300}) {
    const Surface surface = surface_of(both, {dice.vector(0.1), dice.turn()}, false);
    Settings settings = whole_pair(resolution);
    settings.backend = "cpu";
    const PairContacts fast = detect_self(surface, settings);
    EXPECT_GT(fast.volume, 0);
    settings.backend = "plain";
    expect_same(fast, detect_self(surface, settings));
  }
}

/// Triangles that rasterisers get wrong: without area, needles, on pixel centres, far outside, huge and tiny.
/// They close no surface, so every body is a heap of such triangles and each of them reversed. Of the huge
/// ones, which fill the image, only one of `rare` is taken.
TriangleMesh awkward_triangles(Dice& dice, int count, double pixel, int rare = 1) {
  TriangleMesh mesh;
  const auto on_grid = [&](Vec3 p) {
    for (int k = 0; k < 3; ++k)
      p[k] = std::round(p[k] / pixel) * pixel + 0.5 * pixel;
    return p;
  };
  for (int i = 0; i < count; ++i) {
    const Vec3 p = dice.vector(0.5);
    Vec3 q = p + dice.vector(0.2), r = p + dice.vector(0.2);
    const bool huge = i / 9 % rare == 0;
    switch (i % 9) {
    case 0:
      q = p + dice.vector(1e-4), r = p + dice.vector(1e-4);
      break;
    case 1:
      r = 0.5 * (p + q);
      break;
    case 2:
      r = p + 0.3 * (q - p) + dice.vector(1e-9);
      break;
    case 3:
      q = on_grid(q), r = on_grid(r);
      break;
    case 4:
      q = p + dice.vector(huge ? 1e3 : 0.01);
      break;
    case 5:
      q = p + dice.vector(huge ? 1e9 : 1e-3), r = p + dice.vector(huge ? 1e9 : 1e-3);
      break;
    case 6:
      q = p;
      break;
    case 7:
      q = p + Vec3(pixel, 0, 0), r = p + Vec3(0, pixel, 0);
      break;
    default:
      break;
    }
    const std::uint32_t first = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), {i % 9 == 3 || i % 9 == 7 ? on_grid(p) : p, q, r});
    mesh.triangles.push_back({first, first + 1, first + 2});
    mesh.triangles.push_back({first, first + 2, first + 1});
  }
  return mesh;
}

TEST_P(VectorStages, DrawAwkwardTrianglesAsThePlainOnes) {
  Dice dice(7);
  const TriangleMesh cube = make_box({1, 1, 1});
  std::uint64_t fragments = 0;
  for (const int resolution : {1, 5, 16, 64, 253, 254, 700}) {
    // The huge ones among them fill the whole image.
    const int count = std::max(9, 9 * 700 / resolution);
    Settings settings = as_in_f08(resolution);
    settings.crossing_limit = 100'000;
    if (resolution % 2 == 0)
      settings.rows = RowChoice::staggered;
    const TriangleMesh heap = awkward_triangles(dice, std::min(count, 900), 1.0 / resolution);
    const Surface a = surface_of(heap, {}, false), b = surface_of(cube, {}, false);
    settings.backend = "cpu";
    const PairContacts fast = detect(a, b, settings);
    fragments += fast.fragments;
    settings.backend = "plain";
    SCOPED_TRACE(resolution);
    expect_same(fast, detect(a, b, settings));
  }
  EXPECT_GT(fragments, 100'000u);
}

/// Takes minutes: to be asked for by name.
TEST_P(VectorStages, DISABLED_DrawTenMillionAwkwardTrianglesAsThePlainOnes) {
  Dice dice(8);
  const TriangleMesh cube = make_box({1, 1, 1});
  const Surface b = surface_of(cube, {}, false);
  constexpr int at_once = 2000; // each of them and its reverse
  for (int drawn = 0; drawn < 10'000'000; drawn += 2 * at_once) {
    const int resolution = 8 + drawn / at_once % 50;
    Settings settings = as_in_f08(resolution);
    settings.crossing_limit = 100'000;
    settings.rows = drawn / at_once % 4 ? RowChoice::unstaggered : RowChoice::staggered;
    const Surface a = surface_of(awkward_triangles(dice, at_once, 1.0 / resolution, 40), Pose{}, false);
    settings.backend = "cpu";
    const PairContacts fast = detect(a, b, settings);
    settings.backend = "plain";
    expect_same(fast, detect(a, b, settings));
    ASSERT_FALSE(HasFailure()) << "after " << drawn << " triangles";
  }
}

std::vector<std::int64_t> targets_here() {
  std::vector<std::int64_t> targets;
  for (std::int64_t rest = hwy::SupportedTargets() & (HWY_TARGETS | HWY_STATIC_TARGET); rest != 0;
       rest &= rest - 1)
    targets.push_back(rest & -rest);
  return targets;
}

INSTANTIATE_TEST_SUITE_P(On, VectorStages, testing::ValuesIn(targets_here()), [](const auto& target) {
  std::string name = hwy::TargetName(target.param);
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
});

} // namespace
} // namespace lamina::test
