#include "core/solver/conjugate_gradients.h"

#include <cmath>

namespace lamina {

SolveReport solve_conjugate_gradients(const PreconditionedOperator& system, const BlockVector& b,
                                      double tolerance, double scale, int max_iterations, BlockVector& x) {
  // Room of the last solve serves this one.
  thread_local BlockVector product, r, z, direction;

  // The residual sees the velocities of prescribed bodies; its own components there are taken out.
  r = b;
  if (!x.isZero(0)) {
    system.apply(x, product);
    r -= product;
  }
  system.filter(r);
  system.precondition(r, z);
  direction = z;
  double rz = r.dot(z);

  SolveReport report;
  const double target = tolerance * scale;
  while (report.iterations < max_iterations && rz > target * target) {
    system.apply(direction, product);
    const double curvature = direction.dot(product);
    if (!(curvature > 0))
      break;
    const double step = rz / curvature;
    x += step * direction;
    r -= step * product;
    system.precondition(r, z);
    const double next = r.dot(z);
    direction = z + next / rz * direction;
    rz = next;
    ++report.iterations;
  }
  report.residual = scale == 0 ? 0 : std::sqrt(std::max(rz, 0.0)) / scale;
  return report;
}

} // namespace lamina
