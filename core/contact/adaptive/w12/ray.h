#pragma once

#include "core/contact/adaptive/tile.h"
#include "core/contact/adaptive/w12/edge_error.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::adaptive::w12 {

/// The ray in the middle of a tile, and what it tells of transient edges: lines over the tile where faces of
/// both bodies cross (W12, section 5). Memory is reused.
class Ray {
public:
  struct Hit {
    double z;  ///< m
    int turns; ///< what the winding number of the body changes by
    std::uint32_t face;
    std::uint8_t body;
  };

  /// False if a surface that is not closed leaves the length unknown.
  bool cast(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane, const Tile& tile,
            const std::array<std::span<const std::uint32_t>, 2>& faces);
  /// m, within both bodies.
  double length() const { return length_; }
  const std::vector<Hit>& hits() const { return hits_; }

  /// Bodies that a ray was within twice, since these were begun.
  const std::array<bool, 2>& seen_twice() const { return seen_twice_; }
  void begin() { seen_twice_ = {}; }

private:
  std::vector<Hit> hits_;
  double length_ = 0;
  std::array<bool, 2> seen_twice_{};
};

/// By how much transient edges may change the volume over a tile, m·units², as rays see them: where the plane
/// of a hit comes within z₀ + z₁ r of that of another body's, r from 0 in the middle of the tile to 1 at its
/// corners (W12, Fig. 7). `edges`: of the tile.
double transient_by_hits(std::span<const Ray::Hit> hits, const std::array<const ViewSurface*, 2>& bodies,
                         const Tile& tile, const ErrorSums& edges);

/// The same, from all pairs of faces over the tile: no less than it is. Infinite if they are too many.
double transient_by_faces(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane,
                          const Tile& tile, const Vec2& finest,
                          const std::array<std::span<const std::uint32_t>, 2>& faces);

} // namespace lamina::adaptive::w12
