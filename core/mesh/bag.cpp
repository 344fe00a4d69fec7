#include "core/mesh/procedural.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamina {

TriangleMesh make_bag(double radius, double depth, std::size_t triangles) {
  // An arc of 80 degrees of a circle, stretched to the size wanted: the wall never leans outwards, so that
  // what a sheet is thickened by lies outside all around.
  constexpr double end = 80 * std::numbers::pi / 180;
  // Around the rim there are four times as many edges as down the wall, two triangles a patch.
  const auto rings =
      static_cast<std::uint32_t>(std::max(2.0, std::round(std::sqrt(static_cast<double>(triangles) / 8))));
  const std::uint32_t around = 4 * rings;
  TriangleMesh mesh;
  mesh.name = "bag";
  mesh.vertices.emplace_back(0, 0, 0);
  for (std::uint32_t i = 1; i <= rings; ++i) {
    const double arc = end * i / rings;
    const double r = radius * std::sin(arc) / std::sin(end);
    const double height = depth * (1 - std::cos(arc)) / (1 - std::cos(end));
    for (std::uint32_t j = 0; j < around; ++j) {
      const double angle = 2 * std::numbers::pi * j / around;
      mesh.vertices.emplace_back(r * std::cos(angle), height, r * std::sin(angle));
    }
  }
  for (std::uint32_t j = 0; j < around; ++j) {
    const std::uint32_t next = (j + 1) % around;
    mesh.triangles.push_back({0, 1 + next, 1 + j});
    for (std::uint32_t i = 1; i < rings; ++i) {
      const std::uint32_t low = 1 + (i - 1) * around, high = low + around;
      mesh.triangles.push_back({low + j, low + next, high + next});
      mesh.triangles.push_back({low + j, high + next, high + j});
    }
  }
  return mesh;
}

} // namespace lamina
