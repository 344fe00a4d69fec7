#include "tests/papers/w12/tiles.h"

#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"
#include "tests/papers/bodies.h"

#include <array>

namespace lamina::papers::w12 {

Found cast(const TriangleMesh& a, const TriangleMesh& b, int direction, const Ask& ask) {
  const Surface of_a = test::surface_of(a), of_b = test::surface_of(b);
  const std::array<adaptive::SurfacePart, 2> parts{adaptive::whole_surface(of_a),
                                                   adaptive::whole_surface(of_b)};
  Box box = of_a.bounds.intersection(of_b.bounds);
  const Vec3 margin = ask.margin * box.size();
  box.min -= margin;
  // Not the same on both sides, so that nothing lies in the middle by chance.
  box.max += 1.37 * margin;
  const adaptive::ViewPlane plane =
      adaptive::plane_over(box, {}, direction, adaptive::farthest_of(of_a, of_b));
  std::array<adaptive::ViewSurface, 2> seen;
  for (std::size_t body = 0; body < 2; ++body)
    adaptive::view(parts[body], plane, seen[body]);

  adaptive::w12::RayTiles tiles;
  tiles.begin({&seen[0], &seen[1]}, plane, ask.options);
  const adaptive::ViewVolume of = tiles.refine({ask.tolerance, false, ask.most_rays});
  Found found{of.tiles, of.volume, tiles.printed_error(), of.bound, {}};
  if (ask.list)
    tiles.for_each_leaf([&](const adaptive::TileTree::Leaf& leaf, const adaptive::TileWork::Faces&) {
      const std::array<double, 2> middle = leaf.tile.middle();
      found.tiles.push_back({plane.unit * middle[0], plane.unit * middle[1], plane.unit * leaf.tile.width(),
                             plane.unit * leaf.tile.height(), leaf.volume.volume / leaf.tile.area()});
    });
  return found;
}

TriangleMesh around() {
  return make_box({200, 200, 200});
}

TriangleMesh turned(TriangleMesh mesh, const Vec3& axis, double degrees) {
  return test::placed(std::move(mesh), {Vec3::Zero(), turn(axis, degrees)});
}

} // namespace lamina::papers::w12
