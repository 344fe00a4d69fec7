#include "core/contact/adaptive/traced_line.h"
#include "tests/contact/adaptive/view_pair.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina::test {
namespace {

using adaptive::Face;
using adaptive::TracedLine;
using adaptive::Vec2;

/// Corners of a triangle: u and v in units, z in m.
using Corners = std::array<Vec3, 3>;

constexpr double unit = 0x1p-34; ///< m, of such a plane

/// As a surface of one triangle is seen along z, with units of the whole plane from −1 to 1.
Face seen(const Corners& corners) {
  TriangleMesh mesh;
  mesh.vertices.assign(corners.begin(), corners.end());
  mesh.triangles = {{0, 1, 2}};
  const Surface surface = surface_of(mesh);
  const adaptive::SurfacePart part = adaptive::whole_surface(surface);
  const adaptive::ViewPlane plane = adaptive::plane_over({Vec3(-1, -1, -1), Vec3(1, 1, 1)}, {}, 2, 1);
  EXPECT_EQ(plane.unit, unit);
  adaptive::ViewSurface view;
  adaptive::view(part, plane, view);
  return view.faces[0];
}

const std::array<adaptive::FlatBox, 2> everywhere{
    adaptive::FlatBox{Vec2::Constant(-1 / unit), Vec2::Constant(1 / unit)},
    adaptive::FlatBox{Vec2::Constant(-1 / unit), Vec2::Constant(1 / unit)}};

Vec3 somewhere(Dice& dice) {
  return {dice.within(-1, 1), dice.within(-1, 1), dice.within(-1, 1)};
}

/// Ends of the segment that two triangles share: where a side of one meets the other.
std::vector<Vec3> ends_of(const Corners& a, const Corners& b) {
  std::vector<Vec3> ends;
  for (int turn = 0; turn < 2; ++turn)
    for (std::size_t k = 0; k < 3; ++k) {
      const Corners &cut = turn == 0 ? a : b, &flat = turn == 0 ? b : a;
      const Vec3 normal = (flat[1] - flat[0]).cross(flat[2] - flat[0]), from = cut[k], to = cut[(k + 1) % 3];
      const double first = normal.dot(from - flat[0]), last = normal.dot(to - flat[0]);
      if ((first > 0) == (last > 0))
        continue;
      const Vec3 at = from + first / (first - last) * (to - from);
      bool inside = true;
      for (std::size_t side = 0; side < 3; ++side)
        inside = inside && normal.dot((flat[(side + 1) % 3] - flat[side]).cross(at - flat[side])) > 0;
      if (inside)
        ends.push_back(at);
    }
  return ends;
}

TEST(TracedLine, IsTheSegmentThatTwoTrianglesShare) {
  Dice dice(5);
  int crossings = 0, walls = 0;
  const Vec2 half = Vec2::Constant(1 / unit);
  for (int trial = 0; trial < 2000; ++trial) {
    Corners a{somewhere(dice), somewhere(dice), somewhere(dice)};
    const Corners b{somewhere(dice), somewhere(dice), somewhere(dice)};
    // Every third one is upright, and so is it in whole units.
    const bool wall = trial % 3 == 0;
    if (wall)
      a[2].head<2>() = trial % 2 ? a[0].head<2>() : a[1].head<2>();
    const Face of_a = seen(a), of_b = seen(b);
    ASSERT_EQ(of_a.faces == 0, wall);
    TracedLine line;
    const bool found = adaptive::traced_line({&of_a, &of_b}, everywhere, half, half, line);
    const std::vector<Vec3> ends = ends_of(a, b);
    ASSERT_EQ(found, ends.size() == 2) << trial;
    if (!found)
      continue;
    EXPECT_TRUE(line.sure) << trial;
    ++crossings;
    walls += wall;
    Vec2 p = ends[0].head<2>(), q = ends[1].head<2>();
    if ((p - unit * line.p).norm() > (q - unit * line.p).norm())
      std::swap(p, q);
    // Corners are moved to whole units, and lines of faces that are almost alike by more.
    EXPECT_LT((p - unit * line.p).norm() + (q - unit * line.q).norm(), 1e-6) << trial;
  }
  EXPECT_GT(crossings, 200);
  EXPECT_GT(walls, 50);
}

TEST(TracedLine, AlongASideIsNotSure) {
  const Face level = seen({Vec3(-0.5, -0.5, 0), Vec3(0.5, -0.5, 0), Vec3(0, 0.5, 0)}),
             leaning = seen({Vec3(-0.5, -0.5, 0), Vec3(0.5, -0.5, 0), Vec3(0, 0.5, 0.5)});
  const Vec2 half = Vec2::Constant(1 / unit);
  TracedLine line;
  EXPECT_TRUE(!adaptive::traced_line({&level, &leaning}, everywhere, half, half, line) || !line.sure);
}

} // namespace
} // namespace lamina::test
