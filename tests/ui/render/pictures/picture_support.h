#pragma once

#include "ui/render/pictures/offscreen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <stdexcept>

namespace lamina::test {

/// Tests that draw; they skip where OpenGL is missing.
class Drawing : public testing::Test {
protected:
  void SetUp() override {
    try {
      renderer = std::make_unique<OffscreenRenderer>();
    } catch (const std::runtime_error& error) {
      GTEST_SKIP() << error.what();
    }
  }

  std::unique_ptr<OffscreenRenderer> renderer;
};

/// Pixels of two pictures of one size in which a channel is farther apart than `tolerance`.
inline long count_different(const Image& a, const Image& b, int tolerance) {
  long count = 0;
  for (std::size_t i = 0; i < a.rgba.size(); i += 4) {
    int apart = 0;
    for (std::size_t k = 0; k < 3; ++k)
      apart = std::max(apart, std::abs(int(a.rgba[i + k]) - int(b.rgba[i + k])));
    count += apart > tolerance;
  }
  return count;
}

} // namespace lamina::test
