#include "core/body/solve3.h"

#include <Eigen/LU>

namespace lamina {

Vec3 solve3(const Mat3& a, const Vec3& b) {
  return a.partialPivLu().solve(b);
}

} // namespace lamina
