#include "core/mesh/procedural.h"
#include "core/mesh/triangle_blocks.h"
#include "tests/contact/vector_stages.h"

#include <algorithm>

namespace lamina::test {
namespace {

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

INSTANTIATE_TEST_SUITE_P(On, VectorStages, testing::ValuesIn(targets_here()), name_of_target);

} // namespace
} // namespace lamina::test
