#pragma once

#include "tests/contact/contact_support.h"

#include <cmath>
#include <cstdint>

namespace lamina::test {

/// Triangles that rasterisers get wrong: without area, needles, on pixel centres, far outside, huge and tiny.
/// They close no surface, so every body is a heap of such triangles and each of them reversed. Of the huge
/// ones, which fill the image, only one of `rare` is taken.
inline TriangleMesh awkward_triangles(Dice& dice, int count, double pixel, int rare = 1) {
  TriangleMesh mesh;
  const auto on_grid = [&](Vec3 p) {
    for (int k = 0; k < 3; ++k)
      p[k] = std::round(p[k] / pixel) * pixel + 0.5 * pixel;
    return p;
  };
  for (int i = 0; i < count; ++i) {
    const Vec3 p = dice.vector(0.5);
    Vec3 q = p + dice.vector(0.2), r = p + dice.vector(0.2);
    const bool huge = i / 9 % rare == 0;
    switch (i % 9) {
    case 0:
      q = p + dice.vector(1e-4), r = p + dice.vector(1e-4);
      break;
    case 1:
      r = 0.5 * (p + q);
      break;
    case 2:
      r = p + 0.3 * (q - p) + dice.vector(1e-9);
      break;
    case 3:
      q = on_grid(q), r = on_grid(r);
      break;
    case 4:
      q = p + dice.vector(huge ? 1e3 : 0.01);
      break;
    case 5:
      q = p + dice.vector(huge ? 1e9 : 1e-3), r = p + dice.vector(huge ? 1e9 : 1e-3);
      break;
    case 6:
      q = p;
      break;
    case 7:
      q = p + Vec3(pixel, 0, 0), r = p + Vec3(0, pixel, 0);
      break;
    default:
      break;
    }
    const std::uint32_t first = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), {i % 9 == 3 || i % 9 == 7 ? on_grid(p) : p, q, r});
    mesh.triangles.push_back({first, first + 1, first + 2});
    mesh.triangles.push_back({first, first + 2, first + 1});
  }
  return mesh;
}

} // namespace lamina::test
