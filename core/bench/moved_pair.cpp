#include "core/bench/moved_pair.h"

#include "core/bench/models.h"

#include <cmath>

namespace lamina::bench {

const char* name_of(PairPose pose) {
  return pose == PairPose::deep ? "deep" : "shallow";
}

MovedPair::MovedPair(PairPose pose)
    : rest_cube_(pose == PairPose::deep ? turned_cube(0.6, 27, {0.22, 0.08, 0.40})
                                        : turned_cube(1.5, 1.5, {0.013, -0.021, -0.65})),
      bunny_(surface_of(bench::bunny())), cube_(surface_of(rest_cube_)) {
  static const auto blocks = std::make_shared<const TriangleBlocks>(bench::bunny());
  bunny_.blocks = blocks;
  bunny_.balanced = cube_.balanced = true;
}

void MovedPair::move(int repetition) {
  const double r = repetition;
  const TriangleMesh& rest = bench::bunny();
  for (std::size_t i = 0; i < bunny_.positions.size(); ++i) {
    const Vec3& p = rest.vertices[i];
    bunny_.positions[i] = p + 0.002 * Vec3(std::sin(9 * p.y() + 0.37 * r), std::sin(8 * p.z() + 0.48 * r),
                                           std::sin(7 * p.x() + 0.26 * r));
  }
  const Vec3 shift = 0.003 * Vec3(std::sin(0.7 * r), std::sin(0.7 * r + 1), std::sin(0.7 * r + 2));
  for (std::size_t i = 0; i < rest_cube_.vertices.size(); ++i)
    cube_.positions[i] = rest_cube_.vertices[i] + shift;
}

void MovedPair::refit() {
  bunny_.bounds = enclose_blocks(*bunny_.blocks, bunny_.positions, bunny_.balls);
  cube_.bounds = {};
  for (const Vec3& p : cube_.positions)
    cube_.bounds.include(p);
}

} // namespace lamina::bench
