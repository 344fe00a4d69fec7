#include "core/mesh/face_splits.h"

#include "core/mesh/edges.h"
#include "core/mesh/mass_properties.h"
#include "core/mesh/tet_faces.h"
#include "core/mesh/tet_surface.h"
#include "tests/mesh/tet_support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <set>

namespace lamina {
namespace {

using test::tet_box;

TetMesh split_mesh(const TetMesh& mesh, const SplitSolid& split) {
  TetMesh made;
  made.tetrahedra = split.tetrahedra;
  for (const std::uint32_t node : split.origin)
    made.nodes.push_back(mesh.nodes[node]);
  return made;
}

/// All faces inside of a mesh, by number.
std::vector<std::uint32_t> inner_faces(const TetNeighbours& neighbours) {
  std::vector<std::uint32_t> faces;
  for (std::uint32_t half = 0; half < neighbours.halves(); ++half)
    if (neighbours.across(half) != TetNeighbours::none && half < neighbours.across(half))
      faces.push_back(half);
  return faces;
}

/// Those of them that lie in a plane x = where.
std::vector<std::uint32_t> faces_at(const TetMesh& mesh, const TetNeighbours& neighbours, double where) {
  std::vector<std::uint32_t> faces = inner_faces(neighbours);
  std::erase_if(faces, [&](std::uint32_t face) {
    const Triangle t = face_of(mesh.tetrahedra[face / 4], static_cast<int>(face % 4));
    return std::any_of(t.begin(), t.end(), [&](std::uint32_t n) { return mesh.nodes[n].x() != where; });
  });
  return faces;
}

std::vector<std::uint32_t> some_of(std::vector<std::uint32_t> faces, std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::shuffle(faces.begin(), faces.end(), random);
  faces.resize(count);
  std::sort(faces.begin(), faces.end());
  return faces;
}

/// Whether the directed edges of a surface cancel, so that it bounds a volume.
bool is_closed(const TriangleMesh& surface) {
  return count_edges(EdgeTable(surface)).unbalanced == 0;
}

TEST(FaceSplits, NeighboursSeeEachOther) {
  const TetMesh mesh = tet_box(3);
  const TetNeighbours neighbours(mesh);
  for (std::uint32_t half = 0; half < neighbours.halves(); ++half) {
    const std::uint32_t other = neighbours.across(half);
    if (other == TetNeighbours::none)
      continue;
    EXPECT_EQ(neighbours.across(other), half);
    Triangle a = face_of(mesh.tetrahedra[half / 4], static_cast<int>(half % 4));
    Triangle b = face_of(mesh.tetrahedra[other / 4], static_cast<int>(other % 4));
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    EXPECT_EQ(a, b);
  }
  // 6 n³ tetrahedra with 12 n² faces on the boundary.
  EXPECT_EQ(inner_faces(neighbours).size(), (4 * 162 - 108) / 2u);
}

TEST(FaceSplits, APlaneThroughABoxGivesTwoClosedHalves) {
  const TetMesh mesh = tet_box(4);
  const TetNeighbours neighbours(mesh);
  const std::vector<std::uint32_t> faces = faces_at(mesh, neighbours, 0.5);
  EXPECT_EQ(faces.size(), 32u);
  const SplitSolid split = split_faces(mesh, neighbours, faces);
  EXPECT_EQ(split.origin.size(), mesh.nodes.size() + 25) << "the nodes of the plane are there twice";
  const TetMesh halves = split_mesh(mesh, split);
  std::vector<std::uint32_t> piece;
  ASSERT_EQ(find_tet_pieces(halves.tetrahedra, halves.nodes.size(), piece), 2u);
  std::array<double, 2> volumes{};
  for (std::size_t t = 0; t < piece.size(); ++t)
    volumes[piece[t]] += volume(halves, halves.tetrahedra[t]);
  EXPECT_NEAR(volumes[0], 0.5, 1e-14);
  EXPECT_NEAR(volumes[1], 0.5, 1e-14);

  std::vector<std::uint32_t> node_of_vertex;
  std::size_t first_split = 0;
  const TriangleMesh surface = split_surface(halves, neighbours, faces, node_of_vertex, first_split);
  EXPECT_TRUE(is_closed(surface));
  EXPECT_EQ(first_split, 12u * 16);
  EXPECT_EQ(surface.triangles.size(), first_split + 64);
  EXPECT_NEAR(mass_properties(surface).volume, 1, 1e-14);
  std::vector<std::uint32_t> of_halves;
  EXPECT_EQ(boundary_surface(halves, of_halves).triangles.size(), surface.triangles.size());
}

// Around its nodes everything hangs together by other faces.
TEST(FaceSplits, OneFaceInsideOpensNothing) {
  const TetMesh mesh = tet_box(4);
  const TetNeighbours neighbours(mesh);
  for (const std::uint32_t face : inner_faces(neighbours)) {
    const Triangle t = face_of(mesh.tetrahedra[face / 4], static_cast<int>(face % 4));
    const bool inside = std::all_of(t.begin(), t.end(), [&](std::uint32_t n) {
      return (mesh.nodes[n].array() > 0).all() && (mesh.nodes[n].array() < 1).all();
    });
    if (!inside)
      continue;
    const std::vector<std::uint32_t> faces{face};
    const SplitSolid split = split_faces(mesh, neighbours, faces);
    EXPECT_EQ(split.origin.size(), mesh.nodes.size());
    std::vector<std::uint32_t> node_of_vertex;
    std::size_t first_split = 0;
    const TriangleMesh surface =
        split_surface(split_mesh(mesh, split), neighbours, faces, node_of_vertex, first_split);
    EXPECT_EQ(surface.triangles.size(), first_split);
  }
}

TEST(FaceSplits, AllFacesLeaveEachTetrahedronAlone) {
  const TetMesh mesh = tet_box(3);
  const TetNeighbours neighbours(mesh);
  const SplitSolid split = split_faces(mesh, neighbours, inner_faces(neighbours));
  EXPECT_EQ(split.origin.size(), 4 * mesh.tetrahedra.size());
  std::vector<std::uint32_t> piece;
  EXPECT_EQ(find_tet_pieces(split.tetrahedra, split.origin.size(), piece), mesh.tetrahedra.size());
}

TEST(FaceSplits, AnyFacesLeaveAClosedSurfaceAndTheWholeVolume) {
  const TetMesh mesh = tet_box(4);
  const TetNeighbours neighbours(mesh);
  const std::vector<std::uint32_t> all = inner_faces(neighbours);
  for (unsigned seed = 0; seed < 60; ++seed) {
    const std::vector<std::uint32_t> faces = some_of(all, all.size() * (seed % 12) / 12, seed);
    const TetMesh made = split_mesh(mesh, split_faces(mesh, neighbours, faces));
    EXPECT_NEAR(total_volume(made), 1, 1e-13);
    for (std::size_t t = 0; t < made.tetrahedra.size(); ++t)
      for (std::size_t k = 0; k < 4; ++k)
        EXPECT_EQ(made.nodes[made.tetrahedra[t][k]], mesh.nodes[mesh.tetrahedra[t][k]]);
    std::vector<std::uint32_t> node_of_vertex;
    std::size_t first_split = 0;
    const TriangleMesh surface = split_surface(made, neighbours, faces, node_of_vertex, first_split);
    EXPECT_TRUE(is_closed(surface)) << seed;
    EXPECT_NEAR(mass_properties(surface).volume, 1, 1e-13);
    for (const std::uint32_t node : node_of_vertex)
      EXPECT_LT(node, made.nodes.size());
  }
}

/// Which nodes are which, told from the tetrahedra alone.
void expect_change(const SplitSolid& before, const SplitSolid& now, const SplitChange& change) {
  std::vector<std::set<std::uint32_t>> from(now.origin.size()), to(before.origin.size());
  std::vector<std::uint32_t> last(now.origin.size());
  for (std::size_t t = 0; t < now.tetrahedra.size(); ++t)
    for (std::size_t k = 0; k < 4; ++k) {
      from[now.tetrahedra[t][k]].insert(before.tetrahedra[t][k]);
      to[before.tetrahedra[t][k]].insert(now.tetrahedra[t][k]);
      last[now.tetrahedra[t][k]] = before.tetrahedra[t][k];
    }
  EXPECT_EQ(change.from, last);
  ASSERT_EQ(change.same.size(), now.origin.size());
  for (std::size_t node = 0; node < from.size(); ++node)
    EXPECT_EQ(change.same[node] != 0, from[node].size() == 1 && to[*from[node].begin()].size() == 1);
  ASSERT_EQ(change.to.size(), before.origin.size());
  for (std::size_t node = 0; node < to.size(); ++node)
    EXPECT_EQ(change.to[node], *to[node].begin());
}

TEST(FaceSplits, ByOneWayOrAnotherAreTheSame) {
  const TetMesh mesh = tet_box(4);
  const TetNeighbours neighbours(mesh);
  const std::vector<std::uint32_t> all = inner_faces(neighbours);
  std::vector<std::uint32_t> faces;
  SplitSolid solid = split_faces(mesh, neighbours, faces);
  EXPECT_EQ(solid.tetrahedra, mesh.tetrahedra);
  for (unsigned event = 0; event < 60; ++event) {
    // A few faces more or fewer; now and then quite other ones.
    std::vector<std::uint32_t> next = some_of(all, event % 10 == 9 ? all.size() / 3 : 12, event);
    if (event % 10 != 9) {
      std::vector<std::uint32_t> joined;
      if (event % 3 == 2)
        std::set_difference(faces.begin(), faces.end(), next.begin(), next.end(), std::back_inserter(joined));
      else
        std::set_union(faces.begin(), faces.end(), next.begin(), next.end(), std::back_inserter(joined));
      next = std::move(joined);
    }
    const SplitSolid before = solid, anew = split_faces(mesh, neighbours, next);
    const SplitChange change = split_otherwise(mesh, neighbours, faces, next, solid);
    ASSERT_EQ(solid.tetrahedra, anew.tetrahedra) << event;
    ASSERT_EQ(solid.origin, anew.origin) << event;
    expect_change(before, solid, change);
    faces = std::move(next);
  }
}

TEST(FaceSplits, TetrahedraAtNodesAreAllOfThem) {
  const TetMesh mesh = tet_box(3);
  const TetNeighbours neighbours(mesh);
  const std::vector<std::uint32_t> all = inner_faces(neighbours);
  const SplitSolid split = split_faces(mesh, neighbours, some_of(all, all.size() / 2, 3));
  std::vector<std::uint32_t> nodes{0, 7, static_cast<std::uint32_t>(split.origin.size() - 1)}, expected;
  for (std::uint32_t t = 0; t < split.tetrahedra.size(); ++t) {
    const Tetrahedron& at = split.tetrahedra[t];
    if (std::find_first_of(at.begin(), at.end(), nodes.begin(), nodes.end()) != at.end())
      expected.push_back(t);
  }
  EXPECT_EQ(tetrahedra_at(neighbours, split.tetrahedra, split.origin, nodes), expected);
  EXPECT_TRUE(tetrahedra_at(neighbours, split.tetrahedra, split.origin, {}).empty());
}

// What hangs together at a node by faces has one node there, and nothing else does.
TEST(FaceSplits, NodesAreSharedByWhatHangsTogetherThere) {
  const TetMesh mesh = tet_box(3);
  const TetNeighbours neighbours(mesh);
  const std::vector<std::uint32_t> all = inner_faces(neighbours);
  const std::vector<std::uint32_t> faces = some_of(all, all.size() / 2, 5);
  const SplitSolid split = split_faces(mesh, neighbours, faces);
  for (std::uint32_t face : all) {
    const std::uint32_t other = neighbours.across(face);
    if (std::binary_search(faces.begin(), faces.end(), face))
      continue;
    Triangle a = face_of(split.tetrahedra[face / 4], static_cast<int>(face % 4));
    Triangle b = face_of(split.tetrahedra[other / 4], static_cast<int>(other % 4));
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    EXPECT_EQ(a, b) << "an unsplit face keeps its nodes";
  }
  // From any tetrahedron at a node, all others there are reached through unsplit faces at it.
  const TetMesh made = split_mesh(mesh, split);
  const TetNeighbours of_made(made);
  for (std::uint32_t node = 0; node < made.nodes.size(); ++node) {
    const auto around = of_made.opposite(node);
    std::set<std::uint32_t> reached{around[0] / 4};
    std::vector<std::uint32_t> next{around[0]};
    while (!next.empty()) {
      const std::uint32_t corner = next.back();
      next.pop_back();
      for (std::uint32_t side = 0; side < 4; ++side) {
        const std::uint32_t half = (corner & ~3u) + side, other = of_made.across(half);
        if (half == corner || other == TetNeighbours::none || !reached.insert(other / 4).second)
          continue;
        next.push_back(*std::find_if(around.begin(), around.end(),
                                     [other](std::uint32_t c) { return c / 4 == other / 4; }));
      }
    }
    EXPECT_EQ(reached.size(), around.size());
  }
}

} // namespace
} // namespace lamina
