#pragma once

#include "core/contact/proximity/feature_pairs.h"

#include <array>
#include <optional>
#include <span>

namespace lamina::proximity {

/// Four points that each move at their own constant velocity from where they were (time 0) to where they are
/// (time 1).
struct MovingPoints {
  std::array<Vec3, 4> before, now;
  std::array<Vec3, 4> at(double time) const;
};

/// The times from 0 to 1 at which the four points lie in one plane, ascending: the roots of a cubic (Bridson,
/// Fedkiw and Anderson 2002), each between two of its extremes, where it is monotonous, so that none is lost
/// to rounding but pairs that nearly touch zero. Points that stay in one plane have none. Returns how many.
int coplanar_times(const MovingPoints& points, std::array<double, 3>& times);

/// A vertex that went through a triangle from the front since the last step and is still behind it. The
/// normal is that of the triangle at the time of crossing, the distance how far the vertex is now behind the
/// place where it came through; `time` says when. `before` holds the positions of the last step.
std::optional<FeaturePair> vertex_through_face(const PlacedFeatures& of_vertex,
                                               std::span<const Vec3> before_v, std::uint32_t vertex,
                                               const PlacedFeatures& of_face, std::span<const Vec3> before_f,
                                               std::uint32_t triangle);

/// The same of two ridges that went through each other.
std::optional<FeaturePair> edge_through_edge(const PlacedFeatures& a, std::span<const Vec3> before_a,
                                             std::uint32_t edge_a, const PlacedFeatures& b,
                                             std::span<const Vec3> before_b, std::uint32_t edge_b);

/// A pair that had gone through each other in an earlier step, as it is now; none once it is back, or has
/// slid past the ends of its triangle or edges by more than their own size. The normal is that of the
/// triangle, or of the edges on the side of the normal it had.
std::optional<FeaturePair> still_through(const PlacedFeatures& a, const PlacedFeatures& b,
                                         const FeaturePair& earlier);

/// Whether what was found is the far side of what an earlier pair has gone through: it pushes the other way,
/// from a place between the two that have gone through each other. Features that look away from where they
/// came went through without being seen, and meet that side on the way back.
bool is_far_side(const PlacedFeatures& a, const PlacedFeatures& b, const FeaturePair& found,
                 const FeaturePair& earlier);

} // namespace lamina::proximity
