#include "core/response/constraints/sampled_cell.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace lamina {

namespace {

/// Of the weight of a cell: normals that sum up to more face one way.
constexpr double one_way = 0.5;

} // namespace

bool SampledCell::faces_one_way() const {
  return outward.norm() > one_way * weight;
}

double SampledCell::depth_along(const Vec3& normal) const {
  return normal.dot(deep * normal) / normal.dot(facing * normal);
}

/// Neighbouring samples lie in the same cells, whose sums stay at hand meanwhile.
void sum_samples(const FrictionSamples& samples, const RowsOfCells& rows, std::span<SampledCell> cells) {
  std::array<std::uint32_t, 2> cell{};
  SampledCell sums;
  double squares = 0; // of the distances from the origin
  const auto share_out = [&] {
    for (const std::uint32_t end : cell) {
      SampledCell& row = cells[rows.of(end)];
      row.weight += 0.5 * sums.weight;
      row.centre += 0.5 * sums.centre;
      row.radius += 0.5 * squares;
      row.facing += 0.5 * sums.facing;
      row.deep += 0.5 * sums.deep;
      row.outward += 0.5 * sums.outward;
    }
    sums = {};
    squares = 0;
  };
  for (const FrictionSamples::Group& group : samples.groups())
    for (std::size_t k = 0; k < FrictionSamples::lanes; ++k) {
      if (!(group.area[k] > 0))
        continue;
      if (group.cell[0][k] != cell[0] || group.cell[1][k] != cell[1]) {
        share_out();
        cell = {group.cell[0][k], group.cell[1][k]};
      }
      const Vec3 at(group.mx[k], group.my[k], group.mz[k]), normal(group.nx[k], group.ny[k], group.nz[k]);
      const double weight = group.area[k], depth = group.depth[k];
      const Mat3 facing = weight * normal * normal.transpose();
      sums.weight += weight;
      sums.centre += weight * at;
      squares += weight * at.squaredNorm();
      sums.outward += std::copysign(weight, depth) * normal;
      sums.facing += facing;
      sums.deep += std::abs(depth) * facing;
    }
  share_out();
  for (SampledCell& row : cells) {
    if (!(row.weight > 0))
      continue;
    const Vec3 centre = row.centre / row.weight;
    row.radius = mean_over_rms * std::sqrt(std::max(0.0, row.radius / row.weight - centre.squaredNorm()));
    row.centre = samples.origin() + centre;
  }
}

} // namespace lamina
