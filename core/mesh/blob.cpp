#include "core/mesh/procedural.h"

#include <cmath>
#include <numbers>
#include <random>

namespace lamina {

namespace {

/// The same on every platform, unlike the standard distributions.
double uniform(std::mt19937_64& generator) {
  return static_cast<double>(generator() >> 11) * 0x1p-53;
}

/// A smooth hill or hollow about a direction.
struct Bump {
  Vec3 direction;
  double height; ///< −1 to 1
};

std::vector<Bump> scatter(int count, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::vector<Bump> bumps;
  for (int i = 0; i < count; ++i) {
    const double z = 2 * uniform(generator) - 1, angle = 2 * std::numbers::pi * uniform(generator);
    const double r = std::sqrt(1 - z * z);
    bumps.push_back({{r * std::cos(angle), r * std::sin(angle), z}, 2 * uniform(generator) - 1});
  }
  return bumps;
}

} // namespace

TriangleMesh make_blob(const Vec3& size, double bump, int bumps, std::uint64_t seed, std::size_t triangles) {
  TriangleMesh mesh = make_sphere(1, triangles);
  mesh.name = "blob";
  // Caps of this width cover the sphere about once; a bounded factor on each ray keeps the blob star-shaped.
  const double sharpness = 0.5 * bumps, reach = bump / (0.5 * size.minCoeff());
  const std::vector<Bump> hills = scatter(bumps, seed);
  for (Vec3& p : mesh.vertices) {
    const Vec3 direction = p.normalized();
    double height = 0;
    for (const Bump& hill : hills)
      height += hill.height * std::exp(sharpness * (direction.dot(hill.direction) - 1));
    p = (1 + reach * std::tanh(2 * height)) * direction.cwiseProduct(0.5 * size);
  }
  return mesh;
}

} // namespace lamina
