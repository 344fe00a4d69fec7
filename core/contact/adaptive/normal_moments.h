#pragma once

#include "core/math/types.h"

#include <array>

namespace lamina::adaptive {

/// Σ area n⊗n⊗n⊗n over faces with unit normals n: all that a sum of fourth powers of n · axis depends on.
/// It has 15 numbers however many faces there are, so that no histogram of normals is needed.
class NormalMoments {
public:
  /// A face with a normal of any length but 0 and an area (m²).
  void add(const Vec3& normal, double area);
  void add(const NormalMoments& other);
  double area() const { return area_; } ///< m², of all faces

  /// Σ area (n·p)(n·q)(n·r)(n·s), m².
  double along(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) const;

private:
  double area_ = 0;
  std::array<double, 15> sums_{}; ///< of n_x^i n_y^j n_z^(4−i−j)
};

/// How slanted faces are along three axes, the columns of a rotation (W12, section on directions, turned
/// round so that 0 is the least):
///
///   e = Σ area Σ_{j<k} (n·a_j)² (n·a_k)² = ½ Σ area (1 − Σ_j (n·a_j)⁴)    m²
///
/// It is 0 where each face is seen from the front along one axis and edge-on along the others, as those of a
/// box along its own, and at most area / 3.
double slant_energy(const NormalMoments& moments, const Mat3& axes);
/// Its derivative by the angle of a turn about each column of `axes`, m².
Vec3 slant_gradient(const NormalMoments& moments, const Mat3& axes);
/// Turns axes to the least energy that is reached downhill from there, and to a right-handed frame again.
/// Each turn is about one axis, to the least energy that it can reach: the energy is c − P cos 4φ − Q sin 4φ.
Mat3 least_slant_from(const NormalMoments& moments, const Mat3& start);

} // namespace lamina::adaptive
