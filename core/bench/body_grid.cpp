#include "core/bench/body_grid.h"

#include "core/base/parallel.h"
#include "core/bench/exact_volume.h"
#include "core/bench/moved_pair.h"
#include "core/mesh/procedural.h"

#include <array>
#include <cmath>
#include <numeric>

namespace lamina::bench {

namespace {

// Half a sphere and half a cube overlap along the grid; two spheres on a diagonal, √2 spacings apart, do not.
constexpr double spacing = 0.9, sphere_radius = 0.5, cube_side = 0.9;

TriangleMesh grid_cube(std::size_t triangles) {
  TriangleMesh cube = make_box(Vec3::Constant(cube_side), triangles);
  const Eigen::AngleAxisd turn(0.1, Vec3(1, 2, 3).normalized());
  for (Vec3& p : cube.vertices)
    p = turn * p;
  return cube;
}

} // namespace

BodyGrid::BodyGrid(int bodies, std::size_t triangles_each) {
  const TimedMesh sphere = timed(make_sphere(sphere_radius, triangles_each)),
                  cube = timed(grid_cube(triangles_each));
  const auto count = static_cast<std::size_t>(bodies);
  std::size_t side = 1;
  while (side * side * side < count)
    ++side;

  surfaces_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::array<std::size_t, 3> at{i % side, i / side % side, i / (side * side)};
    const bool is_cube = (at[0] + at[1] + at[2]) % 2 == 1;
    const TimedMesh& mesh = is_cube ? cube : sphere;
    bodies_.push_back(
        {mesh.rest,
         spacing * Vec3(static_cast<double>(at[0]), static_cast<double>(at[1]), static_cast<double>(at[2])),
         !is_cube});
    surfaces_[i].triangles = mesh.triangles;
    surfaces_[i].single_positions = in_single(mesh.rest->vertices);
    surfaces_[i].meshlets = mesh.meshlets;
    surfaces_[i].balanced = true;
    pointers_.push_back(&surfaces_[i]);

    for (const auto& [axis, stride] :
         {std::pair<std::size_t, std::size_t>{0, 1}, {1, side}, {2, side * side}})
      if (at[axis] + 1 < side && i + stride < count)
        touching_.emplace_back(is_cube ? i + stride : i, is_cube ? i : i + stride);
  }
}

void BodyGrid::move(int repetition) {
  const Vec3 shift = shift_in(repetition);
  const Phases now = phases_in(repetition);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Body& body = bodies_[i];
    std::vector<Vec3f>& positions = surfaces_[i].single_positions;
    for (std::size_t k = 0; k < positions.size(); ++k) {
      const Vec3 rest = body.place + body.rest->vertices[k];
      positions[k] = (body.deforms ? waved(rest, phases_at(rest), now) : Vec3(rest + shift)).cast<float>();
    }
  }
}

void BodyGrid::refit() {
  for (Surface& surface : surfaces_)
    surface.bounds = enclose_meshlets(*surface.meshlets, surface.vertex_positions(), surface.balls);
}

double BodyGrid::exact_volume() const {
  std::vector<double> shares(touching_.size());
  parallel_for(shares.size(), 0, [&](std::size_t k) {
    shares[k] = exact_shared_volume(surfaces_[touching_[k].first], surfaces_[touching_[k].second]);
  });
  return std::accumulate(shares.begin(), shares.end(), 0.0);
}

} // namespace lamina::bench
