#pragma once

#include "core/contact/proximity/feature_pairs.h"

#include <array>
#include <optional>
#include <span>

namespace lamina::proximity {

// A step may carry a vertex through a face, or an edge through an edge, so that both look apart again:
//
//      ● before (time 0)
//      │
//   ═══╪═══════  face: four points lie in one plane when they meet
//      ▼
//      ● now (time 1)

/// Four points, each at its own constant velocity from where it was (time 0) to where it is (time 1).
struct MovingPoints {
  std::array<Vec3, 4> before, now;
  std::array<Vec3, 4> at(double time) const;
};

/// Whether the first `count` points (2 or 3) certainly stay apart from the others along an axis for the whole
/// step. How far two points lie apart along it is linear in time, so that both ends tell. What falls together
/// stays apart, however far it falls.
bool stay_apart(const MovingPoints& points, std::size_t count);

/// Writes the times from 0 to 1 at which the four points lie in one plane, ascending, and returns how many
/// there are. They are the roots of a cubic (Bridson, Fedkiw and Anderson 2002). Each is searched between two
/// extremes, where the cubic is monotonic. So rounding loses no root but pairs that nearly touch zero. Points
/// that stay in one plane have none.
int coplanar_times(const MovingPoints& points, std::array<double, 3>& times);

/// A vertex that went through a triangle from the front since the last step and is still behind or in it.
/// The normal is that of the triangle at the time of crossing. The distance is how far the vertex is now
/// behind the point where it came through. `time` says when. `before` holds the positions of the last step.
std::optional<FeaturePair> vertex_through_face(const PlacedFeatures& of_vertex,
                                               std::span<const Vec3> before_v, std::uint32_t vertex,
                                               const PlacedFeatures& of_face, std::span<const Vec3> before_f,
                                               std::uint32_t triangle);

/// The same for two convex edges that went through each other.
std::optional<FeaturePair> edge_through_edge(const PlacedFeatures& a, std::span<const Vec3> before_a,
                                             std::uint32_t edge_a, const PlacedFeatures& b,
                                             std::span<const Vec3> before_b, std::uint32_t edge_b);

/// A pair that went through each other in an earlier step, as it is now. None once it is back, or once it has
/// slid past the ends of its triangle or edges by more than their own size. The normal is that of the
/// triangle. For edges it is their common normal, on the side where it was.
std::optional<FeaturePair> still_through(const PlacedFeatures& a, const PlacedFeatures& b,
                                         const FeaturePair& earlier);

/// The same of a vertex within what encloses a volume, on which its face may have become another. It goes
/// from triangle to triangle, each nearer to the vertex than the last, so that it does not jump to the other
/// side of a thin part. None once the vertex is outside.
std::optional<FeaturePair> still_within(const PlacedFeatures& of_vertex, const PlacedFeatures& of_face,
                                        const FeaturePair& earlier);

/// Whether a found pair is the far side of a body that an earlier pair has gone through. Such a pair pushes
/// the other way, from a point between the two features of the earlier one. It must not count: it would push
/// the feature out at the wrong side.
bool is_far_side(const PlacedFeatures& a, const PlacedFeatures& b, const FeaturePair& found,
                 const FeaturePair& earlier);

} // namespace lamina::proximity
