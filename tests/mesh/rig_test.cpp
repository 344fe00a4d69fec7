#include "core/mesh/rig.h"

#include "core/base/error.h"
#include "core/mesh/octopus.h"
#include "core/mesh/prepare.h"
#include "core/mesh/procedural.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace lamina {
namespace {

Octopus octopus(std::size_t triangles) {
  OctopusShape shape;
  shape.triangles = triangles;
  return make_octopus(shape);
}

TEST(Octopus, IsOneClosedSurfaceThatLooksOutwards) {
  for (const std::size_t triangles : {2000u, 3000u, 6000u, 20000u}) {
    const Octopus made = octopus(triangles);
    const MeshReport report = prepare_mesh(made.mesh).report;
    EXPECT_TRUE(report.accepted) << report.reason;
    EXPECT_EQ(report.pieces, 1u);
    EXPECT_EQ(report.turned_pieces, 0u);
    EXPECT_EQ(report.welded_vertices, 0u);
    EXPECT_EQ(report.boundary_edges + report.nonmanifold_edges + report.misoriented_edges, 0u);
    EXPECT_GT(report.volume_m3, 0);
    // Rings stand at the joints, which leaves steps of up to two fifths where there are few.
    EXPECT_NEAR(static_cast<double>(made.mesh.triangles.size()), static_cast<double>(triangles),
                0.25 * static_cast<double>(triangles));
    EXPECT_NO_THROW(check_rig(made.rig, made.mesh.vertices.size()));
  }
}

TEST(Octopus, TakesAnyNumberOfArmsAndBones) {
  for (const int arms : {3, 5, 32})
    for (const int bones : {2, 9}) {
      OctopusShape shape;
      shape.arms = arms;
      shape.bones = bones;
      const Octopus made = make_octopus(shape);
      EXPECT_TRUE(prepare_mesh(made.mesh).report.accepted);
      EXPECT_EQ(made.rig.bones.size(), static_cast<std::size_t>(1 + arms * bones));
      EXPECT_NO_THROW(check_rig(made.rig, made.mesh.vertices.size()));
    }
}

TEST(Octopus, ComesFromARecipeWithItsBones) {
  const Recipe recipe{"octopus", {{"arms", 5}, {"bones", 3}, {"triangles", 3000}}};
  const auto rig = make_rig(recipe);
  ASSERT_TRUE(rig);
  EXPECT_EQ(rig->bones.size(), 16u);
  EXPECT_EQ(rig->vertex_count(), make_mesh(recipe).vertices.size());
  EXPECT_FALSE(make_rig({"box", {}}));
}

TEST(Rig, KeepsTheFourGreatestWeights) {
  Rig rig;
  const std::vector<BoneWeight> many{{5, 0.1}, {2, 0.3}, {2, 0.1}, {7, -1}, {0, 0.2}, {3, 0.2}, {9, 0.05}};
  rig.add_vertex(many);
  rig.add_vertex({});
  const auto kept = rig.of(0);
  ASSERT_EQ(kept.size(), 4u);
  EXPECT_EQ(kept[0].bone, 0u);
  EXPECT_EQ(kept[1].bone, 2u);
  EXPECT_NEAR(kept[1].weight, 0.4 / 0.9, 1e-15);
  EXPECT_EQ(kept[3].bone, 5u);
  ASSERT_EQ(rig.of(1).size(), 1u);
  EXPECT_EQ(rig.of(1)[0].weight, 1.0);
}

TEST(Rig, FindsItsVerticesInAMeshThatWasScaledAndReordered) {
  const Octopus made = octopus(3000);
  TriangleMesh turned = made.mesh;
  std::reverse(turned.vertices.begin(), turned.vertices.end());
  for (Vec3& vertex : turned.vertices)
    vertex *= 0.1;
  const Rig fitted = fit_rig(made.rig, made.mesh.vertices, 0.1, turned);
  const std::size_t last = made.mesh.vertices.size() - 1;
  for (std::size_t v = 0; v <= last; ++v) {
    ASSERT_EQ(fitted.of(v).size(), made.rig.of(last - v).size());
    EXPECT_EQ(fitted.of(v)[0].bone, made.rig.of(last - v)[0].bone);
  }
  EXPECT_NEAR(fitted.bones[3].head.norm(), 0.1 * made.rig.bones[3].head.norm(), 1e-15);
  turned.vertices[7].x() += 1;
  EXPECT_THROW(fit_rig(made.rig, made.mesh.vertices, 0.1, turned), InputError);
}

TEST(Rig, RefusesWhatIsWrong) {
  const Octopus made = octopus(3000);
  const std::size_t vertices = made.mesh.vertices.size();
  const auto refused = [&](const auto& spoil) {
    Rig rig = made.rig;
    spoil(rig);
    EXPECT_THROW(check_rig(rig, vertices), InputError);
  };
  refused([](Rig& rig) { rig.bones.clear(); });
  refused([](Rig& rig) { rig.bones[1].parent = 1; });
  refused([](Rig& rig) { rig.bones[1].parent = -1; });
  refused([](Rig& rig) { rig.bones[2].parent = 7; });
  refused([](Rig& rig) { rig.bones[2].head.x() = std::numeric_limits<double>::quiet_NaN(); });
  refused([](Rig& rig) { rig.bones[2].least = 4; });
  refused([](Rig& rig) { rig.weights[10].weight += 0.1; });
  refused([](Rig& rig) { rig.weights[10].bone = 1000; });
  refused([](Rig& rig) { rig.weight_begin.pop_back(); });
  refused([](Rig& rig) { rig.animations.push_back({"short", 1, 2, {}, {}}); });
}

TEST(Rig, AnAnimationStartsOver) {
  Animation nod{"nod", 2, 3, {}, std::vector<Vec3>(3, Vec3::Zero())};
  for (const double angle : {0.0, 0.4, 0.8})
    nod.rotations.push_back(Quat(Eigen::AngleAxisd(angle, Vec3::UnitX())));
  const auto angle = [&](double time) {
    return Eigen::AngleAxisd(animated_rotation(nod, 1, 0, time)).angle();
  };
  EXPECT_NEAR(angle(0.5), 0.2, 1e-12);
  EXPECT_NEAR(angle(1.5), 0.6, 1e-12);
  EXPECT_NEAR(angle(6.5), 0.2, 1e-12);
  EXPECT_NEAR(angle(-1.5), 0.2, 1e-12);
}

} // namespace
} // namespace lamina
