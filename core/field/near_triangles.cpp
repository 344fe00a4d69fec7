#include "core/field/simd/near_triangles.h"
#include "core/bvh/median_builder.h"

#include <cmath>

namespace lamina::field {

namespace {

std::array<float, 3> in_single(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

NearTriangle near_triangle(const std::array<Vec3, 3>& p) {
  NearTriangle triangle{};
  const Vec3 twice_area = (p[1] - p[0]).cross(p[2] - p[0]);
  const double length = twice_area.norm();
  const Vec3 normal = length > 0 ? Vec3(twice_area / length) : Vec3(Vec3::Zero());
  triangle.normal = in_single(normal);
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 side = p[(k + 1) % 3] - p[k];
    const double square = side.squaredNorm();
    triangle.corner[k] = in_single(p[k]);
    triangle.side[k] = in_single(side);
    triangle.outwards[k] = in_single(side.cross(normal));
    const auto per_square = static_cast<float>(1 / square);
    triangle.per_square[k] = std::isfinite(per_square) ? per_square : 0;
  }
  return triangle;
}

} // namespace

NearTriangles::NearTriangles(std::span<const Triangle> triangles, std::span<const Vec3> positions) {
  std::vector<Triangle> whole;
  for (const Triangle& t : triangles)
    if (positions[t[0]].allFinite() && positions[t[1]].allFinite() && positions[t[2]].allFinite())
      whole.push_back(t);
  std::vector<bvh::CentredItem> items = bvh::triangle_items(whole, positions);
  bvh::build_by_median<children>(items, nodes_);
  triangles_.reserve(whole.size());
  for (const Triangle& t : whole)
    triangles_.push_back(near_triangle({positions[t[0]], positions[t[1]], positions[t[2]]}));
  bvh::refit_nodes<children>(nodes_, [&](std::uint32_t n, int slot) {
    Box box;
    for (const std::uint32_t corner : whole[nodes_[n].item(slot)])
      box.include(positions[corner]);
    return bvh::rounded_outwards(box);
  });
}

} // namespace lamina::field
