#pragma once

#include "core/math/types.h"

#include <assimp/matrix4x4.h>
#include <assimp/vector3.h>

namespace lamina {

/// Rotation with scale, and translation, of a node.
using Transform = Eigen::Matrix<double, 3, 4>;

inline Transform to_transform(const aiMatrix4x4& m) {
  Transform result;
  result << m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4;
  return result;
}

inline Transform identity_transform() {
  Transform result;
  result << Mat3::Identity(), Vec3::Zero();
  return result;
}

inline Transform compose(const Transform& outer, const Transform& inner) {
  Transform result;
  result.leftCols<3>() = outer.leftCols<3>() * inner.leftCols<3>();
  result.col(3) = outer.leftCols<3>() * inner.col(3) + outer.col(3);
  return result;
}

inline Vec3 apply(const Transform& transform, const aiVector3D& p) {
  return transform.leftCols<3>() * Vec3(p.x, p.y, p.z) + transform.col(3);
}

} // namespace lamina
