#pragma once

#include "core/contact/ldi/arithmetic/pixel_pair.h"
#include "core/shape/surface.h"

#include <cstdint>

namespace lamina::ldi {

inline Triple triple(const Vec3& p) {
  return {p[0], p[1], p[2]};
}
inline Vec3 vector(const Triple& p) {
  return {p.x, p.y, p.z};
}

/// Unit normals of a body's triangles in the world; neighbouring columns often ask for the same one.
class Normals {
public:
  explicit Normals(const Surface& surface) : surface_(surface), positions_(surface.vertex_positions()) {}

  const Triple& of(std::uint32_t triangle) {
    if (triangle != last_) {
      const Triangle& t = (*surface_.triangles)[triangle];
      normal_ = triangle_normal(triple(positions_[t[0]]), triple(positions_[t[1]]), triple(positions_[t[2]]));
      last_ = triangle;
    }
    return normal_;
  }

private:
  const Surface& surface_;
  VertexPositions positions_;
  std::uint32_t last_ = 0xffffffffu;
  Triple normal_{};
};

} // namespace lamina::ldi
