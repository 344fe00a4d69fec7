#include "core/mesh/stuffing/bcc_lattice.h"

#include <algorithm>
#include <cmath>

namespace lamina::stuffing {

namespace {

constexpr int free_rings = 2;

} // namespace

BccLattice::BccLattice(const Box& box, int cells_along, int levels) : levels_(levels) {
  cube_ = box.size().maxCoeff() / cells_along;
  for (int k = 0; k < 3; ++k) {
    // A hair less, so that a side of a whole number of cubes has just those.
    const int across = std::max(1, static_cast<int>(std::ceil(box.size()[k] / cube_ - 1e-6)));
    const auto axis = static_cast<std::size_t>(k);
    cubes_[axis] = across + 2 * free_rings;
    counts_[axis] = (cubes_[axis] << levels) + 1;
    origin_[k] = box.centre()[k] - 0.5 * cube_ * cubes_[axis];
  }
}

std::size_t BccLattice::node_count() const {
  return 2 * static_cast<std::size_t>(counts_[0]) * static_cast<std::size_t>(counts_[1]) *
         static_cast<std::size_t>(counts_[2]);
}

Place BccLattice::place(std::uint32_t node) const {
  const int colour = static_cast<int>(node & 1);
  const std::uint32_t cube = node / 2;
  const auto nx = static_cast<std::uint32_t>(counts_[0]), ny = static_cast<std::uint32_t>(counts_[1]);
  return {2 * static_cast<int>(cube % nx) + colour, 2 * static_cast<int>(cube / nx % ny) + colour,
          2 * static_cast<int>(cube / nx / ny) + colour};
}

Vec3 BccLattice::position(const Vec3& place) const {
  return origin_ + 0.5 * cube_ / (1 << levels_) * place;
}

Vec3 BccLattice::to_place(const Vec3& point) const {
  return (point - origin_) * (2 * (1 << levels_) / cube_);
}

EdgeDirection edge_direction(const Place& from, const Place& to) {
  Place signs;
  for (std::size_t k = 0; k < 3; ++k)
    signs[k] = (to[k] > from[k]) - (to[k] < from[k]);
  for (int d = 0; d < static_cast<int>(directions.size()); ++d) {
    const Place& along = directions[static_cast<std::size_t>(d)];
    if (signs == along)
      return {d, true};
    if (signs == Place{-along[0], -along[1], -along[2]})
      return {d, false};
  }
  return {};
}

} // namespace lamina::stuffing
