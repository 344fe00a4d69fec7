#include "core/contact/proximity/cloth_crossings.h"

#include "core/contact/enclosed/nearest_place.h"
#include "core/contact/proximity/features.h"
#include "core/mesh/corners.h"

#include <algorithm>
#include <span>

namespace lamina::proximity {

namespace {

/// Of an edge, at both ends: what is met there touches a triangle, or belongs to one at the same corner.
constexpr double at_the_end = 1e-9;

bool is_placed(const Surface& surface) {
  return is_sheet(surface) && surface.triangles &&
         corners_exist(*surface.triangles, surface.positions.size());
}

/// Of these edges of the sheet where it is, moved by `shift`.
std::size_t count_moved(const Surface& sheet, std::span<const Edge> edges, const Vec3& shift,
                        const Surface& other) {
  std::size_t count = 0;
  for (const Edge& edge : edges) {
    const Vec3 from = sheet.positions[edge.vertex[0]] + shift;
    const Vec3 way = sheet.positions[edge.vertex[1]] + shift - from;
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
  const Features features(*sheet.triangles, sheet.positions.size());
  const std::span<const Edge> all(features.edges()), front = all.first(all.size() / 2);
  if (&sheet == &other)
    return count_moved(sheet, front, Vec3::Zero(), other);
  // Sheets may cross where vertices of the one lie in the other. Moved a little either way they still do,
  // and what only touches is apart on one side.
  const Vec3 aside = 1e-7 * sheet.bounds.size().norm() * Vec3(0.36, 0.48, 0.8);
  return std::min(count_moved(sheet, front, aside, other), count_moved(sheet, front, -aside, other));
}

} // namespace lamina::proximity
