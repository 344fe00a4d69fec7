#include "core/contact/ldi/image_evidence.h"
#include "core/contact/ldi/region/region.h"
#include "core/contact/ldi/region/region_stages.h"
#include "core/contact/ldi/simd/vector_stages.h"
#include "core/mesh/meshlets.h"
#include "core/mesh/procedural.h"
#include "tests/contact/ldi/both_precisions.h"
#include "tests/contact/ldi/vector_stages.h"
#include "tests/support/sanitized.h"

#include <algorithm>

namespace lamina::test {
namespace {

Surface balanced(Surface surface, const TriangleMesh& mesh) {
  surface.balanced = true;
  surface.meshlets = std::make_shared<const Meshlets>(mesh);
  enclose_meshlets(*surface.meshlets, surface.positions, surface.balls);
  return surface;
}

TEST_P(AllProcessors, FindTheSameContactsAsTheScalarOnes) {
  Dice dice(5);
  const TriangleMesh ball = make_sphere(0.5, 2000), box = make_box({0.9, 0.7, 0.5}),
                     ring = make_torus(0.5, 0.2, 900);
  for (int round = 0; round < (test::sanitized ? 14 : 40); ++round) {
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
      settings.response.law = ContactLaw::cells;
    SCOPED_TRACE(round);
    expect_same_as_reference(a, b, settings);
  }
}

/// So many triangles in so few pixels that little is seen of most meshlets: those are listed, and their
/// corners snapped when they are drawn; in grids that are stretched over the region and in such that are not,
/// and with a bar so long that the units of its far end have to be cut off.
TEST_P(VectorStages, ListTrianglesAsTheScalarOnes) {
  TriangleMesh ring = make_torus(0.6, 0.25, 20'000);
  const TriangleMesh box = make_box({1.1, 0.9, 0.4});
  for (const bool with_bar : {false, true}) {
    if (with_bar) {
      const std::uint32_t first = static_cast<std::uint32_t>(ring.vertices.size());
      for (const Vec3& p : box.vertices)
        ring.vertices.push_back({1e6 * (p.x() + 0.55), 0.1 * p.y(), 0.1 * p.z()});
      for (const Triangle& t : box.triangles)
        ring.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
    const BothPrecisions a(ring, {{0.05, 0.02, 0.1}, Dice(3).turn()}, true),
        b(box, {{0.1, 0, 0}, Dice(4).turn()}, true);
    for (const Settings& settings : {as_in_f08(4), as_in_f08(13), as_in_f08(40), whole_pair(7),
                                     whole_pair(24), anchored(0.05), anchored(0.011)}) {
      SCOPED_TRACE(testing::Message()
                   << settings.contact.ldi.resolution << ", " << settings.contact.ldi.pixel_size);
      EXPECT_GT(images_of(detect(a.in_double, b.in_double, settings)).volume, 1e-3);
      expect_same_as_reference(a.in_double, b.in_double, settings);
      expect_same_as_reference(a.in_single, b.in_single, settings);
    }
  }
}

/// Meshlets of all sizes, with vertices that follow one another and such that do not; of a mesh and of one
/// whose vertices are in no order.
TEST_P(AllProcessors, ClipMeshletsToABoxAsTheScalarOnes) {
  Dice dice(8);
  const TriangleMesh shapes[] = {make_box({0.9, 0.7, 0.5}), make_sphere(0.5, 700),
                                 make_torus(0.5, 0.2, 5000)};
  std::size_t clipped = 0, on_lines = 0;
  for (int round = 0; round < 60; ++round) {
    TriangleMesh mesh = shapes[round % 3];
    MeshletOrder order;
    if (round % 2)
      Meshlets::in_order(mesh, order);
    Surface surface = surface_of(mesh, {dice.vector(0.1), dice.turn()});
    const std::size_t largest = std::size_t{1} << (round % 8);
    surface.meshlets = std::make_shared<const Meshlets>(mesh.triangles, surface.positions, largest);
    enclose_meshlets(*surface.meshlets, surface.positions, surface.balls);
    ldi::CulledMeshlets near;
    near.set_surface(surface);
    near.take_all();
    const Vec3 middle = dice.vector(0.5), half = Vec3::Constant(0.3) + dice.vector(0.2);
    const ldi::SampledBox box{{dice.turn().toRotationMatrix(), round % 5 == 0},
                              {middle - half, middle + half}};
    const ldi::ClipPlanes planes(box, round % 3);
    for (const std::uint32_t meshlet : near.meshlets) {
      ldi::MeshletOutcodes fast, plain;
      Box inside_fast, inside_plain;
      ldi::vector_region_stages.find_outcodes(near, meshlet, planes, fast, inside_fast);
      ldi::scalar_region_stages.find_outcodes(near, meshlet, planes, plain, inside_plain);
      ASSERT_EQ(inside_fast.min, inside_plain.min);
      ASSERT_EQ(inside_fast.max, inside_plain.max);
      ASSERT_EQ(fast.any, plain.any);
      ASSERT_EQ(fast.all, plain.all);
      for (std::size_t i = 0; i < surface.meshlets->vertices(meshlet).size(); ++i) {
        ASSERT_EQ(fast.at(i), plain.at(i));
        ASSERT_EQ(fast.outcode(i), plain.outcode(i));
      }
      for (std::size_t first = 0; first < surface.meshlets->triangles(meshlet).size();
           first += ldi::PickedTriangles::at_a_time) {
        const ldi::PickedTriangles p = ldi::vector_region_stages.pick_triangles(near, meshlet, first, planes,
                                                                                fast),
                                   q = ldi::scalar_region_stages.pick_triangles(near, meshlet, first, planes,
                                                                                plain);
        ASSERT_EQ(p.clip, q.clip);
        ASSERT_EQ(p.line, q.line);
        clipped += p.clip != 0;
        on_lines += p.line != 0;
      }
    }
  }
  EXPECT_GT(clipped, 100u);
  EXPECT_GT(on_lines, 20u);
}

/// Of any number of positions, as many of the first as are asked for, in either precision.
TEST_P(AllProcessors, BoundPositionsAsTheScalarOnes) {
  Dice dice(9);
  std::vector<Vec3> positions;
  for (std::size_t count = 1; count < 40; ++count) {
    positions.push_back(dice.vector(3));
    const std::vector<Vec3f> singles = in_single(positions);
    for (const bool turned : {false, true}) {
      const ldi::Frame frame{turned ? dice.turn().toRotationMatrix() : Mat3(Mat3::Identity()), !turned};
      for (const VertexPositions& all : {VertexPositions(positions), VertexPositions(singles)})
        for (const std::size_t first : {count, (count + 1) / 2}) {
          Box fast, plain;
          ldi::vector_region_stages.include_positions(all, first, frame, fast);
          ldi::scalar_region_stages.include_positions(all, first, frame, plain);
          EXPECT_EQ(fast.min, plain.min) << first;
          EXPECT_EQ(fast.max, plain.max) << first;
        }
    }
  }
}

/// Ends on triangles of all sizes, some without area, some of them a pair that faces the same way or has no
/// weight.
TEST_P(AllProcessors, WeighPixelPairsAsTheScalarOnes) {
  Dice dice(10);
  std::size_t weighed = 0, others = 0;
  for (int round = 0; round < 200; ++round) {
    ldi::PairBlock fast;
    const std::size_t count = 1 + static_cast<std::size_t>(round) % ldi::PairBlock::at_a_time;
    fast.kinds = round % 3 == 0 ? count : 1 + count / 2;
    for (std::size_t k = 0; k < fast.kinds; ++k) {
      for (auto& triangle : fast.corner) {
        const double size = std::pow(10.0, dice.within(-9, 3));
        for (auto& corner : triangle)
          corner[k] = dice.vector(size);
        if (dice.within(0, 1) < 0.2)
          triangle[2][k] = triangle[0][k];
      }
      fast.multiplicity[k] = static_cast<double>(static_cast<int>(dice.within(0, 3)));
    }
    for (std::size_t i = 0; i < count; ++i) {
      fast.kind[i] = static_cast<std::int64_t>(i * fast.kinds / count);
      fast.depth[1][i] = dice.within(0, 1);
      fast.across[i] = dice.within(-1, 1);
      fast.up[i] = dice.within(-1, 1);
    }
    const Mat3 axes = dice.turn().toRotationMatrix();
    const auto axis = [&axes](int k) { return ldi::Triple{axes(0, k), axes(1, k), axes(2, k)}; };
    const ldi::PairFrame frame{axis(0), axis(1), axis(2), {0.1, 0.2, 0.3}, 0.01, round % 2 == 0};
    ldi::PairBlock plain = fast;
    ldi::simd::weigh_pairs(frame, count, fast);
    ldi::weigh_pairs(frame, count, plain);
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(fast.weight[i], plain.weight[i]);
      for (std::size_t k = 0; k < 3; ++k) {
        ASSERT_EQ(fast.normal[k][i], plain.normal[k][i]);
        ASSERT_EQ(fast.lower[k][i], plain.lower[k][i]);
        ASSERT_EQ(fast.arm[k][i], plain.arm[k][i]);
      }
      ++(plain.weight[i] > 0 ? weighed : others);
    }
  }
  EXPECT_GT(weighed, 500u);
  EXPECT_GT(others, 500u);
}

/// What lies beyond one end of a flat region, most of the ball, is drawn behind the little within, whole
/// vectors at a time: however many triangles that makes, there is room.
TEST_P(VectorStages, ReadNoTrianglesBehindTheLastOne) {
  const TriangleMesh plate = make_box({1.2, 1.2, 0.05});
  const Surface b = balanced(surface_of(plate), plate);
  for (const std::size_t triangles : {800, 1000, 1300, 1700}) {
    const TriangleMesh ball = make_sphere(0.5, triangles);
    const Surface a = balanced(surface_of(ball, {{0.1, 0.05, 0.02}, Quat::Identity()}), ball);
    expect_same_as_reference(a, b, as_in_f08(24));
  }
}

TEST_P(AllProcessors, FindTheSameContactsOfABodyWithItself) {
  Dice dice(6);
  const TriangleMesh both = together({make_sphere(0.5, 1000), shifted(make_sphere(0.4, 500), {0.5, 0.1, 0})});
  for (const int resolution : {7, 32, 300}) {
    const Surface surface = surface_of(both, {dice.vector(0.1), dice.turn()}, false);
    Settings settings = whole_pair(resolution);
    settings.contact.backend = "cpu";
    const PairContacts fast = detect_self(surface, settings);
    EXPECT_GT(images_of(fast).volume, 0);
    settings.contact.backend = "reference";
    expect_same(fast, detect_self(surface, settings));
  }
}

TEST_P(VectorStages, DrawAwkwardTrianglesAsTheScalarOnes) {
  Dice dice(7);
  const TriangleMesh cube = make_box({1, 1, 1});
  std::uint64_t fragments = 0;
  for (const int resolution : {1, 5, 16, 64, 253, 254, 700}) {
    // The huge ones among them fill the whole image.
    const int count = std::max(9, 9 * 700 / resolution);
    Settings settings = as_in_f08(resolution);
    settings.contact.ldi.crossing_limit = 100'000;
    if (resolution % 2 == 0)
      settings.contact.ldi.rows = RowChoice::staggered;
    const TriangleMesh heap = awkward_triangles(dice, std::min(count, 900), 1.0 / resolution);
    const Surface a = surface_of(heap, {}, false), b = surface_of(cube, {}, false);
    settings.contact.backend = "cpu";
    const PairContacts fast = detect(a, b, settings);
    fragments += images_of(fast).fragments;
    settings.contact.backend = "reference";
    SCOPED_TRACE(resolution);
    expect_same(fast, detect(a, b, settings));
  }
  EXPECT_GT(fragments, 100'000u);
}

/// Triangles around one row of a staggered image of the cube of side 1, that begin and end within a few units
/// of a whole number of 32nds of a pixel beside a sample; each of them reversed too.
TriangleMesh beside_shifted_samples(Dice& dice, int resolution, int count) {
  TriangleMesh mesh;
  const auto place = [&](std::int64_t units) {
    return -0.5 + static_cast<double>(units) / static_cast<double>(ldi::pixel_units * resolution);
  };
  const auto near_zero = [&](std::int64_t most) {
    return std::llround(dice.vector(static_cast<double>(most) + 0.49)[0]);
  };
  for (int i = 0; i < count; ++i) {
    const ldi::View view(i % 3);
    const std::int64_t row = i / 3 % resolution, pixel = std::abs(near_zero(resolution - 1));
    const std::int64_t u = pixel * ldi::pixel_units + ldi::half_pixel +
                           ldi::row_shift(2 * row + 1 - resolution),
                       v = row * ldi::pixel_units + ldi::half_pixel;
    std::array<Vec3, 3> corners;
    const std::int64_t left = u + 32 * near_zero(20) + near_zero(2);
    const std::int64_t right = left + std::abs(32 * near_zero(20) + near_zero(2));
    const std::array<std::int64_t, 3> across = {left, right, (left + right) / 2},
                                      up = {v - 1 - std::abs(near_zero(300)), v + std::abs(near_zero(300)),
                                            v + near_zero(300)};
    for (std::size_t k = 0; k < 3; ++k) {
      corners[k][view.u] = place(across[k]);
      corners[k][view.v] = place(up[k]);
      corners[k][view.depth] = dice.vector(0.4)[0];
    }
    const std::uint32_t first = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), corners.begin(), corners.end());
    mesh.triangles.push_back({first, first + 1, first + 2});
    mesh.triangles.push_back({first, first + 2, first + 1});
  }
  return mesh;
}

TEST_P(VectorStages, DrawTrianglesBesideShiftedSamplesAsTheScalarOnes) {
  Dice dice(9);
  const TriangleMesh cube = make_box({1, 1, 1});
  for (const int resolution : {1, 8, 13, 16, 64, 65}) {
    // Something that is larger than the cube, so that it is the region.
    const TriangleMesh heap =
        together({beside_shifted_samples(dice, resolution, 6000), make_box({1.2, 1.2, 1.2})});
    Settings settings = as_in_f08(resolution);
    settings.contact.ldi.rows = RowChoice::staggered;
    settings.contact.ldi.crossing_limit = 100'000;
    SCOPED_TRACE(resolution);
    const Surface a = surface_of(heap, {}, false), b = surface_of(cube, {}, false);
    settings.contact.backend = "reference";
    EXPECT_GT(images_of(detect(a, b, settings)).fragments, 1000u);
    expect_same_as_reference(a, b, settings);
  }
}

INSTANTIATE_TEST_SUITE_P(On, VectorStages, testing::ValuesIn(targets_here()), name_of_target);
INSTANTIATE_TEST_SUITE_P(On, AllProcessors, testing::ValuesIn(all_targets_here()), name_of_target);

} // namespace
} // namespace lamina::test
