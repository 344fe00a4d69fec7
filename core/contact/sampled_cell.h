#pragma once

#include "core/math/types.h"

namespace lamina {

/// Of the distances from the middle of a disc: the mean over the root of the mean square. A square has 0.937.
inline constexpr double mean_over_rms = 0.943;

/// The surface of a contact between two rigid bodies, as its friction samples show it. What it says of normal
/// and depth holds for a few samples too, from whatever directions they are seen: each knows the normals of
/// its faces, and how far they lie apart.
struct SampledCell {
  double weight = 0;           ///< m²
  Vec3 centre = Vec3::Zero();  ///< weighted mean, world, m
  Mat3 facing = Mat3::Zero();  ///< Σ weight n nᵀ, m²
  double radius = 0;           ///< weighted mean distance from the centre, m
  Vec3 outward = Vec3::Zero(); ///< Σ weight n, from a to b, m²
  Vec3 moment = Vec3::Zero();  ///< Σ weight (x − centre) × n, m³
  Mat3 deep = Mat3::Zero();    ///< Σ weight depth n nᵀ, m³

  /// Its normals sum up to most of its weight.
  bool faces_one_way() const;
  /// m: mean of the depths of the samples, as they face along a unit normal. The columns along a thin overlap
  /// end on its sides, far apart, and hardly count.
  double depth_along(const Vec3& normal) const;
};

} // namespace lamina
