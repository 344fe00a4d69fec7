#pragma once

#include "core/mesh/mesh.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lamina {

/// Closed procedural meshes about the origin, faces outwards, y up, metres. Each takes the number of
/// triangles wanted and returns the nearest count that its pattern allows, at least its coarsest form.
TriangleMesh make_box(const Vec3& size, std::size_t triangles = 12);
TriangleMesh make_sphere(double radius,
                         std::size_t triangles = 1280); ///< subdivided icosahedron pattern, any frequency
TriangleMesh make_torus(double radius, double tube_radius,
                        std::size_t triangles = 1600); ///< around the y axis
/// A bowl open upwards: part of a spherical shell of the given outer radius, height and wall thickness, with
/// a flat rim. Its lowest point is the origin. thickness < radius, thickness < height < 2 radius − thickness.
TriangleMesh make_bowl(double radius, double height, double thickness, std::size_t triangles = 4000);
/// A spur gear around the y axis with involute teeth between root and outer radius, and a bore. Angle 0, the
/// x axis, is in the middle of a gap. Pitch radii are 4/9 of a tooth below the tips:
/// two gears with teeth of one size mesh where their axes are the sum of these apart.
TriangleMesh make_gear(double outer_radius, double root_radius, double bore_radius, double thickness,
                       int teeth, std::size_t triangles = 2000);
/// An open square sheet in the plane y = 0, facing up, to be loaded one-sided.
TriangleMesh make_ground(double size, std::size_t triangles = 2);
/// An open bag, a sheet that faces up and inwards, to be loaded one-sided; its lowest point is the origin,
/// its rim a circle in the plane y = depth.
TriangleMesh make_bag(double radius, double depth, std::size_t triangles = 800);
/// A capped cylinder around the y axis, and a spinning top. The top is a cone of the given radius and height
/// that stands on its tip at the origin. Above it is a stem of the given length and an eighth of the radius.
TriangleMesh make_cylinder(double radius, double height, std::size_t triangles = 256);
TriangleMesh make_top(double radius, double height, double stem, std::size_t triangles = 1200);
/// A table: a rectangular top on four legs, one closed surface (for the scene `table-legs`).
TriangleMesh make_table(const Vec3& size, double top_thickness, double leg_width,
                        std::size_t triangles = 500);
/// A stand-in for organs and scans: an ellipsoid of the given extents under `bumps` smooth hills and hollows.
/// The seed scatters them, and each is at most `bump` metres high on its shortest half axis. Star-shaped, so
/// that it never meets itself; bump < half of the shortest extent.
TriangleMesh make_blob(const Vec3& size, double bump, int bumps, std::uint64_t seed,
                       std::size_t triangles = 1280);

/// A stone of a round arch around the z axis, its middle upwards: a half circle has room for `stones` of
/// them. The centre of the arch is the origin. inner_radius < outer_radius; depth is along z.
TriangleMesh make_wedge(double inner_radius, double outer_radius, double depth, int stones,
                        std::size_t triangles = 12);
/// A box with its centre at the origin, and a ridge along z across the middle of its top: a triangle in
/// section. ridge_width < size.x, along x.
TriangleMesh make_ridge(const Vec3& size, double ridge_width, double ridge_height,
                        std::size_t triangles = 28);
/// A wheel around the y axis with so many sides, its corners at `radius`. Sides are arcs whose middle stands
/// out by `bulge` (m), and are hollow where it is negative. −apothem/2 < bulge ≤ radius − apothem, which is a
/// round wheel; the apothem is radius · cos(π/sides).
TriangleMesh make_wheel(double radius, int sides, double bulge, double thickness,
                        std::size_t triangles = 2000);

/// A right-handed thread around the y axis, a trapezium in section. A crest crosses the positive x axis at
/// y = 0. A turn leads starts · pitch along the axis. depth · thread_flank_slope < pitch/2.
struct ScrewThread {
  double radius;  ///< at the crests, m
  double pitch;   ///< from crest to crest along the axis, m
  double depth;   ///< from crests to roots, less than radius, m
  int starts = 1; ///< threads side by side
};
/// Way along the axis over way along the radius of a flank: 15°, as in trapezoidal threads of ISO 2904.
inline constexpr double thread_flank_slope = 0.2679491924311227;
/// A threaded rod with flat ends, its centre at the origin.
TriangleMesh make_screw(const ScrewThread& thread, double height, std::size_t triangles = 6000);
/// A hexagonal nut for this thread, with a gap of `clearance` (m) along the axis and the radius on all sides
/// while it stands at the screw's origin. outer_radius is that of the corners.
TriangleMesh make_nut(const ScrewThread& thread, double clearance, double outer_radius, double height,
                      std::size_t triangles = 4000);

/// A recipe as scene files state it: a shape name and named parameters in metres or counts.
struct Recipe {
  std::string shape; ///< box, sphere, torus, bowl, gear, ground, sheet, cylinder, top, table, octopus, blob,
                     ///< bag, wedge, ridge, wheel, screw or nut
  std::map<std::string, double> numbers;
};

/// One parameter of a shape, for the scene schema, error messages and the documentation.
struct RecipeParameter {
  std::string name;
  std::string unit; ///< "m" or "" for counts
  double initial, minimum, maximum;
  std::string sentence;
};
struct RecipeShape {
  std::string shape;
  std::string sentence;
  std::vector<RecipeParameter> parameters;
};
const std::vector<RecipeShape>& recipe_shapes();

/// Makes the mesh of a recipe; parameters left out take their initial value.
/// Throws InputError for an unknown shape or parameter (naming the nearest known one) or a value out of
/// range.
TriangleMesh make_mesh(const Recipe& recipe);

struct Rig;

/// The bones that belong to the mesh of a recipe, vertex by vertex; null for a shape that has none. Throws as
/// make_mesh does.
std::shared_ptr<const Rig> make_rig(const Recipe& recipe);

} // namespace lamina
