#include "core/contact/adaptive/edge_parts.h"
#include "tests/contact/adaptive/view_pair.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina::test {
namespace {

using adaptive::EdgeParts;
using adaptive::Face;
using adaptive::TileEdge;
using adaptive::Vec2;

/// A convex solid as a direction sees it, with all of its faces.
struct Seen {
  explicit Seen(const Surface& surface, int direction)
      : box(surface.bounds), part(adaptive::whole_surface(surface)),
        plane(adaptive::plane_over(box, {}, direction, adaptive::farthest_of(surface, surface))) {
    adaptive::view(part, plane, seen);
  }
  Box box;
  adaptive::SurfacePart part;
  adaptive::ViewPlane plane;
  adaptive::ViewSurface seen;
};

/// Where a segment lies within the half-spaces of all faces of a convex solid; u and v in units, z in m.
bool clipped(const Seen& solid, const Vec3& from, const Vec3& to, double& begin, double& end) {
  for (const Face& face : solid.seen.faces) {
    const auto corner = [&](std::size_t k) { return Vec3(face.u[k], face.v[k], face.z[k]); };
    const Vec3 outwards = (corner(1) - corner(0)).cross(corner(2) - corner(0));
    const double first = outwards.dot(from - corner(0)), last = outwards.dot(to - corner(0));
    if (first > 0 && last > 0)
      return false;
    if ((first > 0) != (last > 0))
      (first > 0 ? begin : end) =
          first > 0 ? std::max(begin, first / (first - last)) : std::min(end, first / (first - last));
  }
  return begin < end;
}

EdgeParts followed(const Seen& solid, const Vec3& from, const Vec3& to, bool above = false) {
  EdgeParts parts;
  parts.begin({from.head<2>(), to.head<2>(), 0, 1, from.z(), to.z() - from.z()}, Vec2::Zero(), 0, above);
  for (const Face& face : solid.seen.faces)
    parts.add(face);
  return parts;
}

/// Upright walls among them: a box that is turned about the view direction, or not at all.
TriangleMesh convex(Dice& dice, int trial) {
  if (trial % 3 == 0)
    return make_sphere(0.5, 80);
  return make_box({dice.within(0.2, 1), dice.within(0.2, 1), dice.within(0.2, 1)});
}

TEST(EdgeParts, OfConvexSolidsAreWhatLiesBehindAllFaces) {
  Dice dice(11);
  int within = 0, beside = 0;
  for (int trial = 0; trial < 600; ++trial) {
    const Quat turn =
        trial % 3 == 1 ? Quat(Eigen::AngleAxisd(dice.within(0, 6), Vec3::UnitZ())) : dice.turn();
    const TriangleMesh mesh = convex(dice, trial);
    const Surface surface = surface_of(mesh, {Vec3::Zero(), turn});
    const Seen solid(surface, 2);
    const auto somewhere = [&] {
      const double u = dice.within(-0.2, 1.2), v = dice.within(-0.2, 1.2), z = dice.within(-0.7, 0.7);
      return Vec3(u * static_cast<double>(solid.plane.size[0]), v * static_cast<double>(solid.plane.size[1]),
                  z);
    };
    const Vec3 from = somewhere(), to = somewhere();
    double begin = 0, end = 1;
    const bool meets = clipped(solid, from, to, begin, end);
    EdgeParts parts = followed(solid, from, to, trial % 2 == 1);
    ASSERT_TRUE(parts.finish()) << trial;
    ASSERT_EQ(parts.parts().size(), meets ? 1u : 0u) << trial;
    ++(meets ? within : beside);
    if (!meets)
      continue;
    // Rounding of slopes, which are none for walls.
    EXPECT_NEAR(parts.parts()[0].begin, begin, 1e-9) << trial;
    EXPECT_NEAR(parts.parts()[0].end, end, 1e-9) << trial;
  }
  EXPECT_GT(within, 100);
  EXPECT_GT(beside, 100);
}

TEST(EdgeParts, OfAnEdgeInAFaceAreNotKnown) {
  const Surface box = surface_of(make_box({1, 1, 1}));
  const Seen solid(box, 2);
  const auto at = [&](double u, double v, double z) {
    return Vec3(u * static_cast<double>(solid.plane.size[0]), v * static_cast<double>(solid.plane.size[1]),
                z);
  };
  EXPECT_FALSE(followed(solid, at(0.2, 0.3, 0.5), at(0.8, 0.4, 0.5)).finish()) << "in the top";
  EXPECT_FALSE(followed(solid, at(1, 0.3, 0.2), at(1, 0.4, -0.2)).finish()) << "in a wall";
  EXPECT_FALSE(followed(solid, at(0.2, 0.3, 0.6), at(0.8, 0.7, 0.4)).finish())
      << "through the edge that both triangles of the top share";
}

// It leaves the top or the wall by less than rounding lets one say where.
TEST(EdgeParts, OfAnEdgeThatNearlyLiesInAFaceAreNotKnown) {
  const Surface box = surface_of(make_box({1, 1, 1}));
  const Seen solid(box, 2);
  const double u = static_cast<double>(solid.plane.size[0]), v = static_cast<double>(solid.plane.size[1]);
  for (const double below : {1e-12, 1e-9, 1e-6}) {
    EXPECT_FALSE(followed(solid, {0.2 * u, 0.3 * v, 0.5}, {0.8 * u, 0.4 * v, 0.5 - below}).finish()) << below;
    EXPECT_FALSE(followed(solid, {u, 0.3 * v, 0.2}, {u * (1 - below), 0.4 * v, -0.2}).finish()) << below;
  }
  EdgeParts clear = followed(solid, {0.2 * u, 0.3 * v, 0.5}, {0.8 * u, 0.4 * v, 0.4});
  ASSERT_TRUE(clear.finish());
  EXPECT_EQ(clear.parts().size(), 1u);
}

TEST(EdgeParts, OfAnEdgeThroughTwoSolidsAreTwo) {
  const Surface both = surface_of(together({make_box({1, 1, 1}), shifted(make_box({1, 1, 1}), {3, 0, 0})}));
  const Seen solid(both, 2);
  const auto at = [&](double x, double z) {
    return Vec3((x + 0.5) / 4 * static_cast<double>(solid.plane.size[0]),
                0.4 * static_cast<double>(solid.plane.size[1]), z);
  };
  EdgeParts parts = followed(solid, at(-1, 0.01), at(4, 0.02));
  ASSERT_TRUE(parts.finish());
  ASSERT_EQ(parts.parts().size(), 2u);
  EXPECT_NEAR(parts.parts()[0].begin, 0.1, 1e-9);
  EXPECT_NEAR(parts.parts()[0].end, 0.3, 1e-9);
  EXPECT_NEAR(parts.parts()[1].begin, 0.7, 1e-9);
  EXPECT_NEAR(parts.parts()[1].end, 0.9, 1e-9);
}

} // namespace
} // namespace lamina::test
