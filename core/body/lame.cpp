#include "core/body/lame.h"

#include "core/base/error.h"

#include <Eigen/Eigenvalues>

#include <cmath>

namespace lamina {

Lame lame_constants(const Material& material) {
  const double e = material.young_modulus, nu = material.poisson_ratio;
  if (!(e > 0) || !(nu > -1) || !(nu < 0.5) || !(material.damping >= 0) || !std::isfinite(e))
    throw InputError(
        "an elastic material needs a positive Young's modulus, a Poisson ratio between -1 and 0.5, "
        "and no negative damping");
  return {e * nu / ((1 + nu) * (1 - 2 * nu)), e / (2 * (1 + nu))};
}

double greatest_stretch(const Mat3& strain) {
  const Vec3 principal = strain.selfadjointView<Eigen::Lower>().eigenvalues();
  return principal.cwiseAbs().maxCoeff();
}

double von_mises_stress(const Mat3& strain, double mu) {
  const Mat3 deviator = strain - strain.trace() / 3 * Mat3::Identity();
  return 2 * mu * std::sqrt(1.5 * deviator.squaredNorm());
}

std::vector<float> NodeMeans::values() const {
  std::vector<float> values(sum_.size(), 0.0f);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (weight_[i] > 0)
      values[i] = static_cast<float>(sum_[i] / weight_[i]);
  return values;
}

} // namespace lamina
