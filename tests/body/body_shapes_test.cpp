#include "core/body/body_shapes.h"
#include "core/body/make_body.h"
#include "core/mesh/procedural.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <array>

namespace lamina {
namespace {

using test::body_of;
using test::turn;

double volume_of(const Solid& solid) {
  double volume = 0;
  for (const Tetrahedron& t : solid.tetrahedra) {
    const Vec3 origin = solid.nodes[t[0]];
    volume +=
        (solid.nodes[t[1]] - origin).cross(solid.nodes[t[2]] - origin).dot(solid.nodes[t[3]] - origin) / 6;
  }
  return volume;
}

class Shapes : public testing::Test {
protected:
  Shapes() {
    const Pose pose{{1, 2, 3}, turn({1, 1, 0}, 0.7)};
    SceneBody soft = body_of("soft", make_sphere(0.5, 500), BodyKind::soft, pose);
    soft.lattice_cells = 5;
    bodies = {make_body(soft), make_body(body_of("rigid", make_box({1, 2, 3}), BodyKind::rigid, pose))};
    for (const auto& body : bodies) {
      pointers.push_back(body.get());
      surfaces.push_back(&body->surface());
    }
  }

  std::array<std::unique_ptr<Body>, 2> bodies;
  std::vector<const Body*> pointers;
  std::vector<const Surface*> surfaces;
  BodyShapes shapes;
};

TEST_F(Shapes, HoldOnlyWhatIsNeeded) {
  EXPECT_EQ(shapes.of(surfaces, pointers, {}).surfaces.size(), 2u);
  EXPECT_TRUE(shapes.of(surfaces, pointers, {}).solids.empty());
  EXPECT_TRUE(shapes.of(surfaces, pointers, {.solid = true}).rest.empty());
  EXPECT_EQ(missing_part(*bodies[0], {.solid = true, .rest = true}), "");
  EXPECT_EQ(missing_part(*bodies[1], {.solid = true}), "tetrahedra");
  EXPECT_EQ(missing_part(*bodies[1], {.rest = true}), "");
}

TEST_F(Shapes, SolidsAreWhereTheirBodiesAre) {
  const CollisionShapes before = shapes.of(surfaces, pointers, {.solid = true});
  ASSERT_EQ(before.solids.size(), 2u);
  EXPECT_TRUE(before.solids[1].tetrahedra.empty());
  const Solid& solid = before.solids[0];
  // A lattice holds the body and some more.
  const double volume = volume_of(solid);
  EXPECT_GT(volume, bodies[0]->volume());

  const Vec3 first = solid.nodes[0], shift(0.25, -0.5, 1);
  BlockVector v(3 * static_cast<Eigen::Index>(bodies[0]->block_count()));
  for (Eigen::Index block = 0; block < v.size() / 3; ++block)
    v.segment<3>(3 * block) = shift;
  bodies[0]->advance(1, v);
  const CollisionShapes after = shapes.of(surfaces, pointers, {.solid = true});
  EXPECT_LT((after.solids[0].nodes[0] - first - shift).norm(), 1e-12);
  EXPECT_NEAR(volume_of(after.solids[0]), volume, 1e-12);
}

TEST_F(Shapes, SurfacesAtRestAreThoseOfTheirMeshes) {
  const CollisionShapes found = shapes.of(surfaces, pointers, {.rest = true});
  ASSERT_EQ(found.rest.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    ASSERT_EQ(found.rest[i].vertices.size(), surfaces[i]->positions.size());
    // Nothing has moved yet: where the vertices are, their pose has brought them.
    for (std::size_t k = 0; k < surfaces[i]->positions.size(); ++k)
      EXPECT_LT((bodies[i]->mesh_pose() * found.rest[i].vertices[k] - surfaces[i]->positions[k]).norm(),
                1e-12);
  }
}

} // namespace
} // namespace lamina
