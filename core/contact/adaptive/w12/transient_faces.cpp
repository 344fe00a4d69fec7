#include "core/contact/adaptive/crossing_line.h"
#include "core/contact/adaptive/w12/ray.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamina::adaptive::w12 {

namespace {

/// More pairs of faces to look at than this, or more of them that may cross: it is not known.
constexpr std::size_t most_pairs_to_look_at = std::size_t{1} << 16, most_crossing_pairs = 500;

/// A face as far as it lies over a tile.
struct FaceWithin {
  const Face* face;
  DepthRange range;
  FlatBox box; ///< about the middle
};

std::vector<FaceWithin> faces_within(const ViewSurface& body, const Tile& tile, const Vec2& middle,
                                     const Vec2& half, std::span<const std::uint32_t> faces) {
  std::vector<FaceWithin> within;
  for (const std::uint32_t index : faces) {
    const Face& face = body.faces[index];
    within.push_back({&face,
                      range_within(face, TileBorders(tile)),
                      {(Vec2(face.low_u, face.low_v) - middle).cwiseMax(-half),
                       (Vec2(face.high_u, face.high_v) - middle).cwiseMin(half)}});
  }
  return within;
}

/// Leaves out what lies at depths where the other body has no face, or without the region.
void keep_near(std::vector<FaceWithin>& faces, const std::vector<FaceWithin>& others,
               const ViewPlane& plane) {
  DepthRange all{plane.high, plane.low};
  for (const FaceWithin& other : others) {
    all.low = std::min(all.low, other.range.low);
    all.high = std::max(all.high, other.range.high);
  }
  all.low = std::max(all.low, plane.low);
  all.high = std::min(all.high, plane.high);
  std::erase_if(
      faces, [&](const FaceWithin& face) { return face.range.low > all.high || face.range.high < all.low; });
}

} // namespace

double transient_by_faces(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane,
                          const Tile& tile, const Vec2& finest,
                          const std::array<std::span<const std::uint32_t>, 2>& faces) {
  const Vec2 middle(tile.middle()[0], tile.middle()[1]), half = 0.5 * Vec2(tile.width(), tile.height());
  std::array<std::vector<FaceWithin>, 2> within;
  for (std::size_t body = 0; body < 2; ++body)
    within[body] = faces_within(*bodies[body], tile, middle, half, faces[body]);
  keep_near(within[0], within[1], plane);
  keep_near(within[1], within[0], plane);
  if (within[0].size() * within[1].size() > most_pairs_to_look_at)
    return std::numeric_limits<double>::infinity();

  double sum = 0;
  std::size_t crossing = 0;
  for (const FaceWithin& a : within[0])
    for (const FaceWithin& b : within[1]) {
      if (a.range.low > b.range.high || b.range.low > a.range.high ||
          (a.box.low.array() > b.box.high.array()).any() || (b.box.low.array() > a.box.high.array()).any())
        continue;
      const bool a_level = counts_by_depth(*a.face, plane, finest),
                 b_level = counts_by_depth(*b.face, plane, finest);
      if (a_level && b_level)
        continue;
      if (++crossing > most_crossing_pairs)
        return std::numeric_limits<double>::infinity();
      Vec2 p, q;
      if (!crossing_line({a.face, b.face}, {a.box, b.box}, middle, half, p, q))
        continue;
      const Vec2 kink = (a_level ? Vec2(Vec2::Zero()) : Vec2(a.face->slope())) -
                        (b_level ? Vec2(Vec2::Zero()) : Vec2(b.face->slope()));
      const Shadow shadow = shadow_of(p, q, half);
      sum += kink.norm() * (a_level || b_level ? shadow.reach() : shadow.distance);
    }
  return sum;
}

} // namespace lamina::adaptive::w12
