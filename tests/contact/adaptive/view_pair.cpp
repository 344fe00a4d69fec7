#include "tests/contact/adaptive/view_pair.h"

#include "core/mesh/procedural.h"

#include <cmath>

namespace lamina::test {

ViewPair::ViewPair(const Surface& a, const Surface& b, int direction)
    : parts_{adaptive::whole_surface(a), adaptive::whole_surface(b)},
      plane_(adaptive::plane_over(a.bounds.intersection(b.bounds), {}, direction, 2)) {
  for (std::size_t body = 0; body < 2; ++body)
    adaptive::view(parts_[body], plane_, seen_[body]);
}

Surface in_small_meshlets(const TriangleMesh& mesh, bool balanced) {
  Surface surface = surface_of(mesh);
  auto meshlets = std::make_shared<const Meshlets>(*surface.triangles, surface.vertex_positions(), 8);
  surface.bounds = enclose_meshlets(*meshlets, surface.vertex_positions(), surface.balls);
  surface.meshlets = std::move(meshlets);
  surface.balanced = balanced;
  return surface;
}

namespace {

TriangleMesh random_solid(Dice& dice) {
  const auto size = [&] { return dice.within(0.2, 1); };
  switch (static_cast<int>(dice.within(0, 7))) {
  case 0:
    return make_sphere(size() / 2, 320);
  case 1:
    return make_cylinder(size() / 2, size(), 64);
  case 2:
    return make_torus(0.3 * size() + 0.1, 0.09, 200);
  case 3:
    return make_blob({size(), size(), size()}, 0.04, 8, static_cast<std::uint64_t>(dice.within(0, 1000)),
                     320);
  case 4:
    return make_box({size(), 0.02, size()}); // a plate
  case 5:
    return make_top(size() / 2, size(), 0.1, 60); // a cone with a stem
  default:
    return make_box({size(), size(), size()});
  }
}

} // namespace

TriangleMesh random_solid_somewhere(Dice& dice) {
  TriangleMesh mesh = random_solid(dice);
  const Vec3 position = dice.vector(0.4);
  return placed(std::move(mesh), {position, dice.within(0, 6) < 1 ? Quat::Identity() : dice.turn()});
}

BumpUnderACube::BumpUnderACube() : cube(surface_of(box_between({-0.5, 0.5, -0.5}, {0.5, 1, 0.5}))) {
  const double side = 0.004, height = 0.001, top = height - 0.0001;
  const TriangleMesh bump = shifted(
      TriangleMesh{"",
                   {{0, 0, 0}, {side, 0, 0}, {side, 0, side}, {0, 0, side}, {side / 2, height, side / 2}},
                   {{0, 1, 2}, {0, 2, 3}, {1, 0, 4}, {2, 1, 4}, {3, 2, 4}, {0, 3, 4}}},
      {0.3017, 0.4999, 0.2013});
  ground = surface_of(together({box_between({-1, -1, -1}, {1, 0.4, 1}), bump}));
  overlap = side * side * height / 3 * std::pow(top / height, 3);
}

} // namespace lamina::test
