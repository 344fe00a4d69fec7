#include "core/mesh/procedural.h"
#include "tests/contact/ldi/vector_stages.h"

namespace lamina::test {
namespace {

TEST_P(VectorStages, DrawTenMillionAwkwardTrianglesAsTheScalarOnes) {
  Dice dice(8);
  const TriangleMesh cube = make_box({1, 1, 1});
  const Surface b = surface_of(cube, {}, false);
  constexpr int at_once = 2000; // each of them and its reverse
  for (int drawn = 0; drawn < 10'000'000; drawn += 2 * at_once) {
    const int resolution = 8 + drawn / at_once % 50;
    Settings settings = as_in_f08(resolution);
    settings.contact.ldi.crossing_limit = 100'000;
    settings.contact.ldi.rows = drawn / at_once % 4 ? RowChoice::unstaggered : RowChoice::staggered;
    const Surface a = surface_of(awkward_triangles(dice, at_once, 1.0 / resolution, 40), Pose{}, false);
    settings.contact.backend = "cpu";
    const PairContacts fast = detect(a, b, settings);
    settings.contact.backend = "reference";
    expect_same(fast, detect(a, b, settings));
    ASSERT_FALSE(HasFailure()) << "after " << drawn << " triangles";
  }
}

INSTANTIATE_TEST_SUITE_P(On, VectorStages, testing::ValuesIn(targets_here()), name_of_target);

} // namespace
} // namespace lamina::test
