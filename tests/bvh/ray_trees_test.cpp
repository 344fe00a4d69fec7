#include "core/bvh/box_tree.h"
#include "core/bvh/embree_tree.h"
#include "core/bvh/octree.h"
#include "core/mesh/procedural.h"
#include "tests/bvh/brute_force.h"
#include "tests/contact/ldi/awkward_triangles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamina::test {
namespace {

using namespace bvh;

void expect_same(const Hit& expected, const Hit& found, const char* tree) {
  EXPECT_EQ(expected.triangle, found.triangle) << tree;
  EXPECT_EQ(expected.distance, found.distance) << tree;
  EXPECT_EQ(expected.barycentric, found.barycentric) << tree;
  EXPECT_EQ(expected.from_behind, found.from_behind) << tree;
}

/// All trees over one mesh, which may move.
struct Trees {
  EmbreeDevice device;
  BoxTree bvh, halved{BoxTree::Cutting::by_median};
  EmbreeTree embree{device};
  Octree octree;
  const TriangleMesh& mesh;

  explicit Trees(const TriangleMesh& of) : mesh(of) {
    bvh.build(mesh.triangles, mesh.vertices, corner_bounds(mesh));
    halved.build(mesh.triangles, mesh.vertices, corner_bounds(mesh));
    embree.build(mesh.triangles, mesh.vertices, corner_bounds(mesh));
    octree.build(mesh.triangles, mesh.vertices, corner_bounds(mesh));
  }
  void refit() {
    bvh.refit(corner_bounds(mesh));
    halved.refit(corner_bounds(mesh));
    embree.refit(corner_bounds(mesh));
    octree.refit(corner_bounds(mesh));
  }
  /// Says whether the ray hits anything.
  bool compare(const Ray& ray) const {
    const Hit expected = brute_force(mesh, ray);
    expect_same(expected, bvh.first_hit(ray), "bvh");
    expect_same(expected, halved.first_hit(ray), "halved");
    expect_same(expected, embree.first_hit(ray), "embree");
    expect_same(expected, octree.first_hit(ray), "octree");
    for (const HitTree* tree : {static_cast<const HitTree*>(&bvh), static_cast<const HitTree*>(&embree)})
      EXPECT_EQ(tree->any_hit(ray), expected.exists());
    return expected.exists();
  }
};

/// A ray from about the mesh, of every kind that occurs: from a vertex along anything, along an axis, towards
/// a vertex or the middle of an edge, which several triangles share, from far away, and behind a first hit.
Ray some_ray(Dice& dice, const TriangleMesh& mesh, double size, int kind) {
  const auto vertex = [&] {
    return static_cast<std::uint32_t>(dice.within(0, 0.999) * static_cast<double>(mesh.vertices.size()));
  };
  Ray ray{dice.vector(size), dice.vector(1).normalized()};
  const Triangle& t = mesh.triangles[static_cast<std::size_t>(dice.within(0, 0.999) *
                                                              static_cast<double>(mesh.triangles.size()))];
  switch (kind % 6) {
  case 0:
    ray.left_out = vertex();
    ray.origin = mesh.vertices[ray.left_out];
    break;
  case 1:
    ray.direction = Vec3::Unit(kind / 6 % 3) * (kind / 18 % 2 ? -1 : 1);
    ray.origin = mesh.vertices[vertex()] - 0.7 * size * ray.direction;
    break;
  case 2:
    ray.direction = (mesh.vertices[vertex()] - ray.origin).normalized();
    break;
  case 3:
    ray.direction = (0.5 * (mesh.vertices[t[0]] + mesh.vertices[t[1]]) - ray.origin).normalized();
    break;
  case 4:
    ray.origin *= 100;
    ray.direction = (mesh.vertices[vertex()] + dice.vector(0.1 * size) - ray.origin).normalized();
    break;
  default:
    ray.after = dice.within(0, size);
  }
  return ray;
}

TEST(RayTrees, TheCellsOfAnOctreeHalveAndHoldTriangles) {
  const TriangleMesh mesh = together({make_torus(0.5, 0.2, 1600), box_between({-2, -2, -2}, {-1, 0, 1})});
  Octree octree;
  octree.build(mesh.triangles, mesh.vertices, corner_bounds(mesh));
  double root = 0;
  std::size_t most = 0;
  for (int level = 0; level < 12; ++level) {
    std::vector<Box> cells;
    octree.add_boxes(level, cells);
    most = std::max(most, cells.size());
    double largest = 0;
    for (const Box& cell : cells) {
      const double side = cell.size().maxCoeff();
      largest = std::max(largest, side);
      if (level == 0)
        root = side;
      const double splits = std::log2(root / side);
      EXPECT_NEAR(splits, std::round(splits), 1e-9);
      EXPECT_LT(splits, level + 1e-9);
      EXPECT_TRUE(std::any_of(mesh.triangles.begin(), mesh.triangles.end(), [&](const Triangle& t) {
        Box box;
        for (const std::uint32_t corner : t)
          box.include(mesh.vertices[corner]);
        return cell.overlaps(box);
      }));
    }
    EXPECT_EQ(level == 0, cells.size() == 1);
    EXPECT_LE(largest, root);
  }
  EXPECT_NEAR(root, 3, 1e-12) << "the longest side of all: from -2 to 1";
  EXPECT_GT(most, 300u);
  std::vector<Box> none;
  EmbreeDevice device;
  EmbreeTree embree(device);
  embree.build(mesh.triangles, mesh.vertices, corner_bounds(mesh));
  embree.add_boxes(3, none);
  EXPECT_TRUE(none.empty()) << "Embree's are its own";
}

TEST(RayTrees, BoxesOfEveryLevelHoldAllTrianglesAndAreTighterThanThoseAbove) {
  TriangleMesh mesh = together({make_torus(0.5, 0.2, 1600), box_between({-2, -2, -2}, {-1, 0, 1})});
  BoxTree tree;
  tree.build(mesh.triangles, mesh.vertices, corner_bounds(mesh));
  for (Vec3& p : mesh.vertices)
    p = Vec3(300, -20, 4000) + 1e-3 * p;
  tree.refit(corner_bounds(mesh));
  const auto volume = [](const Box& box) { return box.size().prod(); };
  double above = std::numeric_limits<double>::infinity();
  std::size_t count = 0;
  for (int level = 0; level < 6; ++level) {
    std::vector<Box> boxes;
    tree.add_boxes(level, boxes);
    for (const Triangle& t : mesh.triangles) {
      Box box;
      for (const std::uint32_t corner : t)
        box.include(mesh.vertices[corner]);
      EXPECT_TRUE(std::any_of(boxes.begin(), boxes.end(), [&](const Box& held) {
        // Corners are given back in double precision: 4000 m · 2⁻⁵² each.
        return (held.min.array() - 1e-12 <= box.min.array()).all() &&
               (held.max.array() + 1e-12 >= box.max.array()).all();
      })) << level;
    }
    double sum = 0;
    for (const Box& box : boxes)
      sum += volume(box);
    EXPECT_LT(sum, 1.01 * above) << "within those above, but for what boxes are larger by";
    EXPECT_GE(boxes.size(), count);
    above = sum;
    count = boxes.size();
  }
  EXPECT_EQ(count, mesh.triangles.size());
}

TEST(RayTrees, FindTheHitsOfBruteForceInBodiesWhereverTheyAre) {
  Dice dice(4);
  for (const Vec3& place : {Vec3(0, 0, 0), Vec3(300, -20, 4000)})
    for (const double scale : {1.0, 1e-3}) {
      TriangleMesh mesh =
          together({make_torus(0.5, 0.2, 1600), make_sphere(0.4, 300),
                    box_between({-0.6, -0.1, -0.3}, {0.2, 0.5, 0.4}), make_gear(0.5, 0.4, 0.1, 0.2, 9)});
      for (Vec3& p : mesh.vertices)
        p = scale * p + place;
      Trees trees(mesh);
      int hits = 0;
      for (int i = 0; i < 6000; ++i) {
        Ray ray = some_ray(dice, mesh, scale, i);
        if (i % 6 > 3 || i % 6 == 2 || i % 6 == 3)
          ray.origin += i % 6 == 4 ? Vec3(Vec3::Zero()) : place;
        if (i % 6 == 2 || i % 6 == 3)
          ray.direction =
              (mesh.vertices[static_cast<std::size_t>(i) % mesh.vertices.size()] - ray.origin).normalized();
        hits += trees.compare(ray);
        if (HasFailure())
          return;
      }
      EXPECT_GT(hits, 2000);
    }
}

TEST(RayTrees, OfARayThatEndsOnlyWhatLiesNoFartherIsMet) {
  Dice dice(6);
  const TriangleMesh mesh = together({make_torus(0.5, 0.2, 1600), make_sphere(0.4, 300)});
  const Trees trees(mesh);
  int hits = 0;
  for (int i = 0; i < 3000; ++i) {
    Ray ray = some_ray(dice, mesh, 1, i);
    const Hit whole = brute_force(mesh, ray);
    if (!whole.exists())
      continue;
    ++hits;
    ray.before = whole.distance;
    EXPECT_TRUE(trees.compare(ray));
    ray.before = std::nextafter(whole.distance, 0.0);
    EXPECT_FALSE(trees.compare(ray));
    if (HasFailure())
      return;
  }
  EXPECT_GT(hits, 1000);
}

TEST(RayTrees, AHitIsFromBehindWhereTheTriangleLooksAlongTheRay) {
  Dice dice(7);
  const TriangleMesh mesh = make_torus(0.5, 0.2, 1600);
  std::array<int, 2> hits{};
  for (int i = 0; i < 3000; ++i) {
    const Ray ray = some_ray(dice, mesh, 1, i);
    const Hit hit = brute_force(mesh, ray);
    if (!hit.exists())
      continue;
    const auto& [a, b, c] = mesh.triangles[hit.triangle];
    const Vec3 normal = (mesh.vertices[b] - mesh.vertices[a]).cross(mesh.vertices[c] - mesh.vertices[a]);
    const double along = normal.normalized().dot(ray.direction);
    if (std::abs(along) < 1e-12) // edge-on but for rounding
      continue;
    EXPECT_EQ(hit.from_behind, along > 0) << ray.direction.transpose();
    ++hits[along > 0];
  }
  EXPECT_GT(hits[0], 300);
  EXPECT_GT(hits[1], 300);
}

TEST(RayTrees, OfFrontsOnlyTheFirstThatLooksAgainstTheRayIsMet) {
  Dice dice(11);
  const TriangleMesh mesh = together({make_torus(0.5, 0.2, 1600), make_sphere(0.4, 300)});
  const Trees trees(mesh);
  int hits = 0, others = 0;
  for (int i = 0; i < 3000; ++i) {
    Ray ray = some_ray(dice, mesh, 1, i);
    const Hit either = brute_force(mesh, ray);
    ray.front_only = true;
    const Hit front = brute_force(mesh, ray);
    EXPECT_FALSE(front.from_behind);
    EXPECT_GE(front.distance, either.distance);
    EXPECT_TRUE(!either.exists() || either.from_behind || front.triangle == either.triangle);
    others += either.from_behind && front.exists();
    hits += trees.compare(ray);
    if (HasFailure())
      return;
  }
  EXPECT_GT(hits, 1000);
  EXPECT_GT(others, 50);
}

TEST(RayTrees, FindTheHitsOfBruteForceAmongSliversAndHugeTriangles) {
  Dice dice(9);
  for (const int count : {9, 90, 900}) {
    const TriangleMesh mesh = awkward_triangles(dice, count, 0.01, 7);
    Trees trees(mesh);
    int hits = 0;
    for (int i = 0; i < 3000; ++i) {
      hits += trees.compare(some_ray(dice, mesh, 1, i));
      if (HasFailure())
        return;
    }
    EXPECT_GT(hits, 500);
  }
}

TEST(RayTrees, FollowWhatMoves) {
  Dice dice(5);
  TriangleMesh mesh = make_torus(0.5, 0.2, 1600);
  Trees trees(mesh);
  for (int step = 0; step < 6; ++step) {
    const Vec3 shift = dice.vector(2);
    for (Vec3& p : mesh.vertices)
      p = dice.within(0.8, 1.2) * p + shift;
    trees.refit();
    int hits = 0;
    for (int i = 0; i < 1200; i += 6)
      hits += trees.compare(some_ray(dice, mesh, 1, i)); // from vertices
    EXPECT_GT(hits, 50);
  }
}

TEST(RayTrees, NeverSlipThroughAClosedSurface) {
  // From the middle every ray leaves, be it through an edge or a vertex.
  const TriangleMesh mesh = make_sphere(1, 500);
  const Trees trees(mesh);
  for (const Triangle& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 &p = mesh.vertices[t[k]], &q = mesh.vertices[t[(k + 1) % 3]];
      EXPECT_TRUE(trees.compare({Vec3::Zero(), p.normalized()}));
      EXPECT_TRUE(trees.compare({Vec3::Zero(), (p + q).normalized()}));
      EXPECT_TRUE(trees.compare({{0.1, 0.2, 0.3}, (0.3 * p + 0.7 * q - Vec3(0.1, 0.2, 0.3)).normalized()}));
    }
}

TEST(RayTrees, NeverSlipThroughTheEdgesOfABox) {
  const TriangleMesh mesh = box_between({-1, -1, -1}, {1, 1, 1});
  const Trees trees(mesh);
  // At vertices and at points of the diagonals, where two triangles meet; also along an axis.
  const Vec3 from(5, 0.3, -0.2);
  for (double t = -1; t <= 1; t += 1.0 / 64) {
    EXPECT_TRUE(trees.compare({from, (Vec3(1, t, t) - from).normalized()})) << t;
    EXPECT_TRUE(trees.compare({Vec3(5, t, t), -Vec3::UnitX()})) << t;
  }
}

TEST(RayTrees, BearWhatIsNoSurface) {
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {nan, infinity, -infinity, 1e60, 1e-320}) {
    TriangleMesh mesh = make_sphere(1, 80);
    mesh.vertices[7] = {bad, 0.1, bad};
    mesh.triangles.push_back({3, 3, 3});
    mesh.triangles.push_back({3, 4, 4});
    const Trees trees(mesh);
    Dice dice(1);
    for (int i = 0; i < 300; ++i)
      trees.compare({dice.vector(1), dice.vector(1).normalized()});
  }
  TriangleMesh empty, point;
  point.vertices = {{1, 2, 3}};
  point.triangles = {{0, 0, 0}};
  for (const TriangleMesh& mesh : {empty, point}) {
    Trees trees(mesh);
    trees.refit();
    EXPECT_FALSE(trees.compare({Vec3::Zero(), Vec3::UnitX()}));
  }
}

TEST(Octree, ListsATriangleInAtMostEightNodesAndInnerNodesToo) {
  const TriangleMesh fine = make_sphere(1, 5000);
  Octree octree;
  octree.build(fine.triangles, fine.vertices, corner_bounds(fine));
  EXPECT_LE(octree.entry_count(), 8 * fine.triangles.size());
  EXPECT_GE(octree.entry_count(), fine.triangles.size());

  // Eight children of the root cannot hold a triangle as long as the box: it lies in the root itself.
  const TriangleMesh box = box_between({0, 0, 0}, {1, 1, 1});
  octree.build(box.triangles, box.vertices, corner_bounds(box));
  EXPECT_EQ(octree.node_count(), 1u);
  EXPECT_EQ(octree.entry_count(), box.triangles.size());
}

} // namespace
} // namespace lamina::test
