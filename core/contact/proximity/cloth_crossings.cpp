#include "core/contact/proximity/cloth_crossings.h"

#include "core/contact/enclosed/nearest_place.h"
#include "core/mesh/corners.h"

#include <algorithm>
#include <array>
#include <vector>

namespace lamina::proximity {

namespace {

/// Of an edge, at both ends: what is met there touches a triangle, or belongs to one at the same corner.
constexpr double at_the_end = 1e-9;

bool is_placed(const Surface& surface) {
  return is_sheet(surface) && surface.triangles &&
         corners_exist(*surface.triangles, surface.positions.size());
}

/// Of the front, each once.
std::vector<std::array<std::uint32_t, 2>> edges_of(const Surface& sheet) {
  std::vector<std::array<std::uint32_t, 2>> edges;
  for (std::size_t t = 0; t < sheet.triangles->size() / 2; ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t one = (*sheet.triangles)[t][k], two = (*sheet.triangles)[t][(k + 1) % 3];
      edges.push_back({std::min(one, two), std::max(one, two)});
    }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

/// Of the sheet where it is, moved by `shift`.
std::size_t count_moved(const Surface& sheet, const Vec3& shift, const Surface& other) {
  std::size_t count = 0;
  for (const auto& [one, two] : edges_of(sheet)) {
    const Vec3 from = sheet.positions[one] + shift;
    const Vec3 way = sheet.positions[two] + shift - from;
    const double length = way.norm();
    if (!(length > 0) || !way.allFinite())
      continue;
    bvh::Ray ray{from, way / length};
    ray.after = at_the_end * length;
    ray.before = (1 - at_the_end) * length;
    count += enclosed::first_hit({other}, ray).exists();
  }
  return count;
}

} // namespace

std::size_t count_crossings(const Surface& sheet, const Surface& other) {
  if (!is_placed(sheet) || !is_placed(other))
    return 0;
  if (&sheet == &other)
    return count_moved(sheet, Vec3::Zero(), other);
  // Sheets may cross where vertices of the one lie in the other. Moved a little either way they still do,
  // and what only touches is apart on one side.
  const Vec3 aside = 1e-7 * sheet.bounds.size().norm() * Vec3(0.36, 0.48, 0.8);
  return std::min(count_moved(sheet, aside, other), count_moved(sheet, -aside, other));
}

} // namespace lamina::proximity
