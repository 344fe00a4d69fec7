#pragma once

#include "gpu/opengl/gl_context.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lamina::test {

/// Numbers of a case, as a shader takes and gives them: whole ones, or the bits of doubles.
using Words = std::vector<std::int64_t>;

inline std::int64_t bits_of(double x) {
  return std::bit_cast<std::int64_t>(x);
}

/// Runs pieces of GLSL on the arithmetic of the stages.
class Glsl {
public:
  /// Throws DeviceError where there is no OpenGL.
  Glsl() = default;

  /// Runs `body` for each case: it reads in_word(k) or in_double(k), k < taken, and calls out_word(k, …) or
  /// out_double(k, …), k < given. `words` holds `taken` for each case, the result `given` for each.
  Words run(const std::string& body, const Words& words, std::size_t taken, std::size_t given) const;

private:
  gpu::GlContext context_;
};

} // namespace lamina::test
