#include "core/mesh/stuffing/deviation.h"

#include "core/base/parallel.h"
#include "core/mesh/nearest_triangle.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lamina::stuffing {

namespace {

constexpr std::size_t points_a_block = 256;

} // namespace

Deviation deviation(std::span<const Vec3> points, const TriangleMesh& surface, int threads) {
  const NearestTriangle nearest(surface);
  std::vector<Deviation> blocks((points.size() + points_a_block - 1) / points_a_block);
  parallel_for(blocks.size(), threads, [&](std::size_t block) {
    const std::size_t end = std::min(points.size(), (block + 1) * points_a_block);
    for (std::size_t i = block * points_a_block; i < end; ++i) {
      const double distance = std::sqrt(nearest.to(points[i]).squared_distance);
      blocks[block].largest = std::max(blocks[block].largest, distance);
      blocks[block].mean += distance / static_cast<double>(points.size());
    }
  });
  Deviation all;
  for (const Deviation& block : blocks)
    all = {std::max(all.largest, block.largest), all.mean + block.mean};
  return all;
}

} // namespace lamina::stuffing
