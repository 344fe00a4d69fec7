// What a cut looks at around its plane, beside what all tetrahedra of the solid say.

#include "core/body/breakable_solid.h"
#include "core/body/nodal_body.h"
#include "core/body/nodes_at_plane.h"
#include "core/body/soft_body.h"
#include "core/mesh/tet_faces.h"
#include "core/mesh/tet_surface.h"
#include "tests/mesh/tet_support.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

namespace lamina {
namespace {

/// A box that is split along some faces.
struct SplitBox {
  TetMesh whole = test::tet_box(4);
  TetNeighbours neighbours{whole};
  std::vector<std::uint32_t> faces;
  TetMesh now;

  explicit SplitBox(std::mt19937& random) {
    for (std::uint32_t half = 0; half < neighbours.halves(); ++half)
      if (neighbours.across(half) != TetNeighbours::none && half < neighbours.across(half) &&
          random() % 5 == 0)
        faces.push_back(half);
    const SplitSolid split = split_faces(whole, neighbours, faces);
    now.tetrahedra = split.tetrahedra;
    for (const std::uint32_t node : split.origin)
      now.nodes.push_back(whole.nodes[node]);
  }
};

/// Nodes and edges of the boundary and of split faces, in both directions.
struct Boundary {
  std::set<std::uint32_t> nodes;
  std::set<std::pair<std::uint32_t, std::uint32_t>> edges;

  explicit Boundary(const SplitBox& box) {
    for (std::uint32_t half = 0; half < box.neighbours.halves(); ++half) {
      const std::uint32_t other = box.neighbours.across(half);
      if (other != TetNeighbours::none &&
          !std::binary_search(box.faces.begin(), box.faces.end(), std::min(half, other)))
        continue;
      const Triangle face = face_of(box.now.tetrahedra[half / 4], static_cast<int>(half % 4));
      nodes.insert(face.begin(), face.end());
      for (const std::uint32_t a : face)
        for (const std::uint32_t b : face)
          edges.insert({a, b});
    }
  }
};

TEST(NodesAtPlane, AreAsAllTetrahedraSay) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(0, 1);
  const SplitBox box(random);
  const Boundary boundary(box);
  const std::vector<std::uint8_t> held(box.now.nodes.size(), 0);
  const double six = 6 * total_volume(box.whole);
  const SolidToCut solid{box.whole, box.now.tetrahedra, box.now.nodes, box.now.nodes,
                         held,      box.faces,          six,           0};
  int listed = 0, may = 0, may_not = 0;
  for (int cut = 0; cut < 10; ++cut) {
    CutTriangle triangle;
    for (Vec3& corner : triangle)
      corner = Vec3(number(random), number(random), number(random));
    const Vec3 normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]).normalized();
    const NodesAtPlane nodes(solid, box.neighbours, triangle, normal);
    std::vector<std::vector<std::uint32_t>> at(box.now.nodes.size());
    for (std::uint32_t t = 0; t < box.now.tetrahedra.size(); ++t)
      for (const std::uint32_t node : box.now.tetrahedra[t])
        at[node].push_back(t);
    for (const std::uint32_t t : nodes.near())
      for (const std::uint32_t node : box.now.tetrahedra[t]) {
        ++listed;
        EXPECT_TRUE(
            std::equal(at[node].begin(), at[node].end(), nodes.at(node).begin(), nodes.at(node).end()));
        for (const std::uint32_t other : box.now.tetrahedra[t])
          if (other != node) {
            const bool expected = !boundary.nodes.contains(node) || boundary.edges.contains({node, other});
            EXPECT_EQ(nodes.may_move(node, other), expected);
            ++(expected ? may : may_not);
          }
      }
  }
  EXPECT_GT(listed, 100);
  EXPECT_GT(may, 100);
  EXPECT_GT(may_not, 100);
}

// The sum over tetrahedra at moved nodes is that over all: the others gain nothing.
TEST(NodesAtPlane, CutsKeepCountOfTheVolumeThatTheyMove) {
  SceneBody description = test::body_of_tets("block", test::tet_box(4));
  description.material = {2e5, 0.3, 0.01, {}};
  NodalBody body(description, soft_parts(description));
  const BreakableSolid solid(description.tetrahedra, description.mesh, description.mesh_nodes);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(0, 1);
  std::size_t moved = 0;
  for (int cut = 0; cut < 8; ++cut) {
    CutTriangle triangle;
    for (Vec3& corner : triangle)
      corner = Vec3(number(random), number(random), number(random));
    body.cut({&triangle, 1});
    std::vector<double> state;
    body.save(state);
    SolidCuts cuts;
    cuts.restore(state);
    const SolidForm form = solid.form(cuts);
    double gained = 0;
    for (std::size_t t = 0; t < form.mesh.tetrahedra.size(); ++t)
      gained += six_volumes(form.mesh.nodes, form.mesh.tetrahedra[t]) -
                six_volumes(solid.whole().nodes, solid.whole().tetrahedra[t]);
    EXPECT_EQ(form.six_volumes_gained, gained);
    moved = cuts.moved.size();
  }
  EXPECT_GT(moved, 20u);
}

} // namespace
} // namespace lamina
