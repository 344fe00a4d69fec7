#include "core/bvh/two_level_tree.h"

#include "core/contact/proximity/closest_points.h"
#include "core/mesh/procedural.h"
#include "tests/contact/ldi/awkward_triangles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

namespace lamina::test {
namespace {

using namespace bvh;

constexpr std::array every_branching{2, 4, 8};

struct Body {
  TriangleMesh mesh;
  std::vector<Vec3> positions;
  std::shared_ptr<const Meshlets> groups;
  std::unique_ptr<TwoLevelTree> tree;

  Body(TriangleMesh of, int children, std::size_t group)
      : mesh(std::move(of)), positions(mesh.vertices),
        groups(std::make_shared<const Meshlets>(mesh.triangles, mesh.vertices, group)),
        tree(TwoLevelTree::make(children, mesh.triangles, positions, groups, false)) {}

  void refit(bool balls) {
    tree->move_to({positions, {}}, {});
    for (std::uint32_t g = 0; g < tree->groups(); ++g)
      tree->refit_group(g, {});
    std::vector<Ball> around;
    if (balls) {
      enclose_meshlets(*groups, positions, around);
      tree->refit_top(around);
    } else {
      tree->refit_top_from_groups();
    }
  }
};

std::vector<IndexPair> search(const Body& a, const Body& b, double margin) {
  std::vector<IndexPair> open, of_groups, found;
  a.tree->find_groups(*b.tree, margin, open, of_groups);
  for (const IndexPair& groups : of_groups)
    a.tree->find_triangles(*b.tree, groups, {margin, margin}, 0, open, found);
  std::sort(found.begin(), found.end());
  return found;
}

using Corners = std::array<Vec3, 3>;

Corners corners_of(const Body& body, std::size_t t) {
  const auto [i, j, k] = body.mesh.triangles[t];
  return {body.positions[i], body.positions[j], body.positions[k]};
}

Vec3 nearest_place(const Vec3& point, const Corners& t) {
  const auto weights = proximity::nearest_on_triangle(point, t[0], t[1], t[2]).barycentric;
  return t[0] + weights[0] * (t[1] - t[0]) + weights[1] * (t[2] - t[0]);
}

/// Whether a side of one triangle goes through the other, well within it: what rounding could decide is left
/// out.
bool pierces(const Corners& a, const Corners& b) {
  const Vec3 normal = (b[1] - b[0]).cross(b[2] - b[0]);
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 &p = a[k], &q = a[(k + 1) % 3];
    const double at_p = normal.dot(p - b[0]), at_q = normal.dot(q - b[0]);
    if (!(at_p * at_q < 0))
      continue;
    const Vec3 through = p + at_p / (at_p - at_q) * (q - p);
    const auto nearest = proximity::nearest_on_triangle(through, b[0], b[1], b[2]);
    const double least =
        std::min({nearest.barycentric[0], nearest.barycentric[1], 1 - nearest.barycentric.sum()});
    if (nearest.feature == proximity::NearestOnTriangle::Feature::face && least > 1e-3)
      return true;
  }
  return false;
}

/// Whether two triangles meet or come within the margin: going to and fro between the nearest places of
/// either comes down to their distance from above.
bool come_close(const Corners& a, const Corners& b, double margin) {
  if (pierces(a, b) || pierces(b, a))
    return true;
  Vec3 p = (a[0] + a[1] + a[2]) / 3, q = p;
  for (int i = 0; i < 15; ++i) {
    q = nearest_place(p, b);
    p = nearest_place(q, a);
  }
  return (p - q).norm() <= margin;
}

/// All pairs of triangles that come so close.
std::vector<IndexPair> close(const Body& a, const Body& b, double margin, bool self) {
  std::vector<IndexPair> found;
  for (std::uint32_t i = 0; i < a.mesh.triangles.size(); ++i)
    for (std::uint32_t j = self ? i + 1 : 0; j < b.mesh.triangles.size(); ++j) {
      const Corners of_a = corners_of(a, i), of_b = corners_of(b, j);
      Box box_a, box_b;
      for (std::size_t k = 0; k < 3; ++k) {
        box_a.include(of_a[k]);
        box_b.include(of_b[k]);
      }
      box_a.min.array() -= margin;
      box_a.max.array() += margin;
      if (box_a.overlaps(box_b) && come_close(of_a, of_b, margin))
        found.push_back({i, j});
    }
  return found;
}

bool within(const Box& outer, const Box& inner) {
  return (outer.min.array() <= inner.min.array()).all() && (outer.max.array() >= inner.max.array()).all();
}

Box box_of(const Body& body, std::size_t t) {
  Box box;
  for (const Vec3& corner : corners_of(body, t))
    box.include(corner);
  return box;
}

std::vector<Box> boxes_at(const Body& body, int level) {
  std::vector<Box> boxes;
  body.tree->add_boxes(level, boxes);
  return boxes;
}

TEST(TwoLevelTree, BoxesOfEveryLevelHoldAllTrianglesAndLieWithinThoseAbove) {
  for (const int children : every_branching)
    for (const std::size_t group : {1, 40, 10'000}) {
      Body body(make_torus(0.4, 0.2, 300), children, group);
      body.refit(false);
      ASSERT_EQ(boxes_at(body, 0).size(), 1u);
      std::vector<Box> above;
      for (int level = 0; level < 24; ++level) {
        const std::vector<Box> boxes = boxes_at(body, level);
        for (std::size_t t = 0; t < body.mesh.triangles.size(); ++t)
          EXPECT_TRUE(std::any_of(boxes.begin(), boxes.end(),
                                  [&](const Box& box) { return within(box, box_of(body, t)); }));
        for (const Box& box : level > 0 ? boxes : std::vector<Box>())
          EXPECT_TRUE(std::any_of(above.begin(), above.end(), [&](const Box& a) { return within(a, box); }));
        above = boxes;
      }
      EXPECT_EQ(above.size(), body.mesh.triangles.size()) << "in the end each has its own";
    }
}

TEST(TwoLevelTree, GroupsThatWereNotRefittedAreOneBoxEach) {
  Body body(make_torus(0.4, 0.2, 300), 4, 40);
  body.refit(true);
  for (Vec3& p : body.positions)
    p += Vec3(5, 0, 0);
  body.tree->move_to({body.positions, {}}, {});
  std::vector<Ball> balls;
  enclose_meshlets(*body.groups, body.positions, balls);
  body.tree->refit_top(balls);
  EXPECT_EQ(boxes_at(body, 24).size(), body.tree->groups());
  for (const Box& box : boxes_at(body, 24))
    EXPECT_GT(box.min.x(), 3) << "of where the body is, not of where it was";
  body.tree->refit_group(2, {});
  EXPECT_EQ(boxes_at(body, 24).size(), body.tree->groups() - 1 + body.groups->triangles(2).size());
}

TEST(TwoLevelTree, FindsAllPairsThatTryingEverythingFindsAfterAnyMotion) {
  Dice dice(31);
  for (const int children : every_branching)
    for (const std::size_t group : {1, 7, 100, 10'000}) {
      Body a(awkward_triangles(dice, 60, 0.05), children, group),
          b(make_torus(0.4, 0.2, 300), children, group);
      for (int step = 0; step < 3; ++step) {
        for (const bool balls : {false, true}) {
          a.refit(balls);
          b.refit(balls);
          const double margin = 0.01 * step;
          const std::vector<IndexPair> found = search(a, b, margin), expected = close(a, b, margin, false);
          EXPECT_TRUE(std::includes(found.begin(), found.end(), expected.begin(), expected.end()));
          EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end()) << "each once";
        }
        for (Vec3& p : a.positions)
          p += dice.vector(0.2);
        for (Vec3& p : b.positions)
          p += dice.vector(0.2);
      }
    }
}

TEST(TwoLevelTree, FindsEachPairOfItsOwnOnce) {
  for (const int children : every_branching)
    for (const std::size_t group : {1, 20, 1000}) {
      Body a(make_torus(0.4, 0.2, 300), children, group);
      a.refit(false);
      std::vector<IndexPair> found = search(a, a, 0.01);
      for (IndexPair& pair : found)
        if (pair[0] > pair[1])
          std::swap(pair[0], pair[1]);
      std::sort(found.begin(), found.end());
      const std::vector<IndexPair> expected = close(a, a, 0.01, true);
      EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end());
      EXPECT_TRUE(std::includes(found.begin(), found.end(), expected.begin(), expected.end()));
    }
}

TEST(TwoLevelTree, CoversTheWayFromWhereTheVerticesWere) {
  Body a(make_box({1, 1, 1}), 4, 100), b(make_box({0.1, 0.1, 0.1}), 4, 100);
  std::vector<Vec3> before = b.positions;
  for (std::size_t v = 0; v < before.size(); ++v) {
    before[v] += Vec3(0, 2, 0);
    b.positions[v] -= Vec3(0, 2, 0);
  }
  a.refit(false);
  b.refit(false);
  EXPECT_TRUE(search(a, b, 0).empty());
  b.tree->move_to({b.positions, before}, {});
  b.tree->refit_group(0, {});
  b.tree->refit_top_from_groups();
  EXPECT_FALSE(search(a, b, 0).empty());
}

// A place that is looked for lies in no box that is off: within the margin of the triangle, or where nothing
// but the front is narrow, behind it.
TEST(TrianglePrisms, LeaveOutNoBoxWithSomethingThatIsLookedFor) {
  Dice dice(17);
  int off = 0;
  for (int trial = 0; trial < 5'000; ++trial) {
    const Corners corners{dice.vector(1), dice.vector(1), dice.vector(1)};
    const double u = dice.within(0, 1), v = dice.within(0, 1 - u);
    const Vec3 normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
    const Vec3 on_triangle = corners[0] + u * (corners[1] - corners[0]) + v * (corners[2] - corners[0]);
    const Margins margins{0.05, 0.2};
    TrianglePrism both(corners), front(corners);
    front.look_less_in_front();
    front.look_about(corners[0]);
    const auto box_with = [&dice](const Vec3& place, double size) {
      const Vec3 low = place - size * Vec3(dice.within(0, 1), dice.within(0, 1), dice.within(0, 1));
      return rounded_outwards({low, low + Vec3::Constant(size)});
    };
    EXPECT_FALSE(both.is_off(box_with(on_triangle + dice.within(-0.2, 0.2) * normal, 0.1), margins));
    EXPECT_FALSE(front.is_off(box_with(on_triangle + dice.within(-0.2, 0.05) * normal, 0.01), margins));
    EXPECT_FALSE(front.is_off(box_with(corners[0] + 0.2 * dice.vector(1).normalized(), 0.01), margins));
    // Half of an edge in a box reaches as far as the box is wide.
    EXPECT_FALSE(front.is_off(box_with(on_triangle + dice.within(0, 0.1) * normal, 0.1), margins));
    off += front.is_off(box_with(on_triangle + 0.15 * normal, 0.01), margins);
  }
  EXPECT_GT(off, 2'500) << "most boxes in front lie away from the corner";
}

TEST(FloatBoxes, HoldWhatTheyAreMadeOf) {
  Dice dice(2);
  for (int i = 0; i < 10'000; ++i) {
    const double x = dice.within(-1, 1) * std::pow(10, dice.within(-45, 45));
    EXPECT_LE(round_down(x), std::max(x, -1e39));
    EXPECT_GE(round_up(x), std::min(x, static_cast<double>(float_end)));
  }
}

TEST(NormalCones, HoldWhatTheyAreMadeOfAndTellWhatMayBeApart) {
  Dice dice(8);
  for (int trial = 0; trial < 500; ++trial) {
    const Vec3 centre = dice.vector(1).normalized();
    const double width = dice.within(0, 0.8);
    std::vector<Vec3> some, others;
    for (int i = 0; i < 6; ++i) {
      some.push_back((centre + width * dice.vector(1)).normalized());
      others.push_back((-centre + width * dice.vector(1)).normalized());
    }
    const NormalCone a = cone_around(some), b = cone_around(others);
    const std::array<NormalCone, 3> parts{a, b, NormalCone{}};
    const NormalCone both = cone_around(std::span<const NormalCone>(parts));
    for (const Vec3& n : some)
      EXPECT_TRUE(both.all() || both.axis.dot(n) >= both.cosine - 1e-9);
    for (const double angle : {0.5, 1.5, 2 * std::numbers::pi / 3, 3.0})
      for (const Vec3& n : some)
        for (const Vec3& m : others)
          EXPECT_TRUE(n.dot(m) > std::cos(angle) || may_be_apart(a, b, std::cos(angle), std::sin(angle)));
  }
  const std::array<Vec3, 1> up{Vec3::UnitY()};
  const NormalCone cone = cone_around(std::span<const Vec3>(up));
  EXPECT_FALSE(may_be_apart(cone, cone, std::cos(0.1), std::sin(0.1)));
  EXPECT_FALSE(may_be_apart(NormalCone{}, NormalCone::everything(), -1, 0)) << "nothing is in the first";
}

} // namespace
} // namespace lamina::test
