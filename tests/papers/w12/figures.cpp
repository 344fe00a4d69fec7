#include "tests/papers/w12/figures.h"

#include "core/contact/adaptive/bounded_volume.h"
#include "core/mesh/mass_properties.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"
#include "tests/papers/w12/tiles.h"

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

namespace lamina::papers::w12 {

namespace {

using adaptive::w12::RayTilesOptions;

const char* on_off(bool on) {
  return on ? "on" : "off";
}

/// Eight faces about the origin, with tips at so many metres.
TriangleMesh make_diamond(double reach) {
  TriangleMesh mesh;
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {-reach, reach})
      mesh.vertices.push_back(side * Vec3::Unit(axis));
  for (std::uint32_t octant = 0; octant < 8; ++octant) {
    const std::uint32_t x = octant & 1, y = 2 + (octant >> 1 & 1), z = 4 + (octant >> 2 & 1);
    const bool even = ((octant & 1) + (octant >> 1 & 1) + (octant >> 2 & 1)) % 2 == 1;
    mesh.triangles.push_back(even ? Triangle{x, y, z} : Triangle{x, z, y});
  }
  return mesh;
}

/// A prism along z over a plus sign: two bars of this length and width, so deep.
TriangleMesh make_cross(double length, double width, double depth) {
  const double l = length / 2, w = width / 2;
  const std::array<std::pair<double, double>, 12> outline{{{w, w},
                                                           {w, l},
                                                           {-w, l},
                                                           {-w, w},
                                                           {-l, w},
                                                           {-l, -w},
                                                           {-w, -w},
                                                           {-w, -l},
                                                           {w, -l},
                                                           {w, -w},
                                                           {l, -w},
                                                           {l, w}}};
  TriangleMesh mesh;
  for (const double z : {-depth / 2, depth / 2})
    for (const auto& [x, y] : outline)
      mesh.vertices.push_back({x, y, z});
  const auto quad = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
  };
  for (std::uint32_t k = 0; k < 12; ++k) {
    const std::uint32_t next = (k + 1) % 12;
    quad(k, next, 12 + next, 12 + k);
  }
  // The middle and the four arms, below and above.
  const std::array<std::array<std::uint32_t, 4>, 5> parts{
      {{0, 3, 6, 9}, {0, 1, 2, 3}, {3, 4, 5, 6}, {6, 7, 8, 9}, {9, 10, 11, 0}}};
  for (const auto& part : parts) {
    quad(12 + part[0], 12 + part[1], 12 + part[2], 12 + part[3]);
    quad(part[3], part[2], part[1], part[0]);
  }
  return mesh;
}

} // namespace

Table cylinder() {
  Table table{
      "W12-fig6", {"axis", "coarsening", "rays_x", "rays_y", "rays_z", "rays", "error_over_tolerance"}, {}};
  const TriangleMesh upright = make_cylinder(0.3, 1, 512);
  const double exact = mass_properties(upright).volume, tolerance = 0.5 * exact;
  const std::array<std::pair<const char*, TriangleMesh>, 3> poses{
      {{"along y", upright},
       {"45 degrees", turned(upright, Vec3::UnitX(), 45)},
       {"along 1 1 1", turned(upright, Vec3(1, 0, -1).normalized(),
                              std::acos(1 / std::sqrt(3.0)) * 180 / std::numbers::pi)}}};
  for (const auto& [name, mesh] : poses)
    for (const bool coarsen : {false, true}) {
      std::array<double, 3> rays{};
      double worst = 0;
      for (int direction = 0; direction < 3; ++direction) {
        const Found found =
            cast(mesh, around(), direction, {{32, coarsen, true}, tolerance, 4'000'000, false, 0.1});
        rays[static_cast<std::size_t>(direction)] = number(found.rays);
        worst = std::max(worst, std::abs(found.volume - exact) / tolerance);
      }
      table.rows.push_back({std::string(name), std::string(on_off(coarsen)), rays[0], rays[1], rays[2],
                            rays[0] + rays[1] + rays[2], worst});
    }
  return table;
}

std::vector<Table> diamond() {
  Table summary{"W12-fig8", {"transient_edges", "rays", "error", "printed_over_volume"}, {}};
  std::vector<Table> tables;
  const TriangleMesh cube = make_box({1, 1, 1}),
                     stone = test::shifted(turned(make_diamond(0.6), Vec3(1, 2, 3).normalized(), 25),
                                           {0.1, 0.5, 0.05});
  const double exact =
      adaptive::bounded_volume(test::surface_of(cube), test::surface_of(stone), {1e-5, true, 1 << 20}).volume;
  for (const bool transient : {false, true}) {
    const Found found = cast(cube, stone, 1, {{32, true, transient}, 0.3 * exact, 100'000, true, 0});
    summary.rows.push_back({std::string(on_off(transient)), number(found.rays), found.volume / exact - 1,
                            found.printed / exact});
    Table rays{std::string("W12-fig8-rays-") + on_off(transient),
               {"u_m", "v_m", "width_m", "height_m", "length_m"},
               {}};
    for (const CastTile& tile : found.tiles)
      rays.rows.push_back({tile.u, tile.v, tile.width, tile.height, tile.length});
    tables.push_back(std::move(rays));
  }
  tables.push_back(std::move(summary));
  return tables;
}

Table precision() {
  Table table{"W12-fig9a", {"body", "desired", "printed", "bound", "achieved", "rays"}, {}};
  const std::array<std::pair<const char*, TriangleMesh>, 3> bodies{
      {{"cube", make_box({1, 1, 1})},
       {"cone", make_top(0.1, 1, 0.01, 400)},
       {"blob", make_blob({1, 0.8, 0.9}, 0.05, 12, 5, 5120)}}};
  for (const auto& [name, mesh] : bodies)
    for (const double desired : {4.0, 2.0, 1.0, 0.5, 0.25, 0.125, 0.0625, 0.03125}) {
      const double exact = mass_properties(mesh).volume;
      const Found found = cast(mesh, around(), 1, {{32, true, true}, desired * exact, 4'000'000, false, 0.1});
      // Where tiles do not do, the figure has no point.
      if (found.printed > 1.01 * desired * exact)
        break;
      table.rows.push_back({std::string(name), desired, found.printed / exact, found.bound / exact,
                            std::abs(found.volume / exact - 1), number(found.rays)});
    }
  return table;
}

Table resolutions() {
  Table table{"W12-fig9b", {"coarsening", "resolution", "rays", "printed", "achieved"}, {}};
  const TriangleMesh mesh = make_blob({1, 0.8, 0.9}, 0.05, 12, 5, 5120);
  const double exact = mass_properties(mesh).volume;
  for (const bool coarsen : {false, true})
    for (const int resolution : {1, 2, 4, 8, 16, 32, 64, 128, 256, 512}) {
      const Found found =
          cast(mesh, around(), 1, {{resolution, coarsen, true}, 0.25 * exact, 4'000'000, false, 0.1});
      table.rows.push_back({std::string(on_off(coarsen)), static_cast<double>(resolution), number(found.rays),
                            found.printed / exact, std::abs(found.volume / exact - 1)});
    }
  return table;
}

Table turned_against_a_box() {
  Table table{"W12-fig10",
              {"body", "transient_edges", "angle_degrees", "error_over_block", "rays", "printed_over_block"},
              {}};
  const TriangleMesh fixed = make_box({2, 1, 1});
  const std::array<std::pair<const char*, TriangleMesh>, 2> bodies{
      {{"block", make_box({1, 0.6, 0.8})}, {"cross", make_cross(1, 0.25, 0.8)}}};
  for (const auto& [name, mesh] : bodies)
    for (int angle = 2; angle < 90; angle += 4) {
      const TriangleMesh body = test::shifted(turned(mesh, Vec3::UnitZ(), angle), {0.13, 0.71, 0.03});
      const double block = mass_properties(mesh).volume,
                   exact = adaptive::bounded_volume(test::surface_of(fixed), test::surface_of(body), {1e-5})
                               .volume;
      for (const bool transient : {false, true}) {
        const Found found = cast(fixed, body, 1, {{8, true, transient}, 0.1 * block, 400'000, false, 0});
        table.rows.push_back({std::string(name), std::string(on_off(transient)), static_cast<double>(angle),
                              (found.volume - exact) / block, number(found.rays), found.printed / block});
      }
    }
  return table;
}

Table tessellations() {
  Table table{"W12-tess", {"shape", "triangles", "rays", "printed", "achieved"}, {}};
  for (const std::size_t triangles : {80u, 320u, 1280u, 5120u, 20480u}) {
    const std::array<std::pair<const char*, TriangleMesh>, 4> bodies{
        {{"sphere", make_sphere(0.5, triangles)},
         {"torus", make_torus(0.4, 0.15, triangles)},
         {"turned cylinder", turned(make_cylinder(0.3, 1, triangles), Vec3(1, 2, 3).normalized(), 50)},
         {"turned cube", turned(make_box({1, 1, 1}, triangles), Vec3(1, 2, 3).normalized(), 50)}}};
    for (const auto& [name, mesh] : bodies) {
      const double exact = mass_properties(mesh).volume;
      const Found found = cast(mesh, around(), 1, {{32, true, true}, 0.5 * exact, 4'000'000, false, 0.1});
      table.rows.push_back({std::string(name), number(mesh.triangles.size()), number(found.rays),
                            found.printed / exact, std::abs(found.volume / exact - 1)});
    }
  }
  return table;
}

} // namespace lamina::papers::w12
