#pragma once

#include "core/contact/ldi/arithmetic/cover.h"
#include "core/contact/ldi/device/layer_device.h"
#include "tests/gpu/absent_devices.h"
#include "tests/gpu/glsl.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <random>

namespace lamina::test {

/// The arithmetic of the shaders beside that of the processor, one number after the other; skipped by name
/// where there is no OpenGL.
class GlslArithmetic : public testing::Test {
protected:
  void SetUp() override {
    if (const std::string why = why_no_opengl(); !why.empty())
      GTEST_SKIP() << "opengl: " << why;
    glsl_.emplace();
  }
  void expect_given(const std::string& body, const Words& words, std::size_t taken, const Words& wanted) {
    const std::size_t cases = words.size() / taken, given = wanted.size() / cases;
    const Words found = glsl_->run(body, words, taken, given);
    for (std::size_t i = 0; i < found.size(); ++i)
      ASSERT_EQ(found[i], wanted[i]) << "case " << i / given << ", number " << i % given;
  }

  double within(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  /// Of any size between 2^low and 2^high.
  double of_any_size(double low, double high) {
    return std::copysign(std::exp2(within(low, high)), within(-1, 1));
  }
  std::int64_t whole(std::int64_t limit) {
    return std::uniform_int_distribution<std::int64_t>(-limit, limit)(engine_);
  }
  /// Of so many bits at the most, all lengths alike; often one beside a power of two.
  ldi::wide_integer wide(int bits) {
    const int length = static_cast<int>(within(0, bits + 1));
    ldi::wide_integer n = 1;
    if (within(0, 1) < 0.4)
      n = (n << length) + whole(2);
    else
      for (int k = 0; k < length; ++k)
        n = 2 * n + (engine_() & 1);
    return within(0, 1) < 0.5 ? n : -n;
  }

  std::optional<Glsl> glsl_;
  std::mt19937_64 engine_{7};
};

} // namespace lamina::test
