#include "core/contact/ldi/image_evidence.h"
#include "core/contact/ldi/region/meshlet_culling.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lamina::test {
namespace {

Surface with_blocks(Surface surface, const TriangleMesh& mesh, std::size_t largest) {
  surface.meshlets = std::make_shared<const Meshlets>(mesh.triangles, mesh.vertices, largest);
  enclose_meshlets(*surface.meshlets, surface.positions, surface.balls);
  surface.balanced = true;
  return surface;
}

/// What is passed over cannot change what is found, except for the order in which it is summed up.
void expect_same(const PairContacts& p, const PairContacts& q) {
  ASSERT_EQ(images_of(p).pixels.size(), images_of(q).pixels.size());
  EXPECT_NEAR(images_of(p).volume, images_of(q).volume, 1e-13 * (1 + images_of(p).volume));
  for (std::size_t i = 0; i < images_of(p).pixels.size(); ++i) {
    EXPECT_EQ(images_of(p).pixels[i].triangle, images_of(q).pixels[i].triangle);
    EXPECT_NEAR(images_of(p).pixels[i].length, images_of(q).pixels[i].length, 1e-12);
  }
}

TEST(MeshletCulling, FindWhatTheWholeMeshesGive) {
  Dice dice(11);
  const TriangleMesh torus = make_torus(1, 0.35, 1200), sphere = make_sphere(0.6, 500);
  int touching = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Surface a = surface_of(torus, {dice.vector(1.2), dice.turn()});
    const Surface b = surface_of(sphere, {dice.vector(0.3), dice.turn()});
    const PairContacts whole = detect(a, b, whole_pair(16));
    for (const std::size_t largest : {1u, 16u, 100u})
      expect_same(whole,
                  detect(with_blocks(a, torus, largest), with_blocks(b, sphere, largest), whole_pair(16)));
    touching += images_of(whole).volume > 0;
  }
  EXPECT_GT(touching, 20);
}

TEST(MeshletCulling, KeepTheCornersOfABoxThatLiesDeepInside) {
  // The corner lines of the small box meet the big sphere only far away, where one end is forgotten.
  const TriangleMesh big = make_sphere(1, 2000), small = make_box({0.2, 0.1, 0.1});
  for (const Vec3& at : {Vec3(0.3, 0, 0), Vec3(-0.3, 0.2, 0), Vec3(0, -0.5, 0.4), Vec3(0, 0, -0.7)}) {
    const Surface a = with_blocks(surface_of(big), big, 8);
    const Surface b = with_blocks(surface_of(small, {at, Quat::Identity()}), small, 8);
    EXPECT_NEAR(images_of(detect(a, b, whole_pair(8))).volume, 0.2 * 0.1 * 0.1, 1e-12);
  }
}

TEST(MeshletCulling, AreTheSameWhicheverLargerBoxCameBefore) {
  Dice dice(12);
  const TriangleMesh torus = make_torus(1, 0.35, 3000);
  const Surface surface = with_blocks(surface_of(torus), torus, 8);
  ldi::CulledMeshlets stepwise, directly;
  stepwise.set_surface(surface);
  directly.set_surface(surface);
  constexpr double slack = 1e-12;
  for (int trial = 0; trial < 20; ++trial) {
    ldi::SampledBox box{{dice.turn().toRotationMatrix(), false}, {}};
    const Vec3 middle = dice.vector(1);
    box.box = {middle - Vec3::Constant(0.8), middle + Vec3::Constant(0.8)};
    stepwise.take_near(box, slack);
    for (int step = 0; step < 4; ++step) {
      if (step % 2 == 0)
        box.box.min += 0.1 * (Vec3::Ones() + dice.vector(1));
      else
        box.box.max -= 0.1 * (Vec3::Ones() + dice.vector(1));
      stepwise.take_nearer(box, slack);
      directly.take_near(box, slack);
      EXPECT_EQ(stepwise.meshlets, directly.meshlets);
      EXPECT_EQ(stepwise.inside, directly.inside);
      EXPECT_EQ(stepwise.ends, directly.ends);
    }
  }
}

/// Along whatever axes, up to rounding.
TEST(MeshletCulling, HaveBoundsThatHoldTheirVertices) {
  Dice dice(13);
  const TriangleMesh torus = make_torus(1, 0.35, 3000);
  const Surface surface = with_blocks(surface_of(torus, {dice.vector(2), dice.turn()}), torus, 16);
  for (int trial = 0; trial < 20; ++trial) {
    const ldi::Frame frame{dice.turn().toRotationMatrix(), false};
    for (std::size_t b = 0; b < surface.balls.size(); ++b) {
      const Box bounds = ldi::bounds_of(surface.balls[b], frame, 1e-12);
      for (const std::uint32_t vertex : surface.meshlets->vertices(b)) {
        const Vec3 place = frame.place(surface.positions[vertex]);
        EXPECT_TRUE((place.array() >= bounds.min.array()).all() &&
                    (place.array() <= bounds.max.array()).all());
      }
      EXPECT_LE(bounds.size().maxCoeff(), 2 * surface.balls[b].radius + 1e-11);
    }
  }
}

TEST(MeshletCulling, KnowWhatLiesWhollyInTheBox) {
  Dice dice(13);
  const TriangleMesh torus = make_torus(1, 0.35, 3000);
  const Surface surface = with_blocks(surface_of(torus), torus, 8);
  ldi::CulledMeshlets near;
  near.set_surface(surface);
  std::size_t inside = 0, others = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const ldi::SampledBox box{{dice.turn().toRotationMatrix(), false},
                              {Vec3::Constant(-0.7) + dice.vector(0.3), Vec3::Constant(0.9)}};
    near.take_near(box, 1e-12);
    ASSERT_EQ(near.inside.size(), near.meshlets.size());
    for (std::size_t i = 0; i < near.meshlets.size(); ++i) {
      (near.inside[i] ? inside : others) += 1;
      for (const std::uint32_t vertex : surface.meshlets->vertices(near.meshlets[i])) {
        const Vec3 place = box.frame.place(surface.positions[vertex]);
        EXPECT_TRUE(!near.inside[i] || ((place.array() >= box.box.min.array()).all() &&
                                        (place.array() <= box.box.max.array()).all()));
      }
    }
  }
  EXPECT_GT(inside, 100u);
  EXPECT_GT(others, 100u);
  near.take_all();
  EXPECT_EQ(near.inside, std::vector<std::uint8_t>(near.meshlets.size(), 0));
}

TEST(MeshletCulling, AreAFewOfTheTriangles) {
  const TriangleMesh sphere = make_sphere(1, 5000);
  const Surface surface = with_blocks(surface_of(sphere), sphere, 16);
  ldi::CulledMeshlets near;
  near.set_surface(surface);
  near.take_near({{}, {{0.9, -0.3, -0.3}, {1.1, 0.3, 0.3}}}, 1e-12);
  std::vector<std::uint32_t> triangles;
  for (const std::uint32_t meshlet : near.meshlets) {
    const auto more = surface.meshlets->triangles(meshlet);
    triangles.insert(triangles.end(), more.begin(), more.end());
  }
  EXPECT_LT(triangles.size(), sphere.triangles.size() / 4);
  for (std::uint32_t t = 0; t < sphere.triangles.size(); ++t) {
    const Vec3& p = sphere.vertices[sphere.triangles[t][0]];
    if (p[0] > 0.9 && std::abs(p[1]) < 0.3 && std::abs(p[2]) < 0.3) {
      EXPECT_EQ(std::count(triangles.begin(), triangles.end(), t), 1);
    }
  }
}

} // namespace
} // namespace lamina::test
