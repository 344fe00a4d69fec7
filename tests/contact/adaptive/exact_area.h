#pragma once

#include "tests/contact/contact_support.h"

namespace lamina::test {

/// Of a surface or a part of it.
struct ExactArea {
  Vec3 vector = Vec3::Zero(); ///< m²: ∫ n
  Mat3 moment = Mat3::Zero(); ///< m³: ∫ n xᵀ
};
/// Of the part of the surface of a within b: the gradient of their volume over the place of a. Clips faces of
/// a by the planes of b's, which is convex.
ExactArea exact_area_within(const TriangleMesh& a, const TriangleMesh& convex);

/// A box, sphere or cylinder of about 1 m, where it may meet another solid. One in six is not turned.
TriangleMesh random_convex(Dice& dice);

} // namespace lamina::test
