#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/prepare.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lamina {
namespace {

using test::detect;
using test::Dice;
using test::surface_of;

/// A wide ground, closed by a skirt.
Surface ground() {
  const PreparedMesh prepared = prepare_mesh(make_ground(100), Sidedness::one_sided, 10);
  return surface_of(prepared.mesh);
}

// What lies beyond a region decides nothing: leaving it out of balanced surfaces changes neither volume nor
// contacts. An interval that is a sliver outside the region, where snapping moved a wall across a column, may
// go: its share of all pixel pairs is far below one in a hundred.
TEST(Culling, OfBalancedSurfacesKeepsVolumeAndPixels) {
  Dice dice(11);
  const TriangleMesh shapes[] = {make_sphere(0.5, 500), make_torus(0.4, 0.15, 800),
                                 make_box({0.8, 0.6, 0.7}, 48), make_gear(0.5, 0.4, 0.15, 0.3, 9, 700)};
  int touching = 0;
  for (int trial = 0; trial < 60; ++trial) {
    Surface a = surface_of(shapes[trial % 4], {dice.vector(0.2), dice.turn()});
    Surface b = surface_of(shapes[(trial / 4) % 4], {Vec3(0.6, 0, 0) + dice.vector(0.2), dice.turn()});
    for (const ResolutionMode mode : {ResolutionMode::pixels_across, ResolutionMode::pixel_size}) {
      Settings settings = test::whole_pair(24);
      settings.contact.ldi.resolution_mode = mode;
      settings.contact.ldi.pixel_size = 0.02;
      a.balanced = b.balanced = false;
      const PairContacts all = detect(a, b, settings);
      a.balanced = b.balanced = true;
      const PairContacts culled = detect(a, b, settings);
      touching += images_of(all).volume > 0;
      EXPECT_NEAR(images_of(culled).volume, images_of(all).volume, 1e-9 + 1e-3 * images_of(all).volume)
          << "trial " << trial;
      EXPECT_NEAR(static_cast<double>(images_of(culled).pixels.size()),
                  static_cast<double>(images_of(all).pixels.size()),
                  1 + 0.01 * static_cast<double>(images_of(all).pixels.size()));
      EXPECT_LE(images_of(culled).fragments, images_of(all).fragments);
      EXPECT_TRUE(images_of(culled).dropped.empty());
    }
  }
  EXPECT_GT(touching, 60) << "most trials should overlap";
}

// The longest side of the region changes while it shrinks; the ground must stay below the box all the same.
TEST(Region, KeepsTheGroundUnderABoxThatIsTiltedByAHair) {
  const Surface floor = ground();
  for (const double tilt : {0.0, 1e-4, 2e-3, 0.02})
    for (const double turn : {0.0, 0.3}) {
      const Quat attitude =
          Quat(Eigen::AngleAxisd(turn, Vec3::UnitY())) * Quat(Eigen::AngleAxisd(tilt, Vec3::UnitX()));
      const Surface box = surface_of(make_box({0.1, 0.1, 0.1}), {{0.013, 0.0499, -0.021}, attitude});
      EXPECT_GT(images_of(detect(floor, box, test::whole_pair(16))).volume, 0)
          << "tilt " << tilt << ", turn " << turn;
    }
}

// A wide floor that is out of line by a hair must not make the region along the box's own axes look thick.
TEST(Region, AlongABoxsOwnAxesIsItsFootprint) {
  const Surface floor = ground();
  const Quat attitude =
      Quat(Eigen::AngleAxisd(0.3, Vec3::UnitY())) * Quat(Eigen::AngleAxisd(1e-6, Vec3::UnitX()));
  const Surface box = surface_of(make_box({0.1, 0.1, 0.1}), {{0, 0.0499, 0}, attitude});
  Vec3 size = detect(floor, box, test::whole_pair(16)).region.size;
  std::sort(size.data(), size.data() + 3);
  EXPECT_NEAR(size[1], 0.1, 1e-6);
  EXPECT_NEAR(size[2], 0.1, 1e-6);
}

} // namespace
} // namespace lamina
