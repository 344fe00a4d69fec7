#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/response/friction/coulomb_test.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/response/friction/coulomb.h"

#include <cstddef>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lamina {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#include "core/response/friction/coulomb-inl.h"

/// The law for eight numbers at once; arrays are aligned.
void VectorViscosity(const double* limit, const double* speed, double slip_speed, double* result) {
  constexpr hn::CappedTag<double, 8> d{};
  for (std::size_t k = 0; k < 8; k += hn::Lanes(d))
    hn::Store(coulomb_viscosity(hn::Load(d, limit + k), hn::Load(d, speed + k), hn::Set(d, slip_speed)), d,
              result + k);
}

} // namespace HWY_NAMESPACE
} // namespace lamina
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <random>

namespace lamina {

HWY_EXPORT(VectorViscosity);

namespace {

TEST(Coulomb, SlidesWithTheLimitAndSticksInProportionToTheSpeed) {
  const double limit = 3, slip_speed = 0.5;
  for (const double speed : {0.5, 0.7, 20.0})
    EXPECT_DOUBLE_EQ(coulomb_viscosity(limit, speed, slip_speed) * speed, limit);
  for (const double speed : {0.0, 0.1, 0.5})
    EXPECT_DOUBLE_EQ(coulomb_viscosity(limit, speed, slip_speed) * speed, limit * speed / slip_speed);
}

TEST(Coulomb, IsTheSameBitForBitForScalarsAndVectors) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> exponent(-12, 6);
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    for (int i = 0; i < 100; ++i) {
      alignas(64) double limit[8], speed[8], result[8];
      for (int k = 0; k < 8; ++k) {
        limit[k] = k == 3 ? 0 : std::exp(exponent(random));
        speed[k] = k == 5 ? 0 : std::exp(exponent(random));
      }
      const double slip_speed = std::exp(exponent(random));
      HWY_DYNAMIC_DISPATCH(VectorViscosity)(limit, speed, slip_speed, result);
      for (int k = 0; k < 8; ++k)
        EXPECT_EQ(result[k], coulomb_viscosity(limit[k], speed[k], slip_speed)) << hwy::TargetName(target);
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

} // namespace
} // namespace lamina
#endif
